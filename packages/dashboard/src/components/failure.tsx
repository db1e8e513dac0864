import { Alert, Button, Group, Text } from "@mantine/core";
import { IconAlertTriangle, IconLock } from "@tabler/icons-react";
import { ApiError } from "../api/api-error.ts";
import { common } from "../words/common.ts";
import { useWords } from "../words/words.ts";
import { useDescribeFailure } from "./describe-failure.ts";

const isRefusal = (error: unknown) => error instanceof ApiError && error.status === 403;

/** What happened and what to do, where there is place for a sentence only. */
export function FailureText({ error }: { error: unknown }) {
  return useDescribeFailure(error);
}

/** A call that failed: what happened, what to do, and the id to ask for help with. */
export function Failure({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const words = useWords(common);
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <Alert
      role="alert"
      color={isRefusal(error) ? "gray" : "red"}
      icon={isRefusal(error) ? <IconLock size={20} /> : <IconAlertTriangle size={20} />}
    >
      <Text size="sm">
        <FailureText error={error} />
      </Text>
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
