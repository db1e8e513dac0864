import type { StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import { findOutcomes, type Outcome } from "../../alerts/outcomes/find-outcomes.ts";
import { DEFAULT_TOPIC, policyOf, unitsMaxOf } from "../../alerts/plans/policy.ts";
import { resultRules } from "../../stores/settings/settings.ts";
import type { Store } from "../../stores/store.ts";
import { countWanted } from "../../subscriptions/waiting/count-wanted.ts";
import { markCutShort, type Timed } from "./mark-cut-short.ts";
import type { Past, Waiting } from "./predict-sales.ts";
import { findFirstPurchaseDay, findPeopleWaiting } from "./sql.ts";

/** Where purchases are known from: the shop reports them, or only its stock shows what was sold to anybody. */
export type Source = "reports" | "stock";

/** What the advice on a variant is based on. */
export type Facts = {
  readonly waiting: Waiting;
  readonly past: Past;
  readonly source: Source;
  /** How many days after an alert a purchase still counts. */
  readonly windowDays: number;
};

/** Finds who waits for a variant, and what came of its past restocks and those of the store's other variants. */
export async function findFacts(tx: StoreTx, store: Store, variantId: VariantId): Promise<Facts> {
  const { windowDays } = resultRules(store.settings);
  const line = { variantId, topic: DEFAULT_TOPIC };
  const waiting = await findWaiting(tx, line, unitsMaxOf(policyOf(store, DEFAULT_TOPIC)));
  const { own, others } = await findOutcomes(tx, { ...line, windowDays });
  const since = earliest([await findFirstPurchaseDay(tx), ...[...own, ...others].map((one) => one.firstBoughtAt)]);
  const source = since ? "reports" : "stock";
  // Before the shop reported its first purchase, nobody seems to have bought anything.
  const isKnown = ({ firstAt, bought }: Outcome) => !since || firstAt >= since || bought > 0;
  const known = [...own, ...others].filter(isKnown);
  const restocks = markCutShort(known.map((outcome) => toTimed(outcome, source)));
  const byVariant = Map.groupBy(restocks, (_, index) => known[index]?.variantId);
  const ofVariant = byVariant.get(variantId) ?? [];
  byVariant.delete(variantId);
  return {
    waiting,
    past: { own: ofVariant, others: [...byVariant.values()] },
    source,
    windowDays,
  };
}

function earliest(times: readonly (Date | null)[]): Date | undefined {
  return times.flatMap((time) => time ?? []).toSorted((a, b) => a.getTime() - b.getTime())[0];
}

function toTimed({ notified, people, units, unitsSold, ...outcome }: Outcome, source: Source): Timed {
  // Buyers take the units that they asked for, so this is how many people the units went to.
  const buyers = source === "reports" ? outcome.bought : Math.round((unitsSold * people) / Math.max(units, 1));
  return {
    notified,
    bought: Math.min(buyers, notified),
    // Of alerts in waves, the first ones had more time: this counts too long for buyers rather than too short.
    secondsToBuy: secondsFrom(outcome.firstAt, outcome.meanBoughtAt),
    secondsInStock: secondsFrom(outcome.lastAt, outcome.ranOutAt),
  };
}

/** At least none: the units may run out before the last people are selected, who confirmed late. */
const secondsFrom = (from: Date, to: Date | null) => to && Math.max(0, (to.getTime() - from.getTime()) / 1_000);

/** Of a very long line only the first people are read: the others want as many units as they do. */
async function findWaiting(
  tx: StoreTx,
  line: { readonly variantId: VariantId; readonly topic: string },
  unitsMax: number,
): Promise<Waiting> {
  const { wanted, isPart } = await countWanted(tx, line, unitsMax);
  if (!isPart) return wanted;
  const read = wanted.reduce((sum, { people }) => sum + people, 0);
  const all = Math.max(read, await findPeopleWaiting(tx, line.variantId, line.topic));
  return wanted.map(({ units, people }) => ({ units, people: Math.round((people * all) / read) }));
}
