import type { Installations, Shop } from "../../hosted/src/installations.ts";
import type { Platform } from "../../hosted/src/platform.ts";
import type { Requests } from "../../hosted/src/requests.ts";
import type { Reservations } from "../../hosted/src/reservations.ts";
import type { AdminApi, Document } from "./admin-api.ts";
import type { ShopifyConfig } from "./config.ts";
import { createDraftOrders } from "./draft-orders.ts";
import { gidOf } from "./ids.ts";
import { eraseCustomer, forgetShop, isKeyRevoked, type NamedCustomer } from "./privacy.ts";
import { readHints } from "./read-hints.ts";
import { type FinishedOperations, readInBulk } from "./read-in-bulk.ts";
import { readOrdersSince } from "./read-orders.ts";

export const NAME = "shopify";
export const VERSION = "0.1.0";

/** Kinds of requests that are stored before their webhook is answered. */
export const REQUESTS = {
  eraseCustomer: "erase-customer",
  forgetShop: "forget-shop",
  /** Waits for the merchant, who downloads the file. */
  customerData: "customer-data",
  /** Tells the theme app extension where Keepsake is. */
  publish: "publish",
} as const;

const APP: Document<{ currentAppInstallation: { id: string } }, object> = {
  name: "currentAppInstallation",
  text: "query App { currentAppInstallation { id } }",
};
const SET_METAFIELDS: Document<
  { metafieldsSet: { userErrors: readonly { message: string }[] } },
  { metafields: readonly Record<string, string>[] }
> = {
  name: "metafieldsSet",
  text: `mutation Publish($metafields: [MetafieldsSetInput!]!) { metafieldsSet(metafields: $metafields) {
    metafields { id } userErrors { field message } } }`,
};

export function createShopifyPlatform(deps: {
  readonly api: AdminApi;
  readonly config: ShopifyConfig;
  readonly clock: () => number;
  readonly finished: FinishedOperations;
  readonly installations: Installations;
  readonly requests: Requests;
  readonly reservations: Reservations;
}): Platform {
  const { api, config, installations } = deps;
  const privacy = { config, installations, name: NAME, version: VERSION };

  /** Blocks of the theme read the app's own metafields, so the merchant types neither the address nor the store id there. */
  async function publish(shop: Shop) {
    if (!shop.store) return;
    const { currentAppInstallation } = await api.query(shop, APP, {});
    const field = (key: string, value: string) => ({
      ownerId: currentAppInstallation.id,
      namespace: "keepsake",
      key,
      type: "single_line_text_field",
      value,
    });
    const metafields = [field("url", config.keepsakeUrl), field("pid", shop.store.pid)];
    const { userErrors } = (await api.query(shop, SET_METAFIELDS, { metafields })).metafieldsSet;
    if (userErrors[0]) throw new Error(`Shopify did not store where Keepsake is: ${userErrors[0].message}`);
  }

  return {
    name: NAME,
    version: VERSION,
    read: (shop, hints) => readHints(deps, shop, hints),
    variantHint: (variantId) => gidOf("ProductVariant", variantId),
    readAll: (shop, signal) => readInBulk(deps, shop, signal),
    readOrders: (shop, since) => readOrdersSince(api, shop, since),
    reservations: createDraftOrders(deps),
    async handleRequest(shop, kind, detail) {
      if (!shop) return; // forgotten meanwhile
      const isRemoved = (await installations.find(shop.shop)) === undefined;
      if (kind === REQUESTS.eraseCustomer && shop.store) {
        const erased = eraseCustomer(privacy, shop.store, JSON.parse(detail) as NamedCustomer);
        // The key of a shop that removed the app may be revoked for good. The operator is told to erase the store.
        await erased.catch((error: unknown) => {
          if (!isRemoved || !isKeyRevoked(error)) throw error;
        });
      }
      // A shop that installed the app again keeps its data.
      if (kind === REQUESTS.forgetShop && isRemoved) {
        if (await deps.requests.hasDue(shop.shop, REQUESTS.eraseCustomer))
          throw new Error("Customers of this shop are to be erased first");
        await forgetShop(privacy, shop);
      }
      if (kind === REQUESTS.publish) await publish(shop);
    },
  };
}
