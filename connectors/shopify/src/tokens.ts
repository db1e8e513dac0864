import type { Installations, Shop } from "../../hosted/src/installations.ts";
import type { ShopifyConfig } from "./config.ts";

/** What Shopify gives an app for one shop. Offline tokens end after an hour; the refresh token gets the next one. */
export type Tokens = {
  readonly accessToken: string;
  readonly expiresAt: number;
  readonly refreshToken: string | undefined;
  readonly scope: string;
};

const TIMEOUT_MS = 8_000;
/** A token is replaced this long before its end, so that no call begins with one that ends under way. */
const EARLY_MS = 5 * 60_000;

/** Shopify no longer takes what this app has: the merchant must open the app once. */
export class AccessEnded extends Error {
  constructor(shop: string) {
    super(`Shopify no longer lets the app read ${shop}. Open the app in Shopify's admin once.`);
    this.name = "AccessEnded";
  }
}

export type TokenKeeper = ReturnType<typeof createTokenKeeper>;

export function createTokenKeeper({
  config,
  installations,
  clock,
}: {
  config: ShopifyConfig;
  installations: Installations;
  clock: () => number;
}) {
  async function post(shop: string, fields: Record<string, string>): Promise<Tokens> {
    const answer = await fetch(`${config.shopUrl(shop)}/admin/oauth/access_token`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
      body: new URLSearchParams({
        client_id: config.clientId,
        client_secret: config.clientSecrets[0],
        ...fields,
      }),
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if ([400, 401, 403, 404].includes(answer.status)) throw new AccessEnded(shop);
    if (!answer.ok) throw new Error(`Shopify answered ${answer.status} when the app asked for a token.`);
    const given = (await answer.json()) as {
      access_token: string;
      expires_in?: number;
      refresh_token?: string;
      scope?: string;
    };
    return {
      accessToken: given.access_token,
      // Apps of one shop's own may get a token without an end.
      expiresAt: given.expires_in === undefined ? Number.MAX_SAFE_INTEGER : clock() + given.expires_in * 1_000,
      refreshToken: given.refresh_token,
      scope: given.scope ?? "",
    };
  }

  /** Replaces the token unless another process did so since `unwanted` was read. */
  async function refresh(shop: string, unwanted: string): Promise<Tokens> {
    const replaced = await installations.replaceTokens(shop, async (stored) => {
      const known = readTokens(stored);
      if (known.accessToken !== unwanted) return undefined;
      if (known.refreshToken === undefined) throw new AccessEnded(shop);
      return JSON.stringify(await post(shop, { grant_type: "refresh_token", refresh_token: known.refreshToken }));
    });
    return readTokens(replaced);
  }

  return {
    exchangeCode: (shop: string, code: string) => post(shop, { code, expiring: "1" }),
    refresh,
    async getAccessToken({ shop, tokens }: Shop): Promise<string> {
      const known = readTokens(tokens);
      return known.expiresAt - EARLY_MS > clock()
        ? known.accessToken
        : (await refresh(shop, known.accessToken)).accessToken;
    },
  };
}

const NONE: Tokens = { accessToken: "", expiresAt: 0, refreshToken: undefined, scope: "" };
export const readTokens = (stored: string): Tokens => (stored === "" ? NONE : (JSON.parse(stored) as Tokens));
