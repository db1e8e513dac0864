import { unavailable } from "../../../platform/errors.ts";
import type { LoadAuth } from "./load-auth.ts";

/** The session of a cookie, and who it belongs to. Reading it prolongs it when it is five minutes old: then `cookies` must
 *  reach the browser, whose cookie would end before the session does. */
export async function readSession(loadAuth: LoadAuth, cookie: string, { prolong }: { readonly prolong: boolean }) {
  const query = prolong ? {} : { disableRefresh: true };
  const auth = await loadAuth();
  const read = auth.api.getSession({ headers: new Headers({ cookie }), query, returnHeaders: true });
  const { response, headers } = await read.catch((error: unknown) => {
    const status = statusOf(error);
    if (status === undefined) throw error;
    if (status >= 500) throw unavailable("The database", error);
    return { response: null, headers: new Headers() }; // another call has just ended the session
  });
  return { found: response, cookies: headers.getSetCookie() };
}

export type FoundSession = NonNullable<Awaited<ReturnType<typeof readSession>>["found"]>;

/** better-auth refuses with an error that has the HTTP status. Its class is not imported, as that would load all of it. */
const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && "statusCode" in error && typeof error.statusCode === "number"
    ? error.statusCode
    : undefined;

/** A member with an authenticator app has signed in only once its code was right, too. */
export const isWhole = ({ session, user }: FoundSession) => !user.twoFactorEnabled || Boolean(session.secondFactorAt);
