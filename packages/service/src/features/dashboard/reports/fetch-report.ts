import type { StoreTx } from "../../../platform/db/db.ts";
import { titleOf } from "../../catalog/variants/title-of.ts";
import type { Variant, VariantCache } from "../../catalog/variants/variant-cache.ts";
import { type Crowd, findCrowded } from "../../insights/demand/find-crowded.ts";
import type { DayRange } from "../../insights/range.ts";
import { fetchSummary } from "../../insights/summary/fetch-summary.ts";
import type { Store } from "../../stores/store.ts";
import { fetchProblems, type ProblemDeps } from "../problems/fetch-problems.ts";
import type { RangeReport, ThresholdReport, Wanted } from "./report.ts";

const TOP = 5;

/** What happened in a range of days, what is wanted most now, and what is wrong now. */
export async function fetchRangeReport(
  deps: ProblemDeps,
  tx: StoreTx,
  store: Store,
  { kind, range }: { readonly kind: RangeReport["kind"]; readonly range: DayRange },
): Promise<RangeReport> {
  const summary = await fetchSummary(tx, range);
  const crowds = await findCrowded(tx, { topic: "backinstock", people: 1, limit: TOP });
  return {
    kind,
    range,
    waiting: waitingOf(summary),
    counts: summary.range.counts,
    before: summary.before.counts,
    top: await nameProducts(deps.variants, tx, crowds),
    problems: await fetchProblems(tx, deps, store),
  };
}

export async function fetchThresholdReport(
  { variants }: { readonly variants: VariantCache },
  tx: StoreTx,
  { threshold, crossed }: { readonly threshold: number; readonly crossed: readonly Crowd[] },
): Promise<ThresholdReport> {
  const named = await nameProducts(variants, tx, crossed.slice(0, TOP * 2));
  return { kind: "threshold", threshold, crossed: named, waiting: crossed.length };
}

const waitingOf = ({ waiting }: Awaited<ReturnType<typeof fetchSummary>>) =>
  waiting.reduce((sum, { people }) => sum + people, 0);

async function nameProducts(variants: VariantCache, tx: StoreTx, crowds: readonly Crowd[]): Promise<Wanted[]> {
  const found = await variants.findByIds(
    tx.storeId,
    crowds.map(({ variantId }) => variantId),
  );
  return crowds.map(({ people }, index) => ({ title: titleOfFound(found[index]), people }));
}

function titleOfFound(variant: Variant | undefined) {
  const title = variant ? titleOf(variant) : null;
  return title && variant?.market ? `${title} (${variant.market.toUpperCase()})` : title;
}
