import type { StoreTx } from "../../../platform/db/db.ts";
import type { SubscriptionId, VariantId } from "../../../platform/ids.ts";
import type { Address } from "../address.ts";
import { findSubscription as findRow } from "../sql.ts";
import { type State, stateName } from "../state.ts";

/** The subscription of an address for a variant and topic. */
export async function findSubscription(
  tx: StoreTx,
  { address, variantId, topic }: { readonly address: Address; readonly variantId: VariantId; readonly topic: string },
): Promise<{ readonly id: SubscriptionId; readonly state: State } | undefined> {
  const found = await findRow(tx, { ...address, variantId, topic });
  return found && { id: found.id, state: stateName(found.state) };
}
