import type { Column } from "../../components/data-table.tsx";
import { Empty } from "../../components/empty.tsx";
import { Panel } from "../../components/page.tsx";
import { PageLink } from "../../components/page-link.tsx";
import type { Plan } from "../../components/plan.ts";
import { PhaseBadge } from "../../components/plan-state.tsx";
import { DownloadCsv, Rows } from "../../components/rows.tsx";
import { keyOf, type VariantRef } from "../../components/variant-ref.ts";
import { useFormats } from "../../words/formats.ts";
import { useTopicName } from "../../words/topics.ts";
import { useWords } from "../../words/words.ts";
import { variantTexts } from "./variant-texts.ts";

const PAGE = 10;

/** What came of this variant's restocks and other alerts, the newest first. */
export function PastAlerts({ variant }: { variant: VariantRef }) {
  const words = useWords(variantTexts);
  const columns = useColumns();
  return (
    <Panel
      title={words.history}
      flush
      actions={<DownloadCsv path="/storeadmin/v3/plans" query={variant} name={`restocks-${keyOf(variant)}`} />}
    >
      <Rows
        path="/storeadmin/v3/plans"
        query={{ ...variant, limit: PAGE }}
        columns={columns}
        rowKey={({ plan }) => plan}
        label={words.history}
        empty={<Empty title={words.historyEmpty} text={words.historyEmptyText} />}
      />
    </Panel>
  );
}

function useColumns(): Column<Plan>[] {
  const words = useWords(variantTexts);
  const formats = useFormats();
  const topicName = useTopicName();
  return [
    {
      name: words.when,
      show: ({ plan, created }) => (
        <PageLink to="/restocks/$plan" params={{ plan }} size="sm" miw="max-content" display="block">
          {formats.time(created)}
        </PageLink>
      ),
    },
    { name: words.topic, show: ({ topic }) => topicName(topic) },
    { name: words.state, show: (plan) => <PhaseBadge plan={plan} /> },
    { name: words.stockThen, align: "right", wide: true, show: (plan) => stockOf(plan, formats.number) },
    { name: words.told, align: "right", show: ({ notified }) => formats.number(notified) },
    { name: words.failed, align: "right", wide: true, show: ({ failed }) => formats.number(failed) },
    { name: words.skipped, align: "right", wide: true, show: ({ skipped }) => formats.number(skipped) },
  ];
}

/** The stock that the first wave counted, if that wave is still listed. */
function stockOf({ lastWaves }: Plan, show: (units: number) => string) {
  const [first] = lastWaves;
  return first?.wave === 1 && first.units !== null ? show(first.units) : "–";
}
