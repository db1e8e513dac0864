import type { SubscriberConfig } from "@medusajs/framework";
import { foldEvents } from "../shop/fold-events";
import { reportVariants } from "../shop/report-variants";

/** Variants were created, changed or deleted. What is deleted has no stock any more. */
export default foldEvents(reportVariants);

export const config: SubscriberConfig = {
  event: ["product-variant.created", "product-variant.updated", "product-variant.deleted"],
  context: { subscriberId: "keepsake-variants" },
};
