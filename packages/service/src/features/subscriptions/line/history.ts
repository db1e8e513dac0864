import type { StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import type { Address } from "../address.ts";
import { countInLine, findLedger, findSubscription } from "../sql.ts";
import { type State, stateName } from "../state.ts";

const ENTRIES = 50;

export type SubscriptionHistory = {
  readonly state: State;
  readonly quantity: number;
  /** Milliseconds, as all times of the public API. */
  readonly cts: number;
  /** In line by the time of sign-up; nothing where it does not wait. */
  readonly place: number | null;
  /** Newest first. */
  readonly ledger: readonly {
    readonly ts: number;
    readonly state: State;
    readonly reason: string;
    readonly plan: string | null;
  }[];
};

/** All that happened to one subscription, with the reasons. */
export async function historyOf(
  tx: StoreTx,
  { address, variantId, topic }: { readonly address: Address; readonly variantId: VariantId; readonly topic: string },
): Promise<SubscriptionHistory | undefined> {
  const found = await findSubscription(tx, { ...address, variantId, topic });
  if (!found) return undefined;
  const entries = await findLedger(tx, found.id, ENTRIES);
  return {
    state: stateName(found.state),
    quantity: found.quantity,
    cts: found.signedUpAt.getTime(),
    place: found.place,
    ledger: entries.map(({ at, state, reason, planId }) => ({
      ts: at.getTime(),
      state: stateName(state),
      reason,
      plan: planId,
    })),
  };
}

export const countWaiting = (tx: StoreTx, variantId: VariantId, topic: string) => countInLine(tx, variantId, topic);
