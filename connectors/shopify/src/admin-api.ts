import { setTimeout as pause } from "node:timers/promises";
import type { Shop } from "../../hosted/src/installations.ts";
import type { ShopifyConfig } from "./config.ts";
import type { TokenKeeper } from "./tokens.ts";

export const API_VERSION = "2026-10";

const TIMEOUT_MS = 20_000;
const TRIES = 6;
const FIRST_PAUSE_MS = 500;
const PAUSE_MAX_MS = 20_000;
const SHOPS_MAX = 1_000;

/** What Shopify says of a shop's budget: points that a query may cost, and how many come back each second. */
type Throttle = { readonly available: number; readonly max: number; readonly perSecond: number; readonly at: number };

type Answer<T> = {
  readonly data?: T | null;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
  readonly extensions?: {
    readonly cost?: {
      readonly requestedQueryCost: number;
      readonly throttleStatus: {
        readonly maximumAvailable: number;
        readonly currentlyAvailable: number;
        readonly restoreRate: number;
      };
    };
  };
};

/** A query with its name, by which its cost is remembered. One that `isOnce` is not sent again when nobody knows whether
 *  Shopify carried it out. */
export type Document<_Data, _Variables> = { readonly name: string; readonly text: string; readonly isOnce?: boolean };

export type AdminApi = ReturnType<typeof createAdminApi>;

/** Calls the GraphQL Admin API. Waits before a query that the shop's budget cannot pay, and tries again what Shopify throttled
 *  or could not answer. */
export function createAdminApi({ config, tokens }: { config: Pick<ShopifyConfig, "shopUrl">; tokens: TokenKeeper }) {
  const throttles = new Map<string, Throttle>();
  const costs = new Map<string, number>();

  function remember(shop: string, name: string, cost: NonNullable<Answer<unknown>["extensions"]>["cost"]) {
    if (!cost) return;
    const { currentlyAvailable, maximumAvailable, restoreRate } = cost.throttleStatus;
    throttles.delete(shop);
    throttles.set(shop, {
      available: currentlyAvailable,
      max: maximumAvailable,
      perSecond: Math.max(1, restoreRate),
      at: performance.now(),
    });
    const [oldest] = throttles.keys();
    if (throttles.size > SHOPS_MAX && oldest !== undefined) throttles.delete(oldest);
    costs.set(name, cost.requestedQueryCost);
  }

  /** How long until the shop's budget pays for this query. */
  function waitFor(shop: string, name: string): number {
    const throttle = throttles.get(shop);
    const cost = costs.get(name);
    if (!throttle || cost === undefined) return 0;
    const restored = ((performance.now() - throttle.at) / 1_000) * throttle.perSecond;
    const missing = Math.min(cost, throttle.max) - Math.min(throttle.max, throttle.available + restored);
    return missing <= 0 ? 0 : Math.min(PAUSE_MAX_MS, (missing / throttle.perSecond) * 1_000);
  }

  async function send<T>(shop: Shop, name: string, body: string, token: string) {
    const response = await fetch(`${config.shopUrl(shop.shop)}/admin/api/${API_VERSION}/graphql.json`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-shopify-access-token": token, accept: "application/json" },
      body,
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) {
      await response.body?.cancel();
      return { status: response.status, retryAfterMs: Number(response.headers.get("retry-after") ?? 0) * 1_000 };
    }
    const answer = (await response.json()) as Answer<T>;
    remember(shop.shop, name, answer.extensions?.cost);
    return { status: 200, answer };
  }

  return {
    async query<T, V extends object>(shop: Shop, document: Document<T, V>, variables: V): Promise<T> {
      const body = JSON.stringify({ query: document.text, variables });
      let token = await tokens.getAccessToken(shop);
      let isRefreshed = false;
      for (let tries = 1; ; tries += 1) {
        await pause(waitFor(shop.shop, document.name));
        const backoff = Math.min(PAUSE_MAX_MS, FIRST_PAUSE_MS * 2 ** (tries - 1)) * (0.75 + Math.random() / 2);
        let problem = "";
        let isUnknown = true;
        let pauseMs = backoff;
        try {
          const { status, answer, retryAfterMs = 0 } = await send<T>(shop, document.name, body, token);
          if (status === 401 && !isRefreshed) {
            isRefreshed = true;
            token = (await tokens.refresh(shop.shop, token)).accessToken;
            continue;
          }
          if (answer && !answer.errors && answer.data) return answer.data;
          const isThrottled = answer?.errors?.some(({ extensions }) => extensions?.code === "THROTTLED");
          const isTemporary =
            status === 429 || status >= 500 || isThrottled || answer?.errors?.some(isInternalError) === true;
          isUnknown = status !== 429 && !isThrottled;
          problem = answer ? (answer.errors?.[0]?.message ?? "the answer has no data") : `status ${status}`;
          if (!isTemporary) throw new ShopifyError(shop.shop, document.name, { status, problem });
          if (isThrottled) pauseMs = Math.max(FIRST_PAUSE_MS, waitFor(shop.shop, document.name));
          pauseMs = Math.min(PAUSE_MAX_MS, Math.max(pauseMs, retryAfterMs));
        } catch (error) {
          if (!isNetworkError(error)) throw error;
        }
        if (tries === TRIES || (document.isOnce && isUnknown))
          throw new ShopifyError(shop.shop, document.name, { status: 0, problem });
        await pause(pauseMs);
      }
    },
  };
}

const isInternalError = ({ extensions }: NonNullable<Answer<unknown>["errors"]>[number]) =>
  extensions?.code === "INTERNAL_SERVER_ERROR";

/** What fetch throws when there is no complete answer. */
const isNetworkError = (error: unknown) =>
  error instanceof Error && ["TypeError", "TimeoutError", "AbortError", "SyntaxError"].includes(error.name);

const STATUSES: Readonly<Record<number, string>> = {
  401: "Shopify no longer lets the app in. Open the app in Shopify's admin once.",
  402: "The shop's plan is frozen. Shopify answers the app again when it is paid.",
  403: "Shopify refuses a scope that the app needs. Open the app in Shopify's admin once.",
  404: "Shopify does not know the shop any more.",
  423: "Shopify locked the shop.",
};

export class ShopifyError extends Error {
  /** 0 when nobody knows whether Shopify carried it out, or when it stayed too busy. */
  readonly status: number;
  /** `problem`: what it answered; empty when it did not answer. */
  constructor(shop: string, name: string, { status, problem }: { status: number; problem: string }) {
    const call = `${name} for ${shop}`;
    super(
      STATUSES[status] ?? (problem === "" ? `Shopify did not answer ${call}.` : `Shopify refused ${call}: ${problem}`),
    );
    this.name = "ShopifyError";
    this.status = status;
  }
}
