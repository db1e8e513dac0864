import { Group, NativeSelect, SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Got } from "../../api/call.ts";
import { read } from "../../session/queries.ts";
import { useTopicName } from "../../words/topics.ts";
import { useWords } from "../../words/words.ts";
import { type DemandSearch, SORTS, STOCKS } from "./routes.ts";
import { texts } from "./texts.ts";

type Waiting = Got<"/storeadmin/v3/insights/summary">["waiting"];

/** What the table shows, and in which order. The URL has it all, so that a view can be sent to somebody. */
export function Filters({ search, topic, waiting }: { search: DemandSearch; topic: string; waiting: Waiting }) {
  const words = useWords(texts);
  const topicName = useTopicName();
  const navigate = useNavigate();
  const { data } = useQuery(read("/storeadmin/v3/topics"));
  const topics = [
    ...new Set([...(data?.topics ?? []).map(({ name }) => name), ...waiting.map((one) => one.topic), topic]),
  ];
  const currencies = waiting.find((line) => line.topic === topic)?.value.map(({ currency }) => currency) ?? [];
  const { sort = "people", stock, currency } = search;

  /** What is undefined leaves the URL. */
  const show = (changes: { [Name in keyof DemandSearch]: DemandSearch[Name] | undefined }) =>
    void navigate({
      to: "/demand",
      search: Object.fromEntries(Object.entries({ ...search, ...changes }).filter(([, value]) => value !== undefined)),
      replace: true,
    });
  return (
    <Group gap="md" px="lg" pb="md" align="flex-end">
      <NativeSelect
        size="sm"
        label={words.topic}
        value={topic}
        onChange={({ currentTarget }) => show({ topic: currentTarget.value, currency: undefined })}
        data={topics.map((value) => ({ value, label: topicName(value) }))}
      />
      <NativeSelect
        size="sm"
        label={words.sort}
        value={sort}
        onChange={({ currentTarget }) =>
          show({ sort: SORTS.find((one) => one === currentTarget.value), currency: undefined })
        }
        data={SORTS.map((value) => ({ value, label: words.sorts[value] }))}
      />
      {sort === "value" && currencies.length > 1 && (
        <NativeSelect
          size="sm"
          label={words.currency}
          value={currency ?? ""}
          onChange={({ currentTarget }) => show({ currency: currentTarget.value || undefined })}
          data={[{ value: "", label: words.mainCurrency }, ...currencies]}
        />
      )}
      <SegmentedControl
        size="sm"
        aria-label={words.stock}
        value={stock ?? "all"}
        onChange={(chosen) => show({ stock: STOCKS.find((one) => one === chosen) })}
        data={(["all", ...STOCKS] as const).map((value) => ({ value, label: words.stocks[value] }))}
      />
    </Group>
  );
}
