import type { StoreTx } from "../../../platform/db/db.ts";
import type { SubscriptionId } from "../../../platform/ids.ts";
import type { HoldKey } from "./hold.ts";
import { endHolds, unlinkHolds } from "./sql.ts";

/** These offers are over, for whatever reason: connectors are asked to release what they reserved for them. Runs in the transaction
 *  that ends the offers. */
export async function endHoldsOf(tx: StoreTx, offers: readonly HoldKey[]): Promise<void> {
  if (offers.length > 0) await endHolds(tx, offers);
}

/** The same for people who are erased. The rows stay until connectors have released, and lead to nobody. */
export async function forgetHolds(tx: StoreTx, subscriptionIds: readonly SubscriptionId[]): Promise<void> {
  if (subscriptionIds.length > 0) await unlinkHolds(tx, subscriptionIds);
}
