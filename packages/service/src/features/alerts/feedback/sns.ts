import { verify, X509Certificate } from "node:crypto";
import type { Clock } from "../../../platform/clock.ts";
import { unavailable } from "../../../platform/errors.ts";
import { readBody } from "../../../platform/network/read-body.ts";
import { shortCache } from "../../../platform/short-cache.ts";
import { badHookSignature } from "../errors.ts";

export type Sns = {
  /** Throws unless Amazon SNS signed the message and it comes from one of these topics. */
  check(message: Readonly<Record<string, unknown>>, topics: readonly string[]): Promise<void>;
  /** Confirms a subscription by opening the URL of a message that was checked. */
  confirm(url: string): Promise<void>;
};

const FETCH_MS = 5_000;
const CERTIFICATE_BYTES = 16 * 1024;
const CERTIFICATES_MAX = 20;
const KEEP_MS = 24 * 3_600_000;
const HOST = /^sns\.[a-z0-9-]{1,32}\.amazonaws\.com(?:\.cn)?$/;
const DIGESTS: ReadonlyMap<string, string> = new Map([
  ["1", "sha1"],
  ["2", "sha256"],
]);
/** What a signature covers, in this order. A field that is missing is left out. */
const SIGNED: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    Notification: ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"],
    SubscriptionConfirmation: ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"],
    UnsubscribeConfirmation: ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"],
  }),
);

export function createSns({ clock, fetch: get = fetch }: { clock: Clock; fetch?: typeof fetch }): Sns {
  const certificates = shortCache((url) => fetchCertificate(get, url), {
    ttlMs: KEEP_MS,
    max: CERTIFICATES_MAX,
    clock,
  });
  async function check(message: Readonly<Record<string, unknown>>, topics: readonly string[]) {
    const names = SIGNED.get(textOf(message, "Type"));
    const digest = DIGESTS.get(textOf(message, "SignatureVersion"));
    const url = toCertificateUrl(textOf(message, "SigningCertURL"));
    // The signature says only that some topic of Amazon sent this; anybody can have one.
    const isKnown = topics.includes(textOf(message, "TopicArn"));
    if (!names || !digest || !url || !isKnown) throw badHookSignature();

    const signed = names
      .filter((name) => message[name] !== undefined)
      .map((name) => `${name}\n${textOf(message, name)}\n`)
      .join("");
    const certificate = await certificates.get(url);
    const signature = Buffer.from(textOf(message, "Signature"), "base64");
    const isValid = clock() > Date.parse(certificate.validFrom) && clock() < Date.parse(certificate.validTo);
    if (!isValid || !verify(digest, Buffer.from(signed), certificate.publicKey, signature)) throw badHookSignature();
  }

  return {
    check,
    async confirm(text) {
      const url = toAmazonUrl(text);
      if (!url) throw badHookSignature();
      try {
        const response = await get(url.href, { redirect: "error", signal: AbortSignal.timeout(FETCH_MS) });
        await response.body?.cancel();
        if (!response.ok) throw new Error(`SNS answered ${response.status}`);
      } catch (cause) {
        throw unavailable("The confirmation of Amazon SNS", cause); // SNS asks again
      }
    },
  };
}

const textOf = (message: Readonly<Record<string, unknown>>, name: string) => {
  const value = message[name];
  return typeof value === "string" ? value : "";
};

/** Only Amazon's servers: whoever serves the certificate decides what is valid. */
function toAmazonUrl(text: string): URL | undefined {
  const url = URL.parse(text);
  const isAmazon = url?.protocol === "https:" && HOST.test(url.host) && url.username === "" && url.password === "";
  return isAmazon ? url : undefined;
}

function toCertificateUrl(text: string): string | undefined {
  const { host = "", pathname = "" } = toAmazonUrl(text) ?? {};
  return /^\/[\w.-]{1,200}\.pem$/.test(pathname) ? `https://${host}${pathname}` : undefined;
}

async function fetchCertificate(get: typeof fetch, url: string): Promise<X509Certificate> {
  let pem: string;
  try {
    const response = await get(url, { redirect: "error", signal: AbortSignal.timeout(FETCH_MS) });
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    pem = await readBody(response, { bytesMax: CERTIFICATE_BYTES, of: "The certificate" });
  } catch (cause) {
    throw unavailable("The certificate of Amazon SNS", cause);
  }
  try {
    return new X509Certificate(pem);
  } catch {
    throw badHookSignature();
  }
}
