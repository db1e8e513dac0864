import { Alert, Button, Group, SegmentedControl, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { CopyCurl } from "../../components/copy.tsx";
import { Failure } from "../../components/failure.tsx";
import { Panel } from "../../components/page.tsx";
import { useChange } from "../../session/queries.ts";
import { useSession } from "../../session/session.ts";
import { useTrouble } from "../../words/trouble-texts.ts";
import { useWords } from "../../words/words.ts";
import type { Medium } from "./sender-body.ts";
import { senderTexts } from "./senders-texts.ts";

const PATH = "/storeadmin/v3/senders/send-test";

/** Sends one message at once, and shows what the provider said. */
export function TestPanel() {
  const words = useWords(senderTexts);
  const trouble = useTrouble();
  const { id } = useSession();
  const [medium, setMedium] = useState<Medium>("email");
  const [to, setTo] = useState(id);
  const send = useChange(PATH, { changes: ["/storeadmin/v3/senders"] });
  const body = { medium, to: to.trim() };
  return (
    <Panel title={words.test} lead={words.testLead}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send.mutate(body);
        }}
      >
        <Stack gap="md" align="flex-start">
          <SegmentedControl
            aria-label={words.medium}
            value={medium}
            data={[
              { value: "email", label: words.email },
              { value: "sms", label: words.sms },
            ]}
            onChange={(value) => {
              const chosen = value === "sms" ? "sms" : "email";
              setMedium(chosen);
              setTo(chosen === "email" ? id : "");
              send.reset();
            }}
          />
          <Group align="flex-end" gap="sm">
            <TextInput
              label={words.to}
              value={to}
              maxLength={254}
              required
              withAsterisk={false}
              onChange={(event) => setTo(event.currentTarget.value)}
            />
            <Button type="submit" variant="default" disabled={!body.to} loading={send.isPending}>
              {words.sendTest}
            </Button>
            <CopyCurl path={PATH} body={body} />
          </Group>
          {send.error && <Failure error={send.error} />}
          {send.data?.sent && (
            <Alert color="green" role="status">
              {words.accepted}
            </Alert>
          )}
          {send.data?.sent === false && (
            <Alert color="red" title={words.refused} role="status">
              {trouble(send.data).problem} {trouble(send.data).fix}
            </Alert>
          )}
        </Stack>
      </form>
    </Panel>
  );
}
