import { type Got, withQuery } from "../../api/call.ts";
import { CopyCurl } from "../../components/copy.tsx";
import type { Column } from "../../components/data-table.tsx";
import { Empty } from "../../components/empty.tsx";
import { Ago } from "../../components/moment.tsx";
import { Panel } from "../../components/page.tsx";
import { PageLink } from "../../components/page-link.tsx";
import { DownloadCsv, Rows } from "../../components/rows.tsx";
import { keyOf, type VariantRef } from "../../components/variant-ref.ts";
import { useFormats } from "../../words/formats.ts";
import { useWords } from "../../words/words.ts";
import { variantTexts } from "./variant-texts.ts";

type Person = Got<"/storeadmin/v3/lines">["items"][number];

const PAGE = 10;

/** The people who wait, in order. The service masks their addresses for roles that may not see them. */
export function LinePanel({ variant, topic }: { variant: VariantRef; topic: string }) {
  const words = useWords(variantTexts);
  const columns = useColumns(topic);
  const query = { ...variant, topic };
  return (
    <Panel
      title={words.line}
      lead={words.lineLead}
      flush
      actions={
        <>
          <CopyCurl path={withQuery("/storeadmin/v3/lines", query)} />
          <DownloadCsv path="/storeadmin/v3/lines" query={query} name={`line-${keyOf(variant)}-${topic}`} />
        </>
      }
    >
      <Rows
        path="/storeadmin/v3/lines"
        query={{ ...query, limit: PAGE }}
        columns={columns}
        rowKey={({ person }) => person}
        label={words.line}
        empty={<Empty title={words.lineEmpty} text={words.lineEmptyText} />}
      />
    </Panel>
  );
}

function useColumns(topic: string): Column<Person>[] {
  const words = useWords(variantTexts);
  const formats = useFormats();
  const target: Column<Person> = {
    name: words.target,
    align: "right",
    show: ({ priceMax, currency }) => (priceMax && currency ? formats.money({ currency, amount: priceMax }) : "–"),
  };
  return [
    { name: words.number, show: (row) => formats.number(row.number) },
    {
      name: words.address,
      show: ({ person, address }) => (
        <PageLink to="/people/$person" params={{ person }} size="sm" miw="max-content" display="block">
          {address}
        </PageLink>
      ),
    },
    { name: words.since, show: ({ since }) => <Ago at={since} size="sm" miw="max-content" display="block" /> },
    { name: words.quantity, align: "right", show: ({ quantity }) => formats.number(quantity) },
    ...(topic === "pricedrop" ? [target] : []),
    { name: words.locale, wide: true, show: ({ locale }) => locale ?? "–" },
  ];
}
