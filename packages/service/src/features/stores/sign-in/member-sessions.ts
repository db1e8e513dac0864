import type { FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../../../platform/clock.ts";
import type { HotDb } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Limits } from "../../../platform/http/limits.ts";
import { enforceByIp } from "../../../platform/http/rate-limit.ts";
import type { StoreId } from "../../../platform/ids.ts";
import type { Caller } from "../access/caller.ts";
import { noStore, notSignedIn, openAStore, secondFactorNeeded, wrongOrigin } from "../members/errors.ts";
import { findMemberOf, findStoresOf, isOperator } from "../members/find-access.ts";
import { OPERATOR_SCOPES, SCOPES_OF_ROLE } from "../members/roles.ts";
import { WRONG_KEYS } from "../settings/settings.ts";
import type { StoreCache } from "../store-cache.ts";
import { sessionCookie } from "./auth-names.ts";
import { isWhole, type ReadSession } from "./read-session.ts";
import { keepStoreInSession } from "./sql.ts";
import type { DashboardTokens } from "./tokens.ts";

export const CSRF_HEADER = "keepsake-csrf";
export const STEP_UP_HEADER = "keepsake-step-up";

/** A person who is signed in to the dashboard. */
export type SignedIn = {
  readonly sessionId: string;
  readonly userId: string;
  readonly email: string;
  /** The store that they have opened; for an operator, until when. */
  readonly storeId: StoreId | null;
  readonly storeUntil: Date | null;
};

export type MemberSessions = {
  /** Whether the request comes with a dashboard session instead of a key. */
  hasSession(request: FastifyRequest): boolean;
  /** Returns the person behind the session. Throws when the Origin, the CSRF token or the second factor is missing. Prolongs
   *  the session unless `prolong` is false. */
  identify(
    request: FastifyRequest,
    reply: FastifyReply,
    options: { readonly needsToken: boolean; readonly prolong?: boolean },
  ): Promise<SignedIn>;
  /** The caller behind a request that was identified before, as of now. Throws as `identify` and `toCaller` do. */
  identifyAgain(request: FastifyRequest): Promise<Caller>;
  /** The caller in the store that the person has opened, or in their only one. */
  toCaller(person: SignedIn): Promise<Caller>;
  /** Whether the request carries a fresh proof that it is this person. */
  hasStepUp(request: FastifyRequest, person: SignedIn): boolean;
};

export function createMemberSessions({
  readSession,
  hot,
  stores,
  tokens,
  limits,
  publicUrl,
  clock,
}: {
  readonly readSession: ReadSession;
  readonly hot: HotDb;
  readonly stores: StoreCache;
  readonly tokens: DashboardTokens;
  readonly limits: Limits;
  readonly publicUrl: string;
  readonly clock: Clock;
}): MemberSessions {
  const cookie = `${sessionCookie(publicUrl)}=`;
  const ownOrigin = new URL(publicUrl).origin;

  async function operatorCaller({ email, storeId, storeUntil }: SignedIn): Promise<Caller | undefined> {
    const isOpen = storeId !== null && storeUntil !== null && storeUntil.getTime() > clock();
    if (!isOpen || !(await isOperator(hot, email))) return undefined;
    const actor = { kind: "operator", id: email, name: email } as const;
    return { store: await stores.getById(storeId), actor, scopes: OPERATOR_SCOPES };
  }

  /** The store of a person who has opened none. The session keeps it, so that nobody's invitation moves their calls. */
  async function chooseStore({ email, sessionId }: SignedIn) {
    const [first, second] = await findStoresOf(hot, email);
    if (second) throw openAStore();
    if (first) await keepStoreInSession(hot, sessionId, first.storeId);
    return first;
  }

  async function check(
    request: FastifyRequest,
    { needsToken, prolong = true }: { readonly needsToken: boolean; readonly prolong?: boolean },
  ) {
    const { origin, "sec-fetch-site": site } = request.headers;
    const isRead = request.method === "GET" || request.method === "HEAD";
    // A browser sends no Origin when a page reads from its own site.
    if (origin === undefined ? !isRead : origin !== ownOrigin) throw wrongOrigin();
    if (site !== undefined && site !== "same-origin") throw wrongOrigin();
    const { found, cookies } = await readSession(request.headers.cookie ?? "", { prolong });
    if (!found?.user.emailVerified) throw notSignedIn();
    const { session, user } = found;
    const storeId = (session.storeId ?? null) as StoreId | null;
    if (needsToken && !tokens.isCsrf(session.id, storeId, request.headers[CSRF_HEADER])) throw wrongOrigin();
    if (!isWhole(found)) throw secondFactorNeeded();
    const person: SignedIn = {
      sessionId: session.id,
      userId: user.id,
      email: user.email,
      storeId,
      storeUntil: session.storeUntil ?? null,
    };
    return { person, cookies };
  }

  async function toCaller(person: SignedIn): Promise<Caller> {
    const { email, storeId } = person;
    const access = storeId === null ? await chooseStore(person) : await findMemberOf(hot, email, storeId);
    if (access) {
      const actor = { kind: "member", id: email, name: email } as const;
      return { store: await stores.getById(access.storeId), actor, scopes: SCOPES_OF_ROLE[access.role] };
    }
    const operator = await operatorCaller(person);
    if (!operator) throw noStore();
    return operator;
  }

  return {
    hasSession: ({ headers }) => headers.authorization === undefined && (headers.cookie ?? "").includes(cookie),

    async identify(request, reply, options) {
      try {
        const { person, cookies } = await check(request, options);
        for (const one of cookies) reply.header("set-cookie", one);
        return person;
      } catch (error) {
        if (error instanceof AppError && error.kind !== "unavailable")
          await enforceByIp(limits, WRONG_KEYS, { request, reply });
        throw error;
      }
    },

    identifyAgain: async (request) => toCaller((await check(request, { needsToken: false, prolong: false })).person),

    toCaller,

    hasStepUp: (request, { sessionId }) => tokens.isStepUp(sessionId, request.headers[STEP_UP_HEADER]),
  };
}
