import type { Clock } from "../../../platform/clock.ts";
import type { HotDb } from "../../../platform/db/db.ts";
import { unavailable } from "../../../platform/errors.ts";
import type { Auth } from "./auth.ts";
import type { LoadAuth } from "./load-auth.ts";
import { endSession } from "./sql.ts";

/** After a week everybody signs in again, also those who work every day. */
const SESSION_MAX_MS = 7 * 86_400_000;

export type FoundSession = Auth["$Infer"]["Session"];

/** The session of a cookie, and who it belongs to. With `prolong`, reading prolongs it when it is five minutes old: then
 *  `cookies` must reach the browser, whose cookie would end before the session does. */
export type ReadSession = (
  cookie: string,
  options: { readonly prolong: boolean },
) => Promise<{ readonly found: FoundSession | undefined; readonly cookies: readonly string[] }>;

export const createReadSession =
  ({
    loadAuth,
    hot,
    clock,
  }: {
    readonly loadAuth: LoadAuth;
    readonly hot: HotDb;
    readonly clock: Clock;
  }): ReadSession =>
  async (cookie, { prolong }) => {
    const query = prolong ? {} : { disableRefresh: true };
    const auth = await loadAuth();
    const read = auth.api.getSession({ headers: new Headers({ cookie }), query, returnHeaders: true });
    const { response: found, headers } = await read.catch((error: unknown) => {
      const status = statusOf(error);
      if (status === undefined) throw error;
      if (status >= 500) throw unavailable("The database", error);
      return { response: null, headers: new Headers() }; // another call has just ended the session
    });
    if (!found) return { found: undefined, cookies: [] };
    if (clock() - found.session.createdAt.getTime() > SESSION_MAX_MS) {
      await endSession(hot, found.session.id); // better-auth would prolong it for ever
      return { found: undefined, cookies: [] };
    }
    return { found, cookies: headers.getSetCookie() };
  };

/** better-auth refuses with an error that has the HTTP status. Its class is not imported, as that would load all of it. */
const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && "statusCode" in error && typeof error.statusCode === "number"
    ? error.statusCode
    : undefined;

/** A member with an authenticator app has signed in only once its code was right, too. */
export const isWhole = ({ session, user }: FoundSession) => !user.twoFactorEnabled || Boolean(session.secondFactorAt);
