import { Alert, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Got } from "../../api/call.ts";
import { CopyCurl } from "../../components/copy.tsx";
import { Failure } from "../../components/failure.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { PageLink } from "../../components/page-link.tsx";
import { read, useChange } from "../../session/queries.ts";
import { useSession } from "../../session/session.ts";
import { useTrouble } from "../../words/trouble-texts.ts";
import { useWords } from "../../words/words.ts";
import { StepPanel, type StepProps } from "./step-panel.tsx";
import { texts } from "./texts.ts";
import { Watched } from "./watched.tsx";

type Email = Got<"/storeadmin/v3/senders">["email"];

/** Who the shop's mails come from, and a test mail. */
export function SenderStep({ state, leave }: StepProps) {
  const words = useWords(texts);
  const senders = useQuery(read("/storeadmin/v3/senders"));
  return (
    <StepPanel title={words.steps.sender} lead={words.senderLead} isDone={state === "done"} leave={leave}>
      <Loaded query={senders}>
        {({ email }) => (
          <Stack gap="md">
            <Text size="sm">{describe(email, words)}</Text>
            <PageLink to="/connections/senders" size="sm">
              {email.address === null ? words.ownSender : words.openSender}
            </PageLink>
            {email.provider !== null && <TestMail isDone={state === "done"} />}
          </Stack>
        )}
      </Loaded>
    </StepPanel>
  );
}

function describe({ provider, label, address, verified }: Email, words: (typeof texts)["en"]) {
  if (provider === null) return words.noProvider;
  if (address !== null) return verified ? words.ownAddress(address) : words.notVerified(address);
  return provider === "default" ? words.defaultSender : words.ownProvider(label ?? provider);
}

function TestMail({ isDone }: { isDone: boolean }) {
  const words = useWords(texts);
  const trouble = useTrouble();
  const session = useSession();
  const [to, setTo] = useState(session.kind === "key" ? "" : session.id);
  const test = useChange("/storeadmin/v3/senders/send-test", { changes: ["/storeadmin/v3/senders"] });
  function send(event: FormEvent) {
    event.preventDefault();
    test.mutate({ medium: "email", to: to.trim() });
  }
  const isSent = test.data?.sent === true;
  return (
    <form onSubmit={send}>
      <Stack gap="md">
        <Group align="flex-end" gap="sm">
          <TextInput
            label={words.testTo}
            type="email"
            required
            withAsterisk={false}
            maxLength={254}
            value={to}
            flex="1 1 14rem"
            onChange={(event) => setTo(event.currentTarget.value)}
          />
          <Button type="submit" variant={isDone ? "default" : "filled"} loading={test.isPending}>
            {words.sendTest}
          </Button>
          <CopyCurl path="/storeadmin/v3/senders/send-test" body={{ medium: "email", to: to.trim() }} />
        </Group>
        {test.isError && <Failure error={test.error} />}
        {test.data && !isSent && (
          <Alert color="red" role="alert" icon={<IconAlertTriangle size={20} />} title={words.testFailed}>
            <Text size="sm">{[trouble(test.data).problem, trouble(test.data).fix].filter(Boolean).join(" ")}</Text>
          </Alert>
        )}
        {(isSent || isDone) && (
          <Watched isSeen waiting="" seen={isSent ? words.testSent(test.variables?.to ?? to) : words.testSentBefore} />
        )}
      </Stack>
    </form>
  );
}
