import type { StoreTx } from "../../../platform/db/db.ts";
import type { SignedUp, SignUp } from "./sign-up.ts";
import { signUpMany } from "./sql.ts";

/** Signs one contact up in the caller's transaction. */
export async function signUpContact(tx: StoreTx, signUp: SignUp): Promise<SignedUp | undefined> {
  const [signedUp] = await signUpMany(tx, [signUp]);
  tx.wakeWorkersAfterCommit();
  return signedUp;
}
