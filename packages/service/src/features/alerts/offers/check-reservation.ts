import type { StoreTx } from "../../../platform/db/db.ts";
import { countStock } from "../../catalog/stock/count-stock.ts";
import type { PlanInProgress } from "../plans/continue-plan.ts";
import { getOfferEnd } from "./sql.ts";

/** The reservation of the people who are notified now: when it ends, and whether the units are sold out already. */
export type Reservation = { readonly until: Date; readonly isSoldOut: boolean };

/** Checks the stock right before the messages are sent: after an outage of the provider, or after quiet hours, the units
 *  that the wave reserved may be sold out. */
export async function checkReservation(
  tx: StoreTx,
  plan: PlanInProgress & { readonly offer: NonNullable<PlanInProgress["offer"]> },
): Promise<Reservation> {
  const { isIn, number } = await countStock(tx, plan.variantId);
  return { until: await getOfferEnd(tx, plan.offer.minutes), isSoldOut: !isIn || number !== plan.number };
}
