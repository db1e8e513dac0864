import { type Got, withQuery } from "../../api/call.ts";
import { CopyCurl } from "../../components/copy.tsx";
import type { Column } from "../../components/data-table.tsx";
import { Empty } from "../../components/empty.tsx";
import { Panel } from "../../components/page.tsx";
import { Product } from "../../components/product.tsx";
import { DownloadCsv, Rows } from "../../components/rows.tsx";
import { keyOf } from "../../components/variant-ref.ts";
import { useFormats } from "../../words/formats.ts";
import { useWords } from "../../words/words.ts";
import type { Range } from "./range.ts";
import { type Shown, useShownName } from "./shown.ts";
import { texts } from "./texts.ts";

type Row = Got<"/storeadmin/v3/results/variants">["items"][number];

const PAGE = 10;

/** The variants with the best results, by what the chart shows. */
export function BestProducts({ range, shown, topic }: { range: Range; shown: Shown; topic: string | undefined }) {
  const words = useWords(texts);
  const columns = useColumns();
  const name = useShownName(shown);
  const query = {
    ...range,
    ...(topic ? { topic } : {}),
    sort: shown.measure,
    ...(shown.currency ? { currency: shown.currency } : {}),
  };
  return (
    <Panel
      title={words.best}
      lead={words.bestLead(name)}
      flush
      actions={
        <>
          <CopyCurl path={withQuery("/storeadmin/v3/results/variants", query)} />
          <DownloadCsv
            path="/storeadmin/v3/results/variants"
            query={query}
            name={`best-products-${range.from}-${range.to}`}
          />
        </>
      }
    >
      <Rows
        path="/storeadmin/v3/results/variants"
        query={{ ...query, limit: PAGE }}
        columns={columns}
        rowKey={keyOf}
        label={words.best}
        empty={<Empty title={words.noBest} text={words.noBestText} />}
      />
    </Panel>
  );
}

function useColumns(): Column<Row>[] {
  const words = useWords(texts);
  const formats = useFormats();
  return [
    { name: words.product, show: (row) => <Product variant={row} /> },
    { name: words.measures.notified, align: "right", show: (row) => formats.number(row.notified) },
    { name: words.measures.clicked, align: "right", show: (row) => formats.number(row.clicked) },
    { name: words.measures.bought, align: "right", show: (row) => formats.number(row.bought) },
    { name: words.measures.units, align: "right", wide: true, show: (row) => formats.number(row.units) },
    {
      name: words.measures.revenue,
      align: "right",
      show: ({ revenue }) => (revenue.length > 0 ? formats.moneys(revenue) : "–"),
    },
  ];
}
