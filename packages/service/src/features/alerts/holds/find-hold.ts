import type { StoreTx } from "../../../platform/db/db.ts";
import { hasReservingConnector } from "../../stores/connectors/find-connectors.ts";
import type { Offer } from "../offers/offer.ts";
import { findRunningHold } from "./sql.ts";

/** What the page of an offer says about a reservation at the shop. "promised": it is made when the shopper accepts. "being-made":
 *  the shopper has just accepted. "none": the offer is only a first chance. */
export type ShownHold =
  | { readonly state: "none" | "promised" | "being-made" | "refused" }
  | { readonly state: "held"; readonly url: string | null };

/** A shopper who has accepted waits so long for the connector. */
const PATIENCE_SECONDS = 60;

export async function findShownHold(tx: StoreTx, offer: Offer): Promise<ShownHold> {
  if (offer.isOver) return { state: "none" };
  if (offer.state === "open") return { state: (await hasReservingConnector(tx)) ? "promised" : "none" };
  if (offer.state !== "accepted") return { state: "none" };
  const hold = await findRunningHold(tx, offer, PATIENCE_SECONDS);
  if (hold?.state === "held") return { state: "held", url: hold.url };
  if (hold?.state === "wanted" && hold.isNew) return { state: "being-made" };
  return { state: hold?.state === "refused" ? "refused" : "none" };
}
