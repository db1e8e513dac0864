import { Text, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Got } from "../../api/call.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useChange } from "../../session/queries.ts";
import { common } from "../../words/common.ts";
import { useWords } from "../../words/words.ts";
import { marketsTexts } from "./markets-texts.ts";

export type Market = Got<"/storeadmin/v3/settings">["settings"]["markets"][number];

const PATH = "/storeadmin/v3/settings/update";

/** Adds a market or, with `market`, changes it. `others` are those that stay as they are. */
export function MarketForm({
  market,
  others,
  version,
  onClose,
}: {
  market: Market | undefined;
  others: readonly Market[];
  version: string;
  onClose: () => void;
}) {
  const words = { ...useWords(common), ...useWords(marketsTexts) };
  const [typed, setTyped] = useState({
    name: market?.name ?? "",
    currency: market?.currency ?? "",
    url: market?.url ?? "",
    locations: (market?.locations ?? []).join(", "),
  });
  const change = useChange(PATH, {
    changes: ["/storeadmin/v3/settings"],
    headers: () => ({ "if-match": `"${version}"` }),
  });
  const locations = [...new Set(typed.locations.split(",").map((one) => one.trim()))].filter(Boolean);
  const wanted: Market = {
    name: typed.name.trim().toLowerCase(),
    ...(typed.currency ? { currency: typed.currency.trim().toUpperCase() } : {}),
    ...(typed.url ? { url: typed.url.trim() } : {}),
    ...(locations.length > 0 ? { locations } : {}),
  };
  const body = { markets: [...others, wanted] };
  const field = (name: keyof typeof typed, maxLength: number) => ({
    label: words[name],
    description: words[`${name}Hint` as const],
    value: typed[name],
    maxLength,
    autoComplete: "off",
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setTyped((before) => ({ ...before, [name]: value })),
  });
  return (
    <FormDialog
      title={market ? words.changeTitle(market.name) : words.add}
      button={words.save}
      call={{ path: PATH, body }}
      isBusy={change.isPending}
      isReady={wanted.name !== ""}
      error={change.error}
      onSubmit={() => change.mutate(body, { onSuccess: onClose })}
      onClose={onClose}
    >
      {market === undefined && <TextInput {...field("name", 20)} data-autofocus />}
      <TextInput {...field("locations", 6_500)} />
      <TextInput {...field("currency", 3)} />
      <TextInput {...field("url", 300)} />
      <Text size="sm" c="dimmed">
        {words.recount}
      </Text>
    </FormDialog>
  );
}
