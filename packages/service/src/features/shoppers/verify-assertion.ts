import { jwtVerify } from "jose";
import type { Clock } from "../../platform/clock.ts";
import { type Email, toEmail } from "../../platform/text/email.ts";
import { identitySecret, type Store } from "../stores/store.ts";
import { badAssertion } from "./errors.ts";

const LIFETIME_SECONDS = 300;

/** Checks the assertion by which the shop's server proves a shopper's email: a JWT `{email, exp}`, signed by HS256 with
 *  the identity secret, that expires within 5 minutes. */
export async function verifyAssertion(store: Store, assertion: string, clock: Clock): Promise<Email> {
  const now = clock();
  const { payload } = await jwtVerify<{ email?: unknown }>(assertion, new TextEncoder().encode(identitySecret(store)), {
    algorithms: ["HS256"],
    requiredClaims: ["exp", "email"],
    currentDate: new Date(now),
  }).catch(() => {
    throw badAssertion();
  });
  if (typeof payload.email !== "string" || (payload.exp ?? 0) > now / 1000 + LIFETIME_SECONDS) throw badAssertion();
  return toEmail(payload.email);
}
