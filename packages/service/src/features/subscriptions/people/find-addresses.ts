import type { StoreTx } from "../../../platform/db/db.ts";
import type { SubscriptionId } from "../../../platform/ids.ts";
import { type AddressRow, selectAddresses } from "./sql.ts";

/** Whose subscriptions these are. A person who was erased is missing. */
export async function findAddresses(
  tx: StoreTx,
  ids: readonly SubscriptionId[],
): Promise<ReadonlyMap<SubscriptionId, AddressRow>> {
  return new Map((await selectAddresses(tx, ids)).map((row) => [row.id, row]));
}
