import type { Logger } from "pino";
import { openApp } from "../../hosted/src/open-app.ts";
import type { Platform } from "../../hosted/src/platform.ts";
import { createApi } from "./api.ts";
import { createCatalogue } from "./catalogue.ts";
import { shopOf, type WooCommerceConfig } from "./config.ts";
import { ensureHooks } from "./ensure-hooks.ts";
import { readOrders, readOrdersSince } from "./orders.ts";
import { productHint, webhookRoute } from "./webhook-route.ts";

const NAME = "woocommerce-webhooks";
const VERSION = "0.1.0";

/** Puts the program for one shop together. Nothing runs or listens yet; the first reconcile is due at once. */
export async function openWooCommerceApp(
  config: WooCommerceConfig,
  options: { clock?: () => number; log?: Logger } = {},
) {
  const opened = await openApp(config, NAME, () => createPlatform(config), options);
  webhookRoute(opened, { config });

  const { installations, clock } = opened;
  const [shop, now] = [shopOf(config), new Date(clock())];
  await installations.install(shop, "", now);
  const { store } = (await installations.find(shop)) ?? {};
  // Connecting forgets what Keepsake was told, so it happens only for another store or key.
  if (store?.pid !== config.store.pid || store.key !== config.store.key)
    await installations.connect(shop, config.store, now);
  return opened;
}

function createPlatform(config: WooCommerceConfig): Platform {
  const api = createApi(config);
  const catalogue = createCatalogue(api);
  return {
    name: NAME,
    version: VERSION,
    variantHint: productHint,
    async read(_, hints) {
      const named = (kind: string) =>
        hints.filter((hint) => hint.startsWith(`${kind}:`)).map((hint) => hint.slice(kind.length + 1));
      const productIds = named("product");
      const { variants, missing } = await catalogue.read(productIds);
      // What is missing was a product with all its variations, or a single variation.
      return {
        variants,
        orders: await readOrders(api, named("order")),
        goneVariants: missing,
        wholeProducts: productIds,
      };
    },
    async *readAll(_, signal) {
      await ensureHooks(api, config);
      yield* catalogue.readAll(signal);
    },
    readOrders: (_, since) => readOrdersSince(api, since),
  };
}
