import { Group, NativeSelect } from "@mantine/core";
import { withQuery } from "../../api/call.ts";
import { Chart } from "../../components/chart.tsx";
import { CopyCurl } from "../../components/copy.tsx";
import { DownloadCsv } from "../../components/rows.tsx";
import { useFormats } from "../../words/formats.ts";
import { useTopicName } from "../../words/topics.ts";
import { useWords } from "../../words/words.ts";
import { daysOf } from "./range.ts";
import type { Results } from "./read-results.ts";
import { MEASURES, type ResultsSearch, type Show } from "./routes.ts";
import { type Shown, useShownName } from "./shown.ts";
import { addAmounts, type DayResult, type Sums } from "./sums.ts";
import { texts } from "./texts.ts";

const COLORS = ["fir.6", "orange.6", "blue.6", "grape.6", "yellow.6", "gray.6"];
/** The rest is shown together. */
const TOPICS_MAX = COLORS.length;

/** One measure by day and topic, as a chart or table. Money of one currency at a time. */
export function DaysChart({
  results: { range, items },
  sums,
  shown,
  search,
  show,
}: {
  results: Results;
  sums: Sums;
  shown: Shown;
  search: ResultsSearch;
  show: Show;
}) {
  const words = useWords(texts);
  const formats = useFormats();
  const topicName = useTopicName();
  const title = useShownName(shown);
  const { measure, currency } = shown;
  const currencies = sums.revenue.map((one) => one.currency);

  const valueOf = (result: DayResult) =>
    measure === "revenue"
      ? Number(addAmounts(result.revenue.filter((one) => one.currency === currency).map(({ amount }) => amount)))
      : result[measure];
  const total = (results: readonly DayResult[]) => results.reduce((sum, one) => sum + valueOf(one), 0);
  const byTopic = [...Map.groupBy(items, ({ topic }) => topic)]
    .filter(([, ofTopic]) => total(ofTopic) !== 0)
    .toSorted(([, one], [, other]) => total(other) - total(one));
  const largest = byTopic.length > TOPICS_MAX ? byTopic.slice(0, TOPICS_MAX - 1) : byTopic;
  const rest = byTopic.slice(largest.length).flatMap(([, ofTopic]) => ofTopic);
  // Names such as "a.b" would be read as a path into the data.
  const lines = [
    ...largest.map(([topic, ofTopic]) => ({ label: topic === "" ? words.savedItems : topicName(topic), of: ofTopic })),
    ...(rest.length > 0 ? [{ label: words.otherTopics, of: rest }] : []),
  ].map((line, index) => ({ ...line, name: `line${index}`, color: COLORS[index] ?? "gray.6" }));

  const rows = daysOf(range).map((day) => ({
    at: day,
    ...Object.fromEntries(lines.map(({ name, of }) => [name, total(of.filter((one) => one.day === day))])),
  }));
  const query = { ...range, ...(search.topic ? { topic: search.topic } : {}) };
  return (
    <Chart
      kind="stacked"
      title={words.byDay(title)}
      at={words.day}
      showAt={(day) => formats.shortDay(String(day))}
      showValue={currency ? (value) => formats.money({ currency, amount: String(value) }) : undefined}
      series={lines.map(({ name, label, color }) => ({ name, label, color }))}
      rows={rows}
      actions={
        <Group gap="xs">
          <NativeSelect
            size="xs"
            aria-label={words.show}
            value={measure}
            onChange={({ currentTarget }) => show({ show: MEASURES.find((one) => one === currentTarget.value) })}
            data={MEASURES.filter((one) => one !== "revenue" || currencies.length > 0).map((value) => ({
              value,
              label: words.measures[value],
            }))}
          />
          {measure === "revenue" && currencies.length > 1 && (
            <NativeSelect
              size="xs"
              aria-label={words.currency}
              value={currency ?? ""}
              onChange={({ currentTarget }) => show({ currency: currentTarget.value })}
              data={currencies}
            />
          )}
          <CopyCurl path={withQuery("/storeadmin/v3/results", query)} />
          <DownloadCsv path="/storeadmin/v3/results" query={query} name={`results-${range.from}-${range.to}`} />
        </Group>
      }
    />
  );
}
