import { type HostedConfig, list, need, readHostedConfig } from "../../hosted/src/config.ts";

export type BigCommerceConfig = HostedConfig & {
  readonly clientId: string;
  /** The client secret. While it is replaced: the new one, then the old one. */
  readonly clientSecrets: readonly [string, ...string[]];
  readonly apiUrl: string;
  readonly loginUrl: string;
};

export function readConfig(env: NodeJS.ProcessEnv): BigCommerceConfig {
  const standIn = env["BIGCOMMERCE_STAND_IN_URL"];
  return {
    ...readHostedConfig(env),
    clientId: need(env, "BIGCOMMERCE_CLIENT_ID"),
    clientSecrets: list(need(env, "BIGCOMMERCE_CLIENT_SECRET")),
    apiUrl: standIn ?? "https://api.bigcommerce.com",
    loginUrl: standIn ?? "https://login.bigcommerce.com",
  };
}
