import type { StoreTx } from "../../../platform/db/db.ts";
import { hasReservingConnector } from "../../stores/connectors/find-connectors.ts";
import type { Offer } from "../offers/offer.ts";
import { insertHold } from "./sql.ts";

/** Somebody accepted an offer: asks the store's connectors to reserve the units at the platform, if one of them does that. Runs in
 *  the transaction of the acceptance. */
export async function wantHold(tx: StoreTx, offer: Offer): Promise<void> {
  if (await hasReservingConnector(tx)) await insertHold(tx, offer);
}
