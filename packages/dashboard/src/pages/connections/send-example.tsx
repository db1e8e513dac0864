import { Button, Group, Modal, Select, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { CopyCurl } from "../../components/copy.tsx";
import { Failure } from "../../components/failure.tsx";
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
    <Modal opened onClose={onClose} title={words.sendExample} centered closeButtonProps={{ "aria-label": words.close }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send.mutate(body, { onSuccess: onClose });
        }}
      >
        <Stack gap="md">
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
          {send.error && <Failure error={send.error} />}
          <Group justify="space-between">
            <CopyCurl path={PATH} body={body} />
            <Group gap="sm">
              <Button variant="default" onClick={onClose}>
                {words.cancel}
              </Button>
              <Button type="submit" loading={send.isPending}>
                {words.send}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
