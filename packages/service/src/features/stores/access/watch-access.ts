import type { FastifyRequest } from "fastify";
import { AppError, type ErrorKind } from "../../../platform/errors.ts";
import type { MemberSessions } from "../sign-in/member-sessions.ts";
import type { StoreCache } from "../store-cache.ts";
import type { Caller } from "./caller.ts";
import { callerOf } from "./require-scope.ts";
import { hasScope } from "./scopes.ts";

const CHECK_MS = 20_000;
/** While the database does not answer. */
const UNANSWERED_MAX = 2;
const REFUSALS: readonly ErrorKind[] = ["unauthorised", "forbidden", "not-found"];

/** Checks again and again whether the caller of a request may still make it: the session goes on, with the same store, and the
 *  role, or the key, has the scope of the route. Calls `onLost` when not, or when that was not known for a minute. Returns a
 *  function that ends the checks. */
export type WatchAccess = (request: FastifyRequest, onLost: () => void) => () => void;

export function createWatchAccess({
  stores,
  members,
}: {
  readonly stores: StoreCache;
  readonly members: MemberSessions;
}): WatchAccess {
  const identifyAgain = (request: FastifyRequest): Promise<Caller> =>
    members.hasSession(request)
      ? members.identifyAgain(request)
      : stores.authenticate(request.headers.authorization ?? "");

  async function mayStill(request: FastifyRequest): Promise<boolean | undefined> {
    const before = callerOf(request);
    const { scope } = request.routeOptions.config.access ?? {};
    try {
      const now = await identifyAgain(request);
      return now.store.id === before.store.id && (!scope || hasScope(now, scope));
    } catch (error) {
      return error instanceof AppError && REFUSALS.includes(error.kind) ? false : undefined;
    }
  }

  return (request, onLost) => {
    let unanswered = 0;
    const check = async () => {
      unanswered += 1;
      if (unanswered > UNANSWERED_MAX) return onLost();
      const may = await mayStill(request);
      if (may === true) unanswered = 0;
      if (may === false) onLost();
    };
    const timer = setInterval(() => void check(), CHECK_MS);
    return () => clearInterval(timer);
  };
}
