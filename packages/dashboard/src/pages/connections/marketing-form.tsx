import { Checkbox, MultiSelect, PasswordInput, SegmentedControl, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Body } from "../../api/call.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useWords } from "../../words/words.ts";
import { EVENTS, type Tool, type ToolName } from "./marketing.ts";
import { marketingTexts } from "./marketing-texts.ts";

type Fields = Omit<Body<"/storeadmin/v3/marketing/connect">, "tool">;

/** Asks how a tool is reached and what it gets. `tool`: the one to change; a new one without it. */
export function MarketingForm({
  title,
  button,
  tool: changed,
  isBusy,
  error,
  onSubmit,
  onClose,
}: {
  title: string;
  button: string;
  tool?: Tool;
  isBusy: boolean;
  error: Error | null;
  onSubmit: (tool: ToolName, fields: Fields) => void;
  onClose: () => void;
}) {
  const words = useWords(marketingTexts);
  const [tool, setTool] = useState<ToolName>(changed?.tool ?? "klaviyo");
  const [key, setKey] = useState("");
  const [url, setUrl] = useState("");
  const [list, setList] = useState(changed?.list ?? "");
  const [consent, setConsent] = useState(changed?.consent ?? true);
  const [events, setEvents] = useState(EVENTS.filter((event) => changed?.events.includes(event) ?? true));
  const isKlaviyo = tool === "klaviyo";
  const access = isKlaviyo ? { ...given({ key }), list: list.trim() || "none" } : given({ url });
  const fields: Fields = { ...access, events, consent };
  const isNamed = changed !== undefined || (isKlaviyo ? key : url).trim() !== "";
  const path = changed ? "/storeadmin/v3/marketing/update" : "/storeadmin/v3/marketing/connect";
  const ofCurl = { ...fields, ...(fields.key === undefined ? {} : { key: "pk_…" }) };
  return (
    <FormDialog
      title={title}
      button={button}
      call={{ path, body: changed ? { connection: changed.connection, ...ofCurl } : { tool, ...ofCurl } }}
      size="lg"
      isBusy={isBusy}
      isReady={isNamed && (events.length > 0 || consent)}
      error={error}
      onSubmit={() => onSubmit(tool, fields)}
      onClose={onClose}
    >
      {!changed && (
        <SegmentedControl
          aria-label={words.tool}
          value={tool}
          data={[
            { value: "klaviyo", label: words.tools.klaviyo },
            { value: "http", label: words.tools.http },
          ]}
          onChange={(value) => setTool(value === "http" ? "http" : "klaviyo")}
        />
      )}
      {isKlaviyo ? (
        <PasswordInput
          label={words.key}
          description={changed ? words.keyKept : words.keyHint}
          placeholder="pk_…"
          value={key}
          maxLength={300}
          autoComplete="off"
          visibilityToggleButtonProps={{ "aria-hidden": true }}
          onChange={(event) => setKey(event.currentTarget.value)}
          data-autofocus
        />
      ) : (
        <TextInput
          label={words.url}
          description={words.urlHint}
          placeholder={changed?.name ?? "https://hooks.example.com/keepsake"}
          value={url}
          maxLength={2048}
          autoComplete="off"
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
      )}
      <MultiSelect
        label={words.events}
        placeholder={words.chooseEvents}
        data={[...EVENTS]}
        value={events}
        searchable
        onChange={(values) => setEvents(EVENTS.filter((event) => values.includes(event)))}
      />
      <Stack gap={6}>
        <Checkbox
          label={words.consent}
          description={words.consentHint}
          checked={consent}
          onChange={(event) => setConsent(event.currentTarget.checked)}
        />
      </Stack>
      {isKlaviyo && consent && (
        <TextInput
          label={words.list}
          description={words.listHint}
          value={list}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => setList(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  );
}

/** Without fields that are empty: they stay as they are. */
const given = (fields: Readonly<Record<string, string>>): Pick<Fields, "key" | "url"> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value.trim() === "" ? [] : [[name, value.trim()]])),
  );
