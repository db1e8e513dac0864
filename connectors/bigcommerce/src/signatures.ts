import { createHmac } from "node:crypto";
import { isEqual } from "../../hosted/src/tickets.ts";

type Secrets = readonly string[];

/** BigCommerce signs each retry anew. The app refuses an older webhook, because an attacker may have recorded it. */
const FRESH_MS = 5 * 60_000;
/** The clocks of BigCommerce and of this program may differ. */
const SKEW_SECONDS = 60;

/** Whether BigCommerce signed this webhook, as Standard Webhooks says, with any of the client secrets. */
export function isSignedWebhook(
  body: Buffer,
  header: (name: string) => string,
  secrets: Secrets,
  now: number,
): boolean {
  const [id, timestamp] = [header("webhook-id"), header("webhook-timestamp")];
  if (!id || !/^\d{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp) * 1_000) > FRESH_MS) return false;
  const sent = header("webhook-signature")
    .split(" ")
    .filter((one) => one.startsWith("v1,"))
    .map((one) => Buffer.from(one.slice(3)));
  return secrets
    .map((secret) => {
      const own = createHmac("sha256", secret).update(`${id}.${timestamp}.`).update(body).digest("base64");
      return sent.map((one) => isEqual(Buffer.from(own), one)).includes(true);
    })
    .includes(true);
}

export type Claims = Readonly<Record<string, unknown>>;

/** The claims of a JWT that BigCommerce signed for this app, or undefined. Every secret is tried. */
export function readSignedJwt(
  jwt: string,
  { clientId, secrets, now }: { clientId: string; secrets: Secrets; now: number },
): Claims | undefined {
  const [head = "", body = "", signature = "", ...more] = jwt.split(".");
  if (more.length > 0) return undefined;
  const isSigned = secrets
    .map((secret) => {
      const own = createHmac("sha256", secret).update(`${head}.${body}`).digest("base64url");
      return isEqual(Buffer.from(own), Buffer.from(signature));
    })
    .includes(true);
  if (!isSigned) return undefined;
  const [header, claims] = [readPart(head), readPart(body)];
  const seconds = now / 1_000;
  const isOurs = header?.["alg"] === "HS256" && claims?.["aud"] === clientId;
  const isValid =
    Number(claims?.["exp"]) > seconds - SKEW_SECONDS && Number(claims?.["nbf"] ?? 0) < seconds + SKEW_SECONDS;
  return isOurs && isValid ? claims : undefined;
}

function readPart(part: string): Claims | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString());
    return typeof value === "object" && value !== null ? (value as Claims) : undefined;
  } catch {
    return undefined;
  }
}
