/** The platforms that Keepsake has connectors for, by the name under which a connector reports. Each has a page in
 *  docs/connectors. */
export const PLATFORMS = {
  shopify: "Shopify",
  woocommerce: "WooCommerce",
  bigcommerce: "BigCommerce",
  medusa: "Medusa",
  vendure: "Vendure",
  feed: "Feed",
} as const;

/** The name of a connector's platform. A connector of the merchant's own has the name that it reports. */
export const platformName = (connector: string) =>
  Object.entries(PLATFORMS).find(([name]) => name === connector)?.[1] ?? connector;
