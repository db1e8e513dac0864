import type { StoreTx } from "../../../platform/db/db.ts";
import { tooManyRequests } from "../errors.ts";
import type { SignUp } from "../sign-up/sign-up.ts";
import type { Batch } from "./batch.ts";
import { insertRequests, lockRequestsOf } from "./sql.ts";

/** As many as one call may ask for. */
const OPEN_MAX = 1_000;

/** Stores what a shopper asks for at an address, without a change to the contact, its subscriptions or other requests. A
 *  shopper may have 1,000 unconfirmed requests. Confirmed ones do not count: their number would reveal which addresses had
 *  a subscription before. The shop's server, which names no shopper, has no limit. */
export async function requestSignUp(tx: StoreTx, signUp: SignUp): Promise<Batch> {
  if (signUp.shopperId !== null) await lockRequestsOf(tx, signUp.shopperId);
  const { batch, open } = await insertRequests(tx, signUp);
  if (open > OPEN_MAX) throw tooManyRequests(OPEN_MAX);
  return batch;
}
