import { setTimeout as pause } from "node:timers/promises";
import type { WooCommerceConfig } from "./config.ts";

const TIMEOUT_MS = 30_000;
const TRIES = 5;
const FIRST_PAUSE_MS = 500;
const PAUSE_MAX_MS = 30_000;

export type Api = ReturnType<typeof createApi>;

/** Calls WooCommerce's REST API. Tries again while the shop is busy, as small hosts often are. */
export function createApi(config: Pick<WooCommerceConfig, "shopUrl" | "consumerKey" | "consumerSecret">) {
  const { shopUrl, consumerKey, consumerSecret } = config;
  const authorization = `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString("base64")}`;

  async function call<Answer>(method: "GET" | "POST" | "PUT", path: string, body?: unknown): Promise<Answer> {
    for (let tries = 1; ; tries += 1) {
      let pauseMs = Math.min(PAUSE_MAX_MS, FIRST_PAUSE_MS * 2 ** (tries - 1)) * (0.75 + Math.random() / 2);
      let status = 0;
      try {
        const response = await fetch(`${shopUrl}/wp-json/wc/v3/${path}`, {
          method,
          headers: { authorization, accept: "application/json", "content-type": "application/json" },
          redirect: "error",
          signal: AbortSignal.timeout(TIMEOUT_MS),
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        const text = await response.text();
        if (response.ok) return JSON.parse(text) as Answer;
        if (response.status !== 429 && response.status < 500)
          throw new WooCommerceError(method, path, response.status, text.slice(0, 200));
        status = response.status;
        const retryAfterMs = Number(response.headers.get("retry-after") ?? 0) * 1_000;
        pauseMs = Math.min(PAUSE_MAX_MS, Math.max(pauseMs, retryAfterMs || 0));
      } catch (error) {
        if (error instanceof WooCommerceError) throw error;
        status = 0;
      }
      if (tries === TRIES) throw new WooCommerceError(method, path, status, "");
      await pause(pauseMs);
    }
  }

  return {
    get: <Answer>(path: string) => call<Answer>("GET", path),
    send: <Answer>(method: "POST" | "PUT", path: string, body: unknown) => call<Answer>(method, path, body),
  };
}

export class WooCommerceError extends Error {
  readonly status: number;
  /** `status` 0: there was no answer. */
  constructor(method: string, path: string, status: number, problem: string) {
    const call = `${method} ${path.split("?")[0]}`;
    super(
      status === 401 || status === 403
        ? "WooCommerce refuses the consumer key. Create one with read and write access, and restart the program with it."
        : status === 0
          ? `WooCommerce did not answer ${call}.`
          : `WooCommerce refused ${call} (status ${status})${problem === "" ? "." : `: ${problem}`}`,
    );
    this.name = "WooCommerceError";
    this.status = status;
  }
}
