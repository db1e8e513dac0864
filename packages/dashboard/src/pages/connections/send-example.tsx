import { Select, Text } from "@mantine/core";
import { useState } from "react";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useChange } from "../../session/queries.ts";
import { common } from "../../words/common.ts";
import { useWords } from "../../words/words.ts";
import { EVENTS, type EventName } from "./webhook-events.ts";
import type { Webhook } from "./webhook-state.tsx";
import { webhookTexts } from "./webhooks-texts.ts";

const PATH = "/storeadmin/v3/webhooks/send-example";

export function SendExample({ webhook: { endpoint, events }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const words = { ...useWords(common), ...useWords(webhookTexts) };
  const [type, setType] = useState<EventName>();
  const send = useChange(PATH, { changes: ["/storeadmin/v3/webhooks/deliveries", "/storeadmin/v3/webhooks"] });
  const body = { endpoint, ...(type ? { type } : {}) };
  const wanted = EVENTS.filter((event) => events.includes("*") || events.includes(event));
  return (
    <FormDialog
      title={words.sendExample}
      button={words.send}
      call={{ path: PATH, body }}
      isBusy={send.isPending}
      error={send.error}
      onSubmit={() => send.mutate(body, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text size="sm">{words.sendExampleText}</Text>
      <Select
        label={words.exampleOf}
        placeholder={words.firstWanted}
        data={wanted}
        value={type ?? null}
        clearable
        clearButtonProps={{ "aria-label": words.remove }}
        onChange={(value) => setType(wanted.find((one) => one === value))}
      />
    </FormDialog>
  );
}
