import type { PlatformDeps } from "../../hosted/src/open-app.ts";
import type { Platform } from "../../hosted/src/platform.ts";
import type { Api } from "./api.ts";
import type { BigCommerceConfig } from "./config.ts";
import { productIdOf } from "./products.ts";
import { createOrders } from "./read-orders.ts";
import { createCatalogue } from "./read-products.ts";
import { removeIfUninstalled } from "./remove-if-uninstalled.ts";
import { ensureHooks, ensureScript } from "./set-up-shop.ts";

export const NAME = "bigcommerce";
const VERSION = "0.1.0";
/** The request that puts the script on the shop's pages after the merchant connected it. */
export const SET_UP = "set-up";
/** The request that asks BigCommerce whether the app is removed. Its detail: when that was said, in seconds. */
export const UNINSTALL = "uninstall";

const PRODUCT = "product:";
const ORDER = "order:";
export const productHint = (id: number | string) => `${PRODUCT}${id}`;
export const orderHint = (id: number | string) => `${ORDER}${id}`;

/** BigCommerce cannot set units aside for an order that does not exist, so offers stay a first chance. */
export function createBigCommercePlatform(
  { clock, installations }: Pick<PlatformDeps, "clock" | "installations">,
  { config, api }: { config: BigCommerceConfig; api: Api },
): Platform {
  const catalogue = createCatalogue({ api, clock });
  const orders = createOrders({ api, catalogue });
  return {
    name: NAME,
    version: VERSION,
    variantHint: (variantId) => productHint(productIdOf(variantId)),
    async read(shop, hints) {
      const named = (prefix: string) =>
        hints.filter((hint) => hint.startsWith(prefix)).map((hint) => hint.slice(prefix.length));
      const productIds = named(PRODUCT);
      return {
        variants: await catalogue.read(shop, productIds),
        orders: await orders.read(shop, named(ORDER)),
        goneVariants: [],
        // Also a product that was deleted: nothing of it was read.
        wholeProducts: productIds,
      };
    },
    async *readAll(shop, signal) {
      // Here alone: two processes that see no webhook would both create it, and only one at a time reconciles a shop.
      await ensureHooks(api, shop, config);
      yield* catalogue.readAll(shop, signal);
    },
    readOrders: (shop, since) => orders.readSince(shop, since),
    async handleRequest(shop, kind, detail) {
      if (kind === SET_UP && shop?.store) await ensureScript(api, shop, config);
      if (kind === UNINSTALL && shop) await removeIfUninstalled({ api, clock, installations }, shop, Number(detail));
    },
  };
}
