import type { StoreTx } from "../../../platform/db/db.ts";
import type { SubscriptionId } from "../../../platform/ids.ts";
import { type State, stateName } from "../state.ts";
import type { SubscriptionKey } from "../subscription-key.ts";
import { findInLine } from "./sql.ts";

export async function findSubscription(
  tx: StoreTx,
  key: SubscriptionKey,
): Promise<
  | { readonly id: SubscriptionId; readonly state: State; readonly place: number | null; readonly quantity: number }
  | undefined
> {
  const found = await findInLine(tx, key);
  return found && { id: found.id, state: stateName(found.state), place: found.place, quantity: found.quantity };
}
