import { type HostedConfig, list, need, readHostedConfig } from "../../hosted/src/config.ts";
import type { ConnectedStore } from "../../hosted/src/installations.ts";

export type WooCommerceConfig = HostedConfig & {
  /** The address of the shop. */
  readonly shopUrl: string;
  readonly consumerKey: string;
  readonly consumerSecret: string;
  /** Signs webhooks. While it is replaced: the new one, then the old one. */
  readonly webhookSecrets: readonly [string, ...string[]];
  readonly store: ConnectedStore;
};

const SECRET_MIN = 24;

export function readConfig(env: NodeJS.ProcessEnv): WooCommerceConfig {
  const webhookSecrets = list(need(env, "WOOCOMMERCE_WEBHOOK_SECRET"));
  if (webhookSecrets.some(({ length }) => length < SECRET_MIN))
    throw new Error(`WOOCOMMERCE_WEBHOOK_SECRET needs at least ${SECRET_MIN} characters.`);
  const shopUrl = need(env, "WOOCOMMERCE_URL").replace(/\/+$/, "");
  if (!shopUrl.startsWith("https://"))
    throw new Error("WOOCOMMERCE_URL must begin with https://, because the consumer secret is sent to it.");
  return {
    ...readHostedConfig(env),
    shopUrl,
    consumerKey: need(env, "WOOCOMMERCE_CONSUMER_KEY"),
    consumerSecret: need(env, "WOOCOMMERCE_CONSUMER_SECRET"),
    webhookSecrets,
    store: { pid: need(env, "KEEPSAKE_PID"), key: need(env, "KEEPSAKE_KEY"), identitySecret: undefined },
  };
}

/** The shop's name among installations. */
export const shopOf = ({ shopUrl }: Pick<WooCommerceConfig, "shopUrl">) => new URL(shopUrl).host;
