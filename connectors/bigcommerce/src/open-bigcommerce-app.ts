import type { Logger } from "pino";
import { openApp } from "../../hosted/src/open-app.ts";
import { createApi } from "./api.ts";
import { createBigCommercePlatform, NAME } from "./bigcommerce-platform.ts";
import type { BigCommerceConfig } from "./config.ts";
import { merchantRoutes } from "./merchant-routes.ts";
import { tokenRoute } from "./token-route.ts";
import { webhookRoutes } from "./webhook-routes.ts";

/** Puts the app together. Nothing runs or listens yet. */
export async function openBigCommerceApp(
  config: BigCommerceConfig,
  options: { clock?: () => number; log?: Logger } = {},
) {
  const api = createApi(config);
  const opened = await openApp(config, NAME, (deps) => createBigCommercePlatform(deps, { config, api }), options);
  webhookRoutes(opened, { config });
  merchantRoutes(opened, { config });
  tokenRoute(opened, { config });
  return opened;
}
