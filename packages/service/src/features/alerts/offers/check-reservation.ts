import type { StoreTx } from "../../../platform/db/db.ts";
import { countStock } from "../../catalog/stock/count-stock.ts";
import type { PlanInProgress } from "../plans/continue-plan.ts";
import { getOfferEnd } from "./sql.ts";

/** Until when units stay reserved for the people who are notified now. */
export type Reservation = { readonly until: Date; readonly isSoldOut: boolean };

/** Checks the stock right before the messages are sent: an outage of the provider, or a night, may lie between the wave
 *  that reserved the units and the message. */
export async function checkReservation(
  tx: StoreTx,
  plan: PlanInProgress & { readonly offer: NonNullable<PlanInProgress["offer"]> },
): Promise<Reservation> {
  const { isIn, number } = await countStock(tx, plan.variantId);
  return { until: await getOfferEnd(tx, plan.offer.minutes), isSoldOut: !isIn || number !== plan.number };
}
