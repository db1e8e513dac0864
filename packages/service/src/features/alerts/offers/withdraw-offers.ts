import type { StoreTx } from "../../../platform/db/db.ts";
import type { SubscriptionId } from "../../../platform/ids.ts";
import { endHoldsOf } from "../holds/end-holds.ts";
import { freeUnits, freeUnitsOfLeavers } from "../plans/free-units.ts";
import { closeOffersOfLeavers, findPlansWithUnsent } from "./sql.ts";

/** Ends the offers of shoppers who left, and frees their units. A shopper who came back may have been selected again
 *  meanwhile: that offer stays. Delivery locks the plan of an offer before other plans, and so does this. */
export async function withdrawOffers(tx: StoreTx, ids: readonly SubscriptionId[]): Promise<void> {
  for (const plan of await findPlansWithUnsent(tx, ids)) await freeUnitsOfLeavers(tx, plan, ids);
  const closed = await closeOffersOfLeavers(tx, ids);
  await endHoldsOf(tx, closed);
  await freeUnits(
    tx,
    closed.map(({ variantId }) => variantId),
  );
}
