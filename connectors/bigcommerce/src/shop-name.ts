const HASH = /^[a-z0-9]{3,20}$/;
const CONTEXT = /^stores\/([a-z0-9]{3,20})$/;
const NAME = /^store-([a-z0-9]{3,20})\.mybigcommerce\.com$/;

/** The permanent name of the shop that BigCommerce calls `stores/abc123`. Undefined for any other text. */
export function shopOfContext(context: unknown): string | undefined {
  const hash = typeof context === "string" ? CONTEXT.exec(context)?.[1] : undefined;
  return hash === undefined ? undefined : shopOfHash(hash);
}

export const shopOfHash = (hash: string) => (HASH.test(hash) ? `store-${hash}.mybigcommerce.com` : undefined);

export function hashOf(shop: string): string {
  const hash = NAME.exec(shop)?.[1];
  if (hash === undefined) throw new Error(`${shop} is no shop of BigCommerce`);
  return hash;
}
