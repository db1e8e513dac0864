import { type HostedConfig, list, need, readHostedConfig } from "../../hosted/src/config.ts";

export type ShopifyConfig = HostedConfig & {
  readonly clientId: string;
  /** The client secret. While it is replaced: the new one, then the old one, which may sign for another hour. */
  readonly clientSecrets: readonly [string, ...string[]];
  /** Where a shop answers. */
  readonly shopUrl: (shop: string) => string;
};

export function readConfig(env: NodeJS.ProcessEnv): ShopifyConfig {
  const standIn = env["SHOPIFY_STAND_IN_URL"];
  return {
    ...readHostedConfig(env),
    clientId: need(env, "SHOPIFY_CLIENT_ID"),
    clientSecrets: list(need(env, "SHOPIFY_CLIENT_SECRET")),
    shopUrl: (shop) => standIn ?? `https://${shop}`,
  };
}
