import { createHmac, type KeyObject } from "node:crypto";
import type { HotDb } from "../../../platform/db/db.ts";
import { countTry, forgetTries } from "./sql.ts";

/** Counts wrong passwords by a hash of the address that somebody typed, whether or not there is such an account. */
export type Lockout = {
  /** Counts a try, and says whether there were too many before it. */
  begin(email: string): Promise<{ readonly isLocked: boolean }>;
  /** The password was right. */
  succeed(email: string): Promise<void>;
};

export function createLockout(hot: HotDb, key: KeyObject): Lockout {
  const hash = (email: string) => createHmac("sha256", key).update(`sign-in\n${email.trim().toLowerCase()}`).digest();
  return {
    begin: (email) => countTry(hot, hash(email)),
    async succeed(email) {
      await forgetTries(hot, hash(email));
    },
  };
}
