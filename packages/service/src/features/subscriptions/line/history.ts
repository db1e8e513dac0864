import type { StoreTx } from "../../../platform/db/db.ts";
import type { SubscriptionId, VariantId } from "../../../platform/ids.ts";
import { type State, stateName } from "../state.ts";
import type { SubscriptionKey } from "../subscription-key.ts";
import { countInLine, findInLine, findLedger, findRequest } from "./sql.ts";

const ENTRIES_MAX = 50;

export type SubscriptionHistory = {
  /** Absent for a sign-up that is not confirmed. */
  readonly id?: SubscriptionId;
  readonly state: State;
  readonly quantity: number;
  readonly signedUpAt: Date;
  /** The place in line by the time of sign-up, from 1; null when it is not waiting. */
  readonly place: number | null;
  /** Newest first. */
  readonly ledger: readonly {
    readonly at: Date;
    readonly state: State;
    readonly reason: string;
    readonly planId: string | null;
  }[];
};

/** Everything that happened to one subscription, with the reasons; or the sign-up that is not confirmed yet. */
export async function findHistory(tx: StoreTx, key: SubscriptionKey): Promise<SubscriptionHistory | undefined> {
  const found = await findInLine(tx, key);
  if (!found) {
    const request = await findRequest(tx, key);
    return request && { ...request, state: "unconfirmed", place: null, ledger: [] };
  }
  const { id, state, quantity, signedUpAt, place } = found;
  const ledger = await findLedger(tx, id, ENTRIES_MAX);
  return {
    id,
    state: stateName(state),
    quantity,
    signedUpAt,
    place,
    ledger: ledger.map((entry) => ({ ...entry, state: stateName(entry.state) })),
  };
}

export const countWaiting = (tx: StoreTx, variantId: VariantId, topic: string) => countInLine(tx, variantId, topic);
