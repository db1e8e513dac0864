import type { StoreTx } from "../../../platform/db/db.ts";
import type { SignUp } from "./sign-up.ts";
import { signUpMany } from "./sql.ts";

/** Signs one contact up in the caller's transaction. Returns the time of the sign-up, in microseconds. */
export async function signUpContact(tx: StoreTx, signUp: SignUp): Promise<string> {
  const [at] = await signUpMany(tx, [signUp]);
  if (at === undefined) throw new Error("The sign-up was not stored");
  tx.wakeAfterCommit("outbox");
  return at;
}
