import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { Got } from "../../api/call.ts";
import { withQuery } from "../../api/call.ts";
import { CopyCurl } from "../../components/copy.tsx";
import type { Column } from "../../components/data-table.tsx";
import { Empty } from "../../components/empty.tsx";
import { FiguresAge, StaleFigures } from "../../components/figures-age.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Ago } from "../../components/moment.tsx";
import { Page, Panel } from "../../components/page.tsx";
import { Product } from "../../components/product.tsx";
import { DownloadCsv, Rows } from "../../components/rows.tsx";
import { Sparkline } from "../../components/sparkline.tsx";
import { Stock } from "../../components/stock.tsx";
import { Tile, Tiles } from "../../components/tile.tsx";
import { keyOf } from "../../components/variant-ref.ts";
import { read } from "../../session/queries.ts";
import { useFormats } from "../../words/formats.ts";
import { useWords } from "../../words/words.ts";
import { Filters } from "./filters.tsx";
import { texts } from "./texts.ts";

const DEFAULT_TOPIC = "backinstock";

type Summary = Got<"/storeadmin/v3/insights/summary">;
type Row = Got<"/storeadmin/v3/demand">["items"][number];

export function DemandPage() {
  const words = useWords(texts);
  const columns = useColumns();
  const search = useSearch({ from: "/shell/demand" });
  const summary = useQuery(read("/storeadmin/v3/insights/summary"));
  const { topic = DEFAULT_TOPIC } = search;
  const query = { ...search, topic };
  return (
    <Page
      title={words.title}
      lead={
        <>
          {words.lead} {summary.data && <FiguresAge asOf={summary.data.asOf} />}
        </>
      }
    >
      <StaleFigures asOf={summary.data?.asOf} />
      <Loaded query={summary} rows={2}>
        {(data) => <Totals summary={data} topic={topic} />}
      </Loaded>
      <Panel
        title={words.table}
        flush
        actions={
          <>
            <CopyCurl path={withQuery("/storeadmin/v3/demand", query)} />
            <DownloadCsv path="/storeadmin/v3/demand" query={query} name={`demand-${topic}`} />
          </>
        }
      >
        <Filters search={search} topic={topic} waiting={summary.data?.waiting ?? []} />
        <Rows
          path="/storeadmin/v3/demand"
          query={query}
          columns={columns}
          rowKey={keyOf}
          label={words.table}
          empty={<NothingWanted isFiltered={Object.keys(search).length > 0} />}
        />
      </Panel>
    </Page>
  );
}

function useColumns(): Column<Row>[] {
  const words = useWords(texts);
  const formats = useFormats();
  return [
    { name: words.product, show: (row) => <Product variant={row} topic={topicOf(row)} /> },
    { name: words.peopleShort, align: "right", show: (row) => formats.number(row.people) },
    { name: words.unitsShort, align: "right", show: (row) => formats.number(row.units) },
    {
      name: words.value,
      align: "right",
      show: ({ value, currency }) => (value && currency ? formats.moneys([{ currency, amount: value }]) : "–"),
    },
    { name: words.saves, align: "right", wide: true, show: (row) => formats.number(row.lists) },
    {
      name: words.oldest,
      wide: true,
      show: (row) => (row.oldest ? <Ago at={row.oldest} size="sm" miw="max-content" display="block" /> : "–"),
    },
    { name: words.trend, wide: true, show: (row) => <Sparkline values={row.trend} /> },
    { name: words.stock, show: (row) => <Stock {...row} /> },
  ];
}

const topicOf = ({ topic }: Row) => (topic === DEFAULT_TOPIC ? undefined : topic);

function Totals({ summary: { waiting }, topic }: { summary: Summary; topic: string }) {
  const words = useWords(texts);
  const formats = useFormats();
  const { people, units, value } = waiting.find((line) => line.topic === topic) ?? { people: 0, units: 0, value: [] };
  return (
    <Tiles cols={{ md: 2 + Math.max(1, Math.min(value.length, 3)) }}>
      <Tile name={words.people} value={formats.number(people)} />
      <Tile name={words.units} value={formats.number(units)} />
      {value.length === 0 ? (
        <Tile name={words.value} value="–" />
      ) : (
        value.map((one) => (
          <Tile
            key={one.currency}
            name={value.length > 1 ? `${words.value}, ${one.currency}` : words.value}
            value={formats.moneys([one])}
            note={words.valueNote}
          />
        ))
      )}
    </Tiles>
  );
}

function NothingWanted({ isFiltered }: { isFiltered: boolean }) {
  const words = useWords(texts);
  const navigate = useNavigate();
  if (isFiltered)
    return (
      <Empty
        title={words.noMatchTitle}
        text={words.noMatchText}
        action={
          <Button variant="default" onClick={() => void navigate({ to: "/demand", search: {} })}>
            {words.clear}
          </Button>
        }
      />
    );
  return (
    <Empty
      title={words.emptyTitle}
      text={words.emptyText}
      action={
        <Button component={Link} to="/setup">
          {words.setUp}
        </Button>
      }
    />
  );
}
