import { Badge } from "@mantine/core";
import type { Got } from "../../api/call.ts";
import { useWords } from "../../words/words.ts";
import { webhookTexts } from "./webhooks-texts.ts";

export type Webhook = Got<"/storeadmin/v3/webhooks">["items"][number];

const COLORS = { enabled: "green", failing: "red", disabled: "gray" } as const;

export function WebhookState({ webhook: { state, lastSuccess } }: { webhook: Webhook }) {
  const words = useWords(webhookTexts);
  const isUnused = state === "enabled" && !lastSuccess;
  return (
    <Badge variant="dot" tt="none" size="lg" fw={500} color={isUnused ? "gray" : COLORS[state]}>
      {isUnused ? words.unused : words.states[state]}
    </Badge>
  );
}
