import { Button, Group, NativeSelect, SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Empty } from "../../components/empty.tsx";
import { FiguresAge, StaleFigures } from "../../components/figures-age.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Page, Panel } from "../../components/page.tsx";
import { read } from "../../session/queries.ts";
import { useTopicName } from "../../words/topics.ts";
import { useWords } from "../../words/words.ts";
import { BestProducts } from "./best-products.tsx";
import { DaysChart } from "./days-chart.tsx";
import { NoOrders } from "./no-orders.tsx";
import { daysBefore, lastDays } from "./range.ts";
import { type Results, readResults } from "./read-results.ts";
import { RANGES, type ResultsSearch, type Show } from "./routes.ts";
import { chooseShown } from "./shown.ts";
import { sumOf } from "./sums.ts";
import { texts } from "./texts.ts";
import { Totals } from "./totals.tsx";

const DEFAULT_DAYS = 30;

export function ResultsPage() {
  const words = useWords(texts);
  const search = useSearch({ from: "/shell/results" });
  const navigate = useNavigate();
  const { days = DEFAULT_DAYS, topic } = search;
  const results = useQuery(readResults(lastDays(days), topic));
  const before = useQuery(readResults(daysBefore(days), topic));

  /** What is undefined leaves the URL. */
  const show: Show = (changes) =>
    void navigate({
      to: "/results",
      search: Object.fromEntries(Object.entries({ ...search, ...changes }).filter(([, value]) => value !== undefined)),
      replace: true,
    });
  return (
    <Page
      title={words.title}
      lead={
        <>
          {words.lead} {results.data && <FiguresAge asOf={results.data.asOf} />}
        </>
      }
      actions={<Filters days={days} topic={topic} show={show} />}
    >
      <StaleFigures asOf={results.data?.asOf} />
      <Loaded query={results} rows={8}>
        {(data) =>
          data.items.length === 0 ? (
            <Nothing />
          ) : (
            <Found results={data} before={before.data} days={days} search={search} show={show} />
          )
        }
      </Loaded>
    </Page>
  );
}

function Filters({ days, topic, show }: { days: number; topic: string | undefined; show: Show }) {
  const words = useWords(texts);
  const topicName = useTopicName();
  const { data } = useQuery(read("/storeadmin/v3/topics"));
  const topics = [...new Set([...(data?.topics ?? []).map(({ name }) => name), ...(topic ? [topic] : [])])];
  return (
    <Group gap="sm">
      <NativeSelect
        aria-label={words.topic}
        value={topic ?? ""}
        onChange={({ currentTarget }) => show({ topic: currentTarget.value || undefined })}
        data={[{ value: "", label: words.allTopics }, ...topics.map((value) => ({ value, label: topicName(value) }))]}
      />
      <SegmentedControl
        aria-label={words.range}
        value={String(days)}
        onChange={(chosen) => show({ days: RANGES.find((range) => String(range) === chosen) })}
        data={RANGES.map((range) => ({ value: String(range), label: words.days(range) }))}
      />
    </Group>
  );
}

function Found({
  results,
  before,
  days,
  search,
  show,
}: {
  results: Results;
  before: Results | undefined;
  days: number;
  search: ResultsSearch;
  show: Show;
}) {
  const sums = sumOf(results.items);
  const shown = chooseShown(search, sums);
  const hasNoOrders = sums.revenue.length === 0 && sums.bought === 0 && sums.notified > 0;
  return (
    <>
      <Totals sums={sums} before={before && sumOf(before.items)} days={days} />
      {hasNoOrders && <NoOrders />}
      <DaysChart results={results} sums={sums} shown={shown} search={search} show={show} />
      <BestProducts range={results.range} shown={shown} topic={search.topic} />
    </>
  );
}

function Nothing() {
  const words = useWords(texts);
  return (
    <Panel>
      <Empty
        title={words.emptyTitle}
        text={words.emptyText}
        action={
          <Button component={Link} to="/demand">
            {words.toDemand}
          </Button>
        }
      />
    </Panel>
  );
}
