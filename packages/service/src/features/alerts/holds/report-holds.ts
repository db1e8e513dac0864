import type { StoreTx } from "../../../platform/db/db.ts";
import { HAPPENINGS } from "../../subscriptions/line/happenings.ts";
import { recordOutcomes } from "../../subscriptions/line/record-outcomes.ts";
import { formatUntil } from "../offers/offer.ts";
import { type HoldReport, nextState } from "./hold.ts";
import { type LockedHold, lockHolds, storeHolds } from "./sql.ts";

/** Stores what connectors have reserved, could not reserve, or have released. Reports may come late, twice or in another order. What
 *  is not known is not there any more, or belongs to another store. Returns how many reports changed something. */
export async function reportHolds(tx: StoreTx, reports: readonly HoldReport[]): Promise<number> {
  const locked = await lockHolds(tx, [...new Set(reports.map(({ token }) => token))]);
  const holds = new Map(locked.map((hold) => [hold.token, hold]));
  const changed = new Map<string, LockedHold>();
  const reasons = new Map<string, string>();
  let changes = 0;
  for (const report of reports) {
    const hold = holds.get(report.token);
    if (!hold) continue;
    const after = afterReport(hold, report);
    if (!after) continue;
    changes += 1;
    holds.set(report.token, after);
    changed.set(report.token, after);
    const { subscriptionId } = hold;
    if (subscriptionId !== null && after.state !== hold.state && after.state === report.state)
      reasons.set(report.token, happeningOf(after, report));
  }
  if (changed.size > 0) await storeHolds(tx, [...changed.values()]);
  const outcomes = [...reasons].flatMap(([token, reason]) => {
    const { subscriptionId, planId } = holds.get(token) ?? {};
    return subscriptionId && planId ? [{ id: subscriptionId, planId, reason }] : [];
  });
  // Each subscription once: of several offers of one, the newest is told.
  await recordOutcomes(tx, [...new Map(outcomes.map((outcome) => [outcome.id, outcome])).values()]);
  return changes;
}

/** Undefined when the report changes nothing. */
function afterReport(hold: LockedHold, report: HoldReport): LockedHold | undefined {
  const state = nextState(hold, report.state);
  const isHeld = report.state === "held";
  const reference = (isHeld ? report.reference : null) ?? hold.reference;
  const url = (isHeld && hold.subscriptionId !== null ? report.url : null) ?? hold.url;
  const isSame = state === hold.state && reference === hold.reference && url === hold.url;
  return isSame ? undefined : { ...hold, state, reference, url };
}

function happeningOf({ until }: LockedHold, { state, reason }: HoldReport): string {
  if (state === "held") return HAPPENINGS.say("held", { until: formatUntil(until) });
  if (state === "refused") return HAPPENINGS.say("hold-refused", { answer: reason });
  return HAPPENINGS.say("hold-released", {});
}
