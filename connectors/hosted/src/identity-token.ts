import { createHmac } from "node:crypto";

const LIFETIME_SECONDS = 120;

/** A token with which Keepsake's script logs a customer in: a JWT, signed with the identity secret of the store. */
export function signIdentityToken(email: string, identitySecret: string, now: number): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const exp = Math.floor(now / 1_000) + LIFETIME_SECONDS;
  const signed = `${encode({ alg: "HS256", typ: "JWT" })}.${encode({ email, exp })}`;
  return `${signed}.${createHmac("sha256", identitySecret).update(signed).digest("base64url")}`;
}
