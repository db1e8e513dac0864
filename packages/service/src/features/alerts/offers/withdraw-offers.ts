import type { StoreTx } from "../../../platform/db/db.ts";
import type { SubscriptionId } from "../../../platform/ids.ts";
import { freeUnits, freeUnsentUnits } from "../plans/free-units.ts";
import { closeOffersOfLeavers, findPlansWithUnsent } from "./sql.ts";

/** Ends the offers of shoppers who left, and frees their units. */
export async function withdrawOffers(tx: StoreTx, ids: readonly SubscriptionId[]): Promise<void> {
  await withdrawUnsent(tx, ids);
  const closed = await closeOffersOfLeavers(tx, ids);
  await freeUnits(
    tx,
    closed.map(({ variantId }) => variantId),
  );
}

/** Ends the offers that were not sent yet. If their shoppers come back, they join the end of the line, and these units would
 *  stay reserved for nobody. Call it before other plans are locked: delivery locks the plan of an offer first, too. */
export async function withdrawUnsent(tx: StoreTx, ids: readonly SubscriptionId[], inSeconds = 0): Promise<void> {
  for (const { planId } of await findPlansWithUnsent(tx, ids)) await freeUnsentUnits(tx, planId, ids, inSeconds);
}
