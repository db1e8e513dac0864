import type { SubscriberConfig } from "@medusajs/framework";
import { PricingEvents } from "@medusajs/framework/utils";
import { findVariantsOfPrices } from "../shop/find-variants";
import { foldEvents } from "../shop/fold-events";
import { reportVariants } from "../shop/report-variants";

/** Prices changed, also by a price list. Medusa replaces a price, so a new one is created. */
export default foldEvents(async (container, priceIds, since) => {
  const variants = await findVariantsOfPrices(container, priceIds);
  if (variants.length > 0) await reportVariants(container, variants, since);
});

export const config: SubscriberConfig = {
  event: [PricingEvents.PRICE_CREATED, PricingEvents.PRICE_UPDATED],
  context: { subscriberId: "keepsake-prices" },
};
