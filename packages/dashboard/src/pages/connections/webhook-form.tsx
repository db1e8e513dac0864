import { MultiSelect, Radio, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Body, PostPath } from "../../api/call.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { common } from "../../words/common.ts";
import { useWords } from "../../words/words.ts";
import { EVENTS, type EventName } from "./webhook-events.ts";
import { webhookTexts } from "./webhooks-texts.ts";

type Fields = { readonly url: string; readonly description: string; readonly events: ("*" | EventName)[] };

/** Asks for the address of a webhook and for its events. */
export function WebhookForm({
  title,
  button,
  path,
  start,
  isBusy,
  error,
  onSubmit,
  onClose,
  addToBody,
}: {
  title: string;
  button: string;
  path: PostPath;
  start: { readonly url: string; readonly description: string; readonly events: readonly string[] };
  isBusy: boolean;
  error: Error | null;
  onSubmit: (fields: Fields) => void;
  onClose: () => void;
  /** What the call has besides these fields, for its curl. */
  addToBody?: Partial<Body<"/storeadmin/v3/webhooks/update">>;
}) {
  const words = { ...useWords(common), ...useWords(webhookTexts) };
  const [url, setUrl] = useState(start.url);
  const [description, setDescription] = useState(start.description);
  const [isAll, setIsAll] = useState(start.events.includes("*"));
  const [some, setSome] = useState(EVENTS.filter((event) => start.events.includes(event)));
  const fields: Fields = { url: url.trim(), description: description.trim(), events: isAll ? ["*"] : some };
  return (
    <FormDialog
      title={title}
      button={button}
      call={{ path, body: { ...addToBody, ...fields } }}
      size="lg"
      isBusy={isBusy}
      isReady={fields.url !== "" && fields.events.length > 0}
      error={error}
      onSubmit={() => onSubmit(fields)}
      onClose={onClose}
    >
      <TextInput
        label={words.address}
        description={words.addressHint}
        placeholder="https://hooks.example.com/keepsake"
        value={url}
        required
        withAsterisk={false}
        maxLength={2048}
        autoComplete="off"
        onChange={(event) => setUrl(event.currentTarget.value)}
        data-autofocus
      />
      <TextInput
        label={words.description}
        placeholder={words.descriptionExample}
        value={description}
        maxLength={200}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <Radio.Group label={words.events} value={isAll ? "all" : "some"} onChange={(value) => setIsAll(value === "all")}>
        <Stack gap={6} mt={6}>
          <Radio value="all" label={words.allEvents} />
          <Radio value="some" label={words.someEvents} />
        </Stack>
      </Radio.Group>
      {!isAll && (
        <MultiSelect
          label={words.chooseEvents}
          data={[...EVENTS]}
          value={some}
          searchable
          onChange={(values) => setSome(EVENTS.filter((event) => values.includes(event)))}
        />
      )}
    </FormDialog>
  );
}
