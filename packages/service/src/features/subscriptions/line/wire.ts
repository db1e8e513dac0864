import type { SubscriptionHistory } from "./history.ts";

/** The public record of a subscription's history. Times are milliseconds, as everywhere in the API. */
export const historyRecord = ({ state, quantity, signedUpAt, place, ledger }: SubscriptionHistory) => ({
  state,
  quantity,
  cts: signedUpAt.getTime(),
  place,
  ledger: ledger.map(({ at, state: stateThen, reason, planId }) => ({
    ts: at.getTime(),
    state: stateThen,
    reason,
    plan: planId,
  })),
});
