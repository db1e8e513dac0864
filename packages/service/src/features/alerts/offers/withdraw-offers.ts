import type { StoreTx } from "../../../platform/db/db.ts";
import type { SubscriptionId } from "../../../platform/ids.ts";
import { freeUnits } from "../plans/free-units.ts";
import { closeOffers } from "./sql.ts";

/** Ends the offers of shoppers who left, and frees their units. */
export async function withdrawOffers(tx: StoreTx, ids: readonly SubscriptionId[]): Promise<void> {
  const closed = await closeOffers(tx, ids, "passed");
  await freeUnits(
    tx,
    closed.map(({ variantId }) => variantId),
  );
}
