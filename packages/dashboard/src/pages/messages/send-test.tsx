import { Alert, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Posted } from "../../api/call.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useChange } from "../../session/queries.ts";
import { useSession } from "../../session/session.ts";
import { common } from "../../words/common.ts";
import { useTrouble } from "../../words/trouble-texts.ts";
import { useWords } from "../../words/words.ts";
import type { Draft } from "./checked-message.ts";
import { editorTexts } from "./editor-texts.ts";
import { problemsIn } from "./problems.ts";

const SEND = "/storeadmin/v3/alerts/template/send-test";

/** Sends the message as it stands to a member, and says where it went. */
export function SendTest({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const words = { ...useWords(common), ...useWords(editorTexts) };
  const { id: ownAddress } = useSession();
  const [to, setTo] = useState(ownAddress);
  const send = useChange(SEND);
  const body = { ...draft, to: to.trim() };
  return (
    <FormDialog
      title={words.testTitle}
      button={words.testSend}
      cancel={send.data?.sent ? words.done : words.cancel}
      call={{ path: SEND, body }}
      isBusy={send.isPending}
      error={problemsIn(send.error) ? undefined : send.error}
      onSubmit={() => send.mutate(body)}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {words.testText}
      </Text>
      <TextInput
        label={words.testTo}
        type="email"
        required
        withAsterisk={false}
        maxLength={254}
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
        data-autofocus
      />
      {send.data && <Outcome outcome={send.data} />}
      {problemsIn(send.error) && (
        <Alert role="alert" color="red">
          {words.testMistakes}
        </Alert>
      )}
    </FormDialog>
  );
}

/** What the provider said. */
function Outcome({ outcome }: { outcome: Posted<typeof SEND> }) {
  const words = useWords(editorTexts);
  const { sent, to } = outcome;
  const { problem, fix } = useTrouble()(outcome);
  return (
    <Alert role="status" color={sent ? "green" : "red"}>
      <Text size="sm" fw={600}>
        {sent ? words.testSent(to) : words.testFailed(to)}
      </Text>
      {problem && <Text size="sm">{problem}</Text>}
      {fix && <Text size="sm">{fix}</Text>}
    </Alert>
  );
}
