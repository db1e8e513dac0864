import type { StoreTx } from "../../platform/db.ts";
import type { SubscriptionId, VariantId } from "../../platform/ids.ts";
import type { Address } from "./address.ts";
import { findHistory } from "./sql.ts";
import { type State, stateWord } from "./state.ts";

/** Who an address is in the line of a variant, and how that stands. */
export async function findSubscription(
  tx: StoreTx,
  { address, variantId, topic }: { readonly address: Address; readonly variantId: VariantId; readonly topic: string },
): Promise<{ readonly id: SubscriptionId; readonly state: State } | undefined> {
  const found = await findHistory(tx, { ...address, variantId, topic });
  return found && { id: found.id, state: stateWord(found.state) };
}
