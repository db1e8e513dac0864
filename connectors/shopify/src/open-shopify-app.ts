import { type Logger, openApp } from "../../hosted/src/open-app.ts";
import { type AdminApi, createAdminApi } from "./admin-api.ts";
import type { ShopifyConfig } from "./config.ts";
import { type Customers, createCustomers } from "./customers.ts";
import { merchantRoutes } from "./merchant-routes.ts";
import { proxyRoutes } from "./proxy-routes.ts";
import { createFinishedOperations } from "./read-in-bulk.ts";
import { createShopifyPlatform, NAME } from "./shopify-platform.ts";
import { createTokenKeeper, type TokenKeeper } from "./tokens.ts";
import { webhookRoutes } from "./webhook-routes.ts";

/** Puts the app together. Nothing runs or listens yet. */
export async function openShopifyApp(config: ShopifyConfig, options: { clock?: () => number; log?: Logger } = {}) {
  const finished = createFinishedOperations();
  const own: { api?: AdminApi; tokens?: TokenKeeper; customers?: Customers } = {};
  const opened = await openApp(
    config,
    NAME,
    (deps) => {
      const tokens = createTokenKeeper({ config, installations: deps.installations, clock: deps.clock });
      const api = createAdminApi({ config, tokens });
      Object.assign(own, { api, tokens, customers: createCustomers({ api, clock: deps.clock }) });
      return createShopifyPlatform({ ...deps, config, api, finished });
    },
    options,
  );
  const { api, tokens, customers } = own as Required<typeof own>;
  webhookRoutes(opened, { config, finished });
  merchantRoutes(opened, { api, config, tokens });
  proxyRoutes(opened, { config, customers });
  return opened;
}
