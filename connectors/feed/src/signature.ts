import { createHmac, timingSafeEqual } from "node:crypto";
import { Refusal } from "./refusal.ts";

const ID_MAX = 200;
/** A second more or less between the clocks is no forgery; a date of tomorrow would keep every later document out. */
const AHEAD_MS = 5 * 60_000;

export type SignedHeaders = (name: string) => string | null;

/** Checks the signature of Standard Webhooks, `v1,` with HMAC-SHA256 in base64 over `id.timestamp.body`, while the body passes. */
export function createVerifier(secrets: readonly string[], header: SignedHeaders, now: number) {
  const id = header("webhook-id") ?? "";
  const timestamp = header("webhook-timestamp") ?? "";
  const signatures = header("webhook-signature") ?? "";
  if (!id || id.length > ID_MAX || !/^\d{1,12}$/.test(timestamp) || !signatures)
    throw new Refusal(
      401,
      "The document is not signed: it needs the headers webhook-id, webhook-timestamp and webhook-signature.",
    );
  const signedAt = Number(timestamp) * 1_000;
  if (signedAt > now + AHEAD_MS) throw new Refusal(401, "The document is from the future: check the shop's clock.");

  const hmacs = secrets.map((secret) => createHmac("sha256", keyOf(secret)).update(`${id}.${timestamp}.`));
  return {
    id,
    /** When the shop began to read what the document says. */
    signedAt: new Date(signedAt),
    update: (chunk: Uint8Array) => {
      for (const hmac of hmacs) hmac.update(chunk);
    },
    /** Throws when no secret made this signature. */
    finish: () => {
      const expected = hmacs.map((hmac) => hmac.digest());
      const sent = signatures
        .split(" ")
        .filter((one) => one.startsWith("v1,"))
        .map((one) => Buffer.from(one.slice(3), "base64"));
      const isOurs = sent.some((one) => expected.some((own) => own.length === one.length && timingSafeEqual(own, one)));
      if (!isOurs)
        throw new Refusal(401, "The signature is wrong. Check that the shop and FEED_SECRET have the same secret.");
    },
  };
}

/** As the libraries of Standard Webhooks read it: `whsec_` and base64. Any other text is the key itself. */
const keyOf = (secret: string) =>
  secret.startsWith("whsec_") ? Buffer.from(secret.slice("whsec_".length), "base64") : Buffer.from(secret);
