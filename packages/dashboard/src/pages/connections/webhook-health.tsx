import { Alert, SimpleGrid, Stack, Text } from "@mantine/core";
import { Ago } from "../../components/moment.tsx";
import { Panel } from "../../components/page.tsx";
import { useFormats } from "../../words/formats.ts";
import { useSayWhy } from "../../words/why.ts";
import { useWords } from "../../words/words.ts";
import { Fact } from "./fact.tsx";
import { deliveryReasons, disabledReasons } from "./webhook-reasons.ts";
import { type Webhook, WebhookState } from "./webhook-state.tsx";
import { webhookTexts } from "./webhooks-texts.ts";

export function WebhookHealth({ webhook }: { webhook: Webhook }) {
  const words = useWords(webhookTexts);
  const formats = useFormats();
  const sayDisabled = useSayWhy(disabledReasons);
  const problem = useSayWhy(deliveryReasons)(webhook.why) ?? webhook.problem;
  return (
    <Panel title={words.health} actions={<WebhookState webhook={webhook} />}>
      <Stack gap="md">
        {webhook.state === "disabled" && webhook.disabledAt && (
          <Alert color="orange">
            <Text size="sm" fw={600}>
              {words.disabledSince(formats.ago(webhook.disabledAt))}
            </Text>
            {webhook.disabledBecause && (
              <Text size="sm">
                {words.whyDisabled}: {sayDisabled(webhook.disabledWhy) ?? webhook.disabledBecause}
                {webhook.disabledWhy?.code === "failed-for-days" && ` ${words.lastProblem}: ${problem}`}
              </Text>
            )}
            <Text size="sm">{words.disabledText}</Text>
          </Alert>
        )}
        {webhook.state === "failing" && webhook.failingSince && (
          <Alert color="red" title={words.failingSince(formats.ago(webhook.failingSince))}>
            {problem}
          </Alert>
        )}
        <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
          <Fact name={words.waiting}>{formats.number(webhook.waiting)}</Fact>
          <Fact name={words.lastAccepted}>
            {webhook.lastSuccess ? <Ago at={webhook.lastSuccess} /> : words.neverAccepted}
          </Fact>
          <Fact name={words.lastFailure}>{webhook.lastFailure ? <Ago at={webhook.lastFailure} /> : "–"}</Fact>
          <Fact name={words.created}>
            <Ago at={webhook.createdAt} />
          </Fact>
        </SimpleGrid>
        <Fact name={words.address}>{webhook.url}</Fact>
        <Fact name={words.events}>{webhook.events.includes("*") ? words.allEvents : formats.list(webhook.events)}</Fact>
        {webhook.oldSecretUntil && (
          <Text size="sm" c="dimmed">
            {words.twoSecrets(formats.time(webhook.oldSecretUntil))}
          </Text>
        )}
      </Stack>
    </Panel>
  );
}
