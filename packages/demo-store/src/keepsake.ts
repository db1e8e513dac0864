import { createHmac } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Product, Variant } from "./products.ts";

// Everything the shop's server sends to Keepsake: products, stock, and a signed token for the logged-in shopper.

const TIMEOUT_MS = 10_000;
const TRIES = 5;
const PAUSE_MAX_SECONDS = 2;
const TOKEN_SECONDS = 120;

export type KeepsakeAccess = {
  /** For example http://127.0.0.1:8080 */
  readonly url: string;
  readonly pid: string;
  /** Secret, like `identitySecret`: neither may reach the browser. */
  readonly key: string;
  readonly identitySecret: string;
};

/** Tries again when Keepsake is busy (503) or does not answer. All calls here may be repeated without a second effect. */
async function post(access: KeepsakeAccess, path: string, body: object) {
  for (let tries = 1; ; tries += 1) {
    const isLast = tries === TRIES;
    const response = await postOnce(access, path, body).catch((error: unknown) => {
      if (isLast) throw error;
    });
    if (response?.ok) return;
    if (response && (isLast || response.status !== 503))
      throw new Error(`Keepsake answered ${path} with ${response.status}: ${await response.text()}`);
    const seconds = Number(response?.headers.get("retry-after")) || 1;
    await pause(Math.min(seconds, PAUSE_MAX_SECONDS) * 1_000);
  }
}

const postOnce = ({ url, pid, key }: KeepsakeAccess, path: string, body: object) =>
  fetch(`${url}/storeadmin/v3/${path}`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${pid}:${key}`).toString("base64")}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });

/** Mails, lists and shared pages show these titles, pictures and prices. */
export const sendProducts = (
  access: KeepsakeAccess,
  products: readonly Product[],
  addressOf: { page(product: Product, variant: Variant): string; picture(product: Product, variant: Variant): string },
) =>
  post(access, "catalog/upsert", {
    variants: products.flatMap((product) =>
      product.variants.map((variant) => ({
        epi: variant.id,
        empi: product.id,
        dt: product.name,
        vi: variant.name,
        du: addressOf.page(product, variant),
        iu: addressOf.picture(product, variant),
        pr: product.price,
        currency: "EUR",
      })),
    ),
  });

/** Keepsake detects restocks from these quantities. */
export const sendStock = (access: KeepsakeAccess, stock: ReadonlyMap<number, number>) => {
  const occurredAt = new Date().toISOString();
  return post(access, "inventory/set", {
    levels: Array.from(stock, ([epi, quantity]) => ({ epi, quantity, occurredAt })),
  });
};

/** Signs a token (JWT, HS256) that names the logged-in shopper. The browser passes it to Keepsake, which merges the guest into this account. */
export function signToken({ identitySecret }: KeepsakeAccess, email: string): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const exp = Math.floor(Date.now() / 1000) + TOKEN_SECONDS;
  const signed = `${encode({ alg: "HS256", typ: "JWT" })}.${encode({ email, exp })}`;
  return `${signed}.${createHmac("sha256", identitySecret).update(signed).digest("base64url")}`;
}
