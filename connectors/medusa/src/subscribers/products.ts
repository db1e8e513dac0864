import type { SubscriberConfig } from "@medusajs/framework";
import { findVariantsOfProducts } from "../shop/find-variants";
import { foldEvents } from "../shop/fold-events";
import { reportVariants } from "../shop/report-variants";

/** Products were created, changed (their title, picture, or whether they are published) or deleted, with all their variants. */
export default foldEvents(async (container, productIds, since) => {
  const variants = await findVariantsOfProducts(container, productIds);
  if (variants.length > 0) await reportVariants(container, variants, since);
});

export const config: SubscriberConfig = {
  event: ["product.created", "product.updated", "product.deleted"],
  context: { subscriberId: "keepsake-products" },
};
