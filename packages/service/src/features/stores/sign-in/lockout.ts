import { createHmac, type KeyObject } from "node:crypto";
import type { HotDb } from "../../../platform/db/db.ts";
import { countTry, forgetTries } from "./sql.ts";

/** What is tried, and of whom: a sign-in by the address that somebody typed, whether or not there is such an account; a
 *  confirmation and a code by the id of the person who is signed in. Each is counted apart, so that a stranger's wrong
 *  sign-ins do not keep a member from confirming. */
export type Tried = { readonly what: "sign-in" | "confirmation" | "code"; readonly name: string };

/** Counts wrong passwords and codes in a row. */
export type Lockout = {
  /** Counts a try, and says whether there were too many before it. `isFirst`: it is the first that is refused. */
  begin(tried: Tried): Promise<{ readonly isLocked: boolean; readonly isFirst: boolean }>;
  /** The password or code was right. */
  succeed(tried: Tried): Promise<void>;
};

export function createLockout(hot: HotDb, key: KeyObject): Lockout {
  const hash = ({ what, name }: Tried) =>
    createHmac("sha256", key).update(`${what}\n${name.trim().toLowerCase()}`).digest();
  return {
    begin: (tried) => countTry(hot, hash(tried)),
    async succeed(tried) {
      await forgetTries(hot, hash(tried));
    },
  };
}
