import { Alert, Badge, Button, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { CopyCurl } from "../../components/copy.tsx";
import { Ago } from "../../components/moment.tsx";
import { Panel } from "../../components/page.tsx";
import { TypedConfirm } from "../../components/typed-confirm.tsx";
import { useChange } from "../../session/queries.ts";
import { useMay } from "../../session/session.ts";
import { useFormats } from "../../words/formats.ts";
import { useTrouble } from "../../words/trouble-texts.ts";
import { useWords } from "../../words/words.ts";
import { Fact } from "./fact.tsx";
import { type Sender, useProviderName } from "./sender.ts";
import { SenderForm } from "./sender-form.tsx";
import { senderTexts } from "./senders-texts.ts";
import { VerifyAddress } from "./verify-address.tsx";

const REMOVE = "/storeadmin/v3/senders/remove";

/** What mails or text messages are sent with, and how it goes. */
export function SenderPanel({ medium, sender, version }: { medium: "email" | "sms"; sender: Sender; version: string }) {
  const words = useWords(senderTexts);
  const formats = useFormats();
  const mayChange = useMay("settings:write");
  /** The dialog, and the version of the senders that the person saw when it was opened. */
  const [opened, setOpened] = useState<{ readonly dialog: "set" | "remove"; readonly version: string }>();
  const open = (dialog: "set" | "remove") => setOpened({ dialog, version });
  const close = () => setOpened(undefined);
  const remove = useChange(REMOVE, {
    changes: ["/storeadmin/v3/senders", "/storeadmin/v3/problems"],
    headers: () => ({ "if-match": `"${opened?.version}"` }),
  });
  const isMail = medium === "email";
  const isOwn = Boolean(sender.address) || (sender.provider !== null && sender.provider !== "default");
  const { lastSuccessAt } = sender.health;
  const { problem, fix } = useTrouble()(sender.health);
  const { messagesPerDay } = sender.limits;
  const sent = formats.number(sender.today.messages);
  return (
    <Panel
      title={isMail ? words.email : words.sms}
      lead={isMail ? words.emailLead : words.smsLead}
      actions={
        mayChange && (
          <>
            <Button variant="default" aria-label={isMail ? words.setEmail : words.setSms} onClick={() => open("set")}>
              {words.set}
            </Button>
            {isOwn && (
              <Button
                variant="subtle"
                color="red"
                aria-label={isMail ? words.removeEmailTitle : words.removeSmsTitle}
                onClick={() => open("remove")}
              >
                {words.remove}
              </Button>
            )}
          </>
        )
      }
    >
      <Stack gap="md">
        {problem && (
          <Alert color="red" title={words.trouble}>
            {problem} {fix}
          </Alert>
        )}
        {sender.address && sender.verified === false && <VerifyAddress address={sender.address} />}
        <SimpleGrid cols={{ base: 1, xs: 2, md: isMail ? 4 : 3 }} spacing="md">
          {isMail && (
            <Fact name={words.from}>
              {sender.address ? (
                <>
                  {sender.name} <Text inherit>{sender.address}</Text>
                  <Badge variant="dot" tt="none" color={sender.verified ? "green" : "orange"}>
                    {sender.verified ? words.verified : words.unverified}
                  </Badge>
                </>
              ) : (
                words.installationAddress
              )}
            </Fact>
          )}
          <Fact name={words.provider}>{useProviderName(sender)}</Fact>
          <Fact name={words.lastSuccess}>{lastSuccessAt ? <Ago at={lastSuccessAt} /> : words.notYet}</Fact>
          <Fact name={words.today}>
            {messagesPerDay === null ? sent : words.ofLimit(sent, formats.number(messagesPerDay))}
          </Fact>
        </SimpleGrid>
      </Stack>
      {opened?.dialog === "set" && (
        <SenderForm medium={medium} sender={sender} version={opened.version} onClose={close} />
      )}
      <TypedConfirm
        opened={opened?.dialog === "remove"}
        onClose={close}
        title={isMail ? words.removeEmailTitle : words.removeSmsTitle}
        word={words.removeWord}
        button={words.remove}
        onConfirm={() => remove.mutateAsync({ medium })}
      >
        {isMail ? words.removeEmail : words.removeSms}
        <Group mt="xs">
          <CopyCurl path={REMOVE} body={{ medium }} />
        </Group>
      </TypedConfirm>
    </Panel>
  );
}
