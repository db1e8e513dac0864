import { Alert, Button, Group, Text } from "@mantine/core";
import { IconAlertTriangle, IconLock } from "@tabler/icons-react";
import { ApiError } from "../api/api-error.ts";
import { common } from "../words/common.ts";
import { useWords } from "../words/words.ts";
import { useDescribeFailure } from "./describe-failure.ts";

const isRefusal = (error: unknown) => error instanceof ApiError && error.status === 403;

/** A call that failed: what happened, what to do, and the id to ask for help with. */
export function Failure({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const words = useWords(common);
  const text = useDescribeFailure(error);
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <Alert
      role="alert"
      color={isRefusal(error) ? "gray" : "red"}
      icon={isRefusal(error) ? <IconLock size={20} /> : <IconAlertTriangle size={20} />}
    >
      <Text size="sm">{text}</Text>
      <Group mt={onRetry || requestId ? "xs" : 0} gap="md">
        {onRetry && !isRefusal(error) && (
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            {words.tryAgain}
          </Button>
        )}
        {requestId && !isRefusal(error) && (
          <Text size="xs" c="dimmed" ff="monospace">
            {requestId}
          </Text>
        )}
      </Group>
    </Alert>
  );
}
