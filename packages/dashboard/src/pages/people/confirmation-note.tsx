import { Alert, Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconMailQuestion } from "@tabler/icons-react";
import { CopyCurl } from "../../components/copy.tsx";
import { Failure } from "../../components/failure.tsx";
import { useChange } from "../../session/queries.ts";
import { useMay } from "../../session/session.ts";
import { useWords } from "../../words/words.ts";
import { texts } from "./texts.ts";

const RESEND = "/storeadmin/v3/people/resend-confirmation";

/** Sign-ups that the person has not confirmed, and a way to ask them again. */
export function ConfirmationNote({ person, count }: { person: string; count: number }) {
  const words = useWords(texts);
  const mayWrite = useMay("people:write");
  const resend = useChange(RESEND);
  const body = { person };
  return (
    <Alert color="yellow" icon={<IconMailQuestion size={20} />}>
      <Text fw={600}>{words.notConfirmed}</Text>
      <Text size="sm">{words.waitsForConfirmation(count)}</Text>
      {mayWrite && (
        <Group mt="sm" gap="xs">
          <Button
            size="compact-sm"
            variant="default"
            loading={resend.isPending}
            onClick={() =>
              resend.mutate(body, {
                onSuccess: ({ sent }) =>
                  notifications.show({
                    message: sent ? words.resent : words.notResent,
                    color: sent ? "fir" : "yellow",
                    withCloseButton: false,
                  }),
              })
            }
          >
            {words.resend}
          </Button>
          <CopyCurl path={RESEND} body={body} />
        </Group>
      )}
      {resend.isError && <Failure error={resend.error} />}
    </Alert>
  );
}
