import { setTimeout as pause } from "node:timers/promises";
import type { Shop } from "../../hosted/src/installations.ts";
import type { BigCommerceConfig } from "./config.ts";
import { hashOf } from "./shop-name.ts";

const TIMEOUT_MS = 20_000;
const TRIES = 6;
const FIRST_PAUSE_MS = 500;
const PAUSE_MAX_MS = 30_000;
const SHOPS_MAX = 1_000;
/** Below this many calls left, the next one waits for the new window: other apps of the shop share it. */
const LEFT_MIN = 5;

export type Api = ReturnType<typeof createApi>;
type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Calls BigCommerce's API. Keeps its rate limit, and tries again while it is busy. */
export function createApi(config: Pick<BigCommerceConfig, "apiUrl">) {
  /** When a shop's rate limit lets the next call pass. */
  const opensAt = new Map<string, number>();

  function remember(shop: string, headers: Headers) {
    const left = Number(headers.get("x-rate-limit-requests-left") ?? LEFT_MIN);
    const resetMs = Number(headers.get("x-rate-limit-time-reset-ms") ?? 0);
    opensAt.delete(shop);
    if (left >= LEFT_MIN || !(resetMs > 0)) return;
    opensAt.set(shop, Date.now() + Math.min(resetMs, PAUSE_MAX_MS));
    const [oldest] = opensAt.keys();
    if (opensAt.size > SHOPS_MAX && oldest !== undefined) opensAt.delete(oldest);
  }

  async function call<Answer>(shop: Shop, method: Method, path: string, body?: unknown): Promise<Answer | undefined> {
    const { accessToken } = JSON.parse(shop.tokens) as { accessToken: string };
    for (let tries = 1; ; tries += 1) {
      await pause(Math.max(0, (opensAt.get(shop.shop) ?? 0) - Date.now()));
      let pauseMs = Math.min(PAUSE_MAX_MS, FIRST_PAUSE_MS * 2 ** (tries - 1)) * (0.75 + Math.random() / 2);
      let status = 0;
      try {
        const response = await fetch(`${config.apiUrl}/stores/${hashOf(shop.shop)}/${path}`, {
          method,
          headers: {
            accept: "application/json",
            "x-auth-token": accessToken,
            ...(body === undefined ? {} : { "content-type": "application/json" }),
          },
          redirect: "error",
          signal: AbortSignal.timeout(TIMEOUT_MS),
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        remember(shop.shop, response.headers);
        const text = await response.text();
        // The order API answers an empty page with 204.
        if (response.ok) return text === "" ? undefined : (JSON.parse(text) as Answer);
        if (response.status !== 429 && response.status < 500)
          throw new BigCommerceError(shop.shop, method, path, response.status, text.slice(0, 200));
        status = response.status;
        const resetMs = Number(response.headers.get("x-rate-limit-time-reset-ms") ?? 0);
        if (response.status === 429) pauseMs = Math.min(PAUSE_MAX_MS, Math.max(pauseMs, resetMs));
      } catch (error) {
        if (error instanceof BigCommerceError) throw error;
        status = 0;
      }
      if (tries === TRIES) throw new BigCommerceError(shop.shop, method, path, status, "");
      await pause(pauseMs);
    }
  }

  return {
    get: <Answer>(shop: Shop, path: string) => call<Answer>(shop, "GET", path),
    send: <Answer>(shop: Shop, method: "POST" | "PUT" | "DELETE", path: string, body?: unknown) =>
      call<Answer>(shop, method, path, body),
  };
}

const STATUSES: Readonly<Record<number, string>> = {
  401: "BigCommerce no longer lets the app in. Install the app again in BigCommerce's control panel.",
  403: "BigCommerce refuses a scope that the app needs. Install the app again in BigCommerce's control panel.",
};

export class BigCommerceError extends Error {
  readonly status: number;
  /** `status` 0: there was no answer. */
  constructor(shop: string, method: Method, path: string, status: number, problem: string) {
    const call = `${method} ${path.split("?")[0]} for ${shop}`;
    super(
      STATUSES[status] ??
        (status === 0
          ? `BigCommerce did not answer ${call}.`
          : `BigCommerce refused ${call} (status ${status})${problem === "" ? "." : `: ${problem}`}`),
    );
    this.name = "BigCommerceError";
    this.status = status;
  }
}
