import type { Auth, AuthOptions } from "./auth.ts";

export type LoadAuth = () => Promise<Auth>;

/** Loads better-auth, a third of all code, when it is first used: workers and commands need none of it. The API loads it
 *  before it listens, because loading blocks the process for half a second. */
export function createLoadAuth(options: AuthOptions): LoadAuth {
  let auth: Promise<Auth> | undefined;
  return () => {
    auth ??= import("./auth.ts").then(({ createAuth }) => createAuth(options));
    return auth;
  };
}
