import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { MedusaError } from "@medusajs/framework/utils";
import { claimOffer } from "../../../../holds/claim-offer";

const TEXT_MAX = 100;

/** The page behind an accepted offer calls it. Who knows the offer, a random id from the mail, may claim it. */
export async function POST(request: MedusaRequest<{ offer?: unknown; cart_id?: unknown }>, response: MedusaResponse) {
  const offer = readText("offer", request.body.offer);
  const cartId = readText("cart_id", request.body.cart_id);
  await claimOffer(request.scope, offer, cartId);
  response.json({ offer, cart_id: cartId });
}

function readText(name: string, value: unknown): string {
  if (typeof value === "string" && value !== "" && value.length <= TEXT_MAX) return value;
  throw new MedusaError(MedusaError.Types.INVALID_DATA, `${name} must be a text of 1 to ${TEXT_MAX} characters.`);
}
