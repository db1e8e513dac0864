import type { StoreTx } from "../../../platform/db/db.ts";
import type { PlanId, SubscriptionId } from "../../../platform/ids.ts";
import { STATES, type State } from "../state.ts";
import { storeOutcomes } from "./sql.ts";

/** What became of a subscription. Without a state it keeps its state, and only the reason is recorded. Without a reason
 *  the ledger gets no row, because a delivery says it. */
export type Outcome = {
  readonly id: SubscriptionId;
  readonly planId?: PlanId;
  readonly state?: Exclude<State, "unconfirmed">;
  readonly reason?: string;
};

const OUTCOMES_MAX = 1_000;
const REASON_MAX = 80;

/** Records the outcomes of alerts: the state of each subscription, and a ledger row with the reason. A subscription that
 *  the person ended meanwhile stays ended. Expects each subscription once; returns those whose state changed. */
export async function recordOutcomes(tx: StoreTx, outcomes: readonly Outcome[]): Promise<SubscriptionId[]> {
  if (outcomes.length > OUTCOMES_MAX) throw new Error(`recordOutcomes takes at most ${OUTCOMES_MAX} outcomes`);
  if (outcomes.length === 0) return [];
  return storeOutcomes(
    tx,
    outcomes.map(({ id, planId = null, state, reason }) => ({
      id,
      planId,
      state: state ? STATES[state] : null,
      reason: reason?.slice(0, REASON_MAX) ?? null,
    })),
  );
}
