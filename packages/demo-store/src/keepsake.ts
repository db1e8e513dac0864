import { createHmac } from "node:crypto";
import type { Product, Variant } from "./products.ts";

// All that the shop's server does with Keepsake: it tells what there is, and vouches for who is logged in.

const TIMEOUT_MS = 10_000;
const TOKEN_SECONDS = 120;

export type KeepsakeAccess = {
  /** Where the service is, such as http://127.0.0.1:8080 */
  readonly url: string;
  readonly pid: string;
  /** Stays on this server, as the identity secret does. */
  readonly key: string;
  readonly identitySecret: string;
};

async function tell({ url, pid, key }: KeepsakeAccess, path: string, body: object) {
  const response = await fetch(`${url}/storeadmin/v3/${path}`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${pid}:${key}`).toString("base64")}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`Keepsake answered ${path} with ${response.status}: ${await response.text()}`);
}

/** What the shop sells. Mails, lists and shared pages show these titles, pictures and prices. */
export const tellProducts = (
  access: KeepsakeAccess,
  products: readonly Product[],
  addressOf: { page(product: Product, variant: Variant): string; picture(product: Product, variant: Variant): string },
) =>
  tell(access, "catalog/upsert", {
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

/** How many there are; Keepsake sees by itself when something is back. */
export const tellStock = (access: KeepsakeAccess, stock: ReadonlyMap<number, number>) => {
  const occurredAt = new Date().toISOString();
  return tell(access, "inventory/set", {
    levels: Array.from(stock, ([epi, quantity]) => ({ epi, quantity, occurredAt })),
  });
};

/** Who is logged in here, signed (a JWT with HS256): the browser hands it on, and the guest becomes this account. */
export function signToken({ identitySecret }: KeepsakeAccess, email: string): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const exp = Math.floor(Date.now() / 1000) + TOKEN_SECONDS;
  const signed = `${encode({ alg: "HS256", typ: "JWT" })}.${encode({ email, exp })}`;
  return `${signed}.${createHmac("sha256", identitySecret).update(signed).digest("base64url")}`;
}
