import type { StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import { explainPlans, type PlanHistory } from "../../alerts/plans/explain.ts";
import { findPriceTargets, type PriceCurve } from "../../subscriptions/waiting/find-price-targets.ts";
import type { Money } from "../money.ts";
import { type DayRange, daysOf } from "../range.ts";
import { COUNTER_NAMES, type Counts } from "../rollups/counters.ts";
import { type Demand, type DemandDeps, describeDemand } from "./describe-demand.ts";
import { findLineFigures, findVariantDays, findVariantRevenue, type LineFigures } from "./sql.ts";

export type VariantDay = Counts & { readonly day: string; readonly revenue: readonly Money[] };
export type VariantDemand = {
  readonly demand: Demand;
  /** Who waits for it, by topic: the 100 topics with most people. */
  readonly lines: readonly LineFigures[];
  /** Every day of the range. */
  readonly days: readonly VariantDay[];
  readonly priceTargets: readonly PriceCurve[];
  /** The last alerts, with what became of them. */
  readonly plans: readonly PlanHistory[];
};

/** Everything about one variant: who waits, what happened, at which prices it would sell, and its past restocks. */
export async function showVariant(
  deps: DemandDeps,
  tx: StoreTx,
  variantId: VariantId,
  { topic, range }: { readonly topic: string; readonly range: DayRange },
): Promise<VariantDemand | undefined> {
  const [demand] = await describeDemand(deps, tx, [variantId], { topic, trend: range });
  if (!demand) return undefined;
  const counted = new Map((await findVariantDays(tx, variantId, range)).map((row) => [row.day, row]));
  const revenue = Map.groupBy(await findVariantRevenue(tx, variantId, range), ({ day }) => day);
  return {
    demand,
    lines: await findLineFigures(tx, variantId),
    days: daysOf(range).map((day) => ({
      ...(counted.get(day) ?? { day, ...NOTHING }),
      revenue: (revenue.get(day) ?? []).map(({ currency, amount }) => ({ currency, amount })),
    })),
    priceTargets: await findPriceTargets(tx, variantId),
    plans: await explainPlans(tx, variantId),
  };
}

const NOTHING = Object.fromEntries(COUNTER_NAMES.map((name) => [name, 0])) as unknown as Counts;
