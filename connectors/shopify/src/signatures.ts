import { createHmac } from "node:crypto";
import { isEqual } from "../../hosted/src/tickets.ts";

type Secrets = readonly string[];

/** Whether Shopify signed these bytes, with any of the client secrets. */
export const isSignedWebhook = (body: Buffer, signature: string, secrets: Secrets) =>
  isSigned(body, "base64", signature, secrets);

/** Whether Shopify signed this query of an installation or of a visit from its admin. */
export const isSignedQuery = (query: URLSearchParams, secrets: Secrets) =>
  isSigned(join(query, "hmac", "&"), "hex", query.get("hmac") ?? "", secrets);

const PROXY_NAMES = "logged_in_customer_id,path_prefix,shop,signature,timestamp";
const PROXY_PATH = /^\/(a|apps|community|tools)\/[\w-]+$/;

/** Whether Shopify signed this query of an app proxy, with the parameters that Shopify adds and no others. It signs names and values
 *  with nothing between them, and visitors may add parameters of their own: one signature would fit several queries, such as
 *  one with another customer. */
export const isSignedProxyQuery = (query: URLSearchParams, secrets: Secrets) =>
  [...query.keys()].toSorted().join() === PROXY_NAMES &&
  PROXY_PATH.test(query.get("path_prefix") ?? "") &&
  isSigned(join(query, "signature", ""), "hex", query.get("signature") ?? "", secrets);

/** Compares the texts: decoding would take several texts for one signature. Every secret is tried, so that the time does not
 *  tell which one it was. */
function isSigned(signed: string | Buffer, encoding: "base64" | "hex", signature: string, secrets: Secrets): boolean {
  const sent = Buffer.from(signature);
  return secrets
    .map((secret) => isEqual(Buffer.from(createHmac("sha256", secret).update(signed).digest(encoding)), sent))
    .includes(true);
}

function join(query: URLSearchParams, without: string, separator: string): string {
  const names = [...new Set(query.keys())].filter((name) => name !== without).toSorted();
  return names.map((name) => `${name}=${query.getAll(name).join(",")}`).join(separator);
}

const FRESH_MS = 10 * 60_000;

/** Whether a signed query is not an old one that somebody kept. */
export const isFresh = (query: URLSearchParams, now: number) =>
  Math.abs(now - Number(query.get("timestamp") ?? 0) * 1_000) <= FRESH_MS;

const SHOP = /^[a-z0-9][a-z0-9-]{0,60}\.myshopify\.com$/;

/** A shop's permanent name. Anything else in its place would send secrets to another host. */
export const isShopName = (text: string) => SHOP.test(text);
