import type { FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Http } from "../../../platform/http/server.ts";
import { failures, jsonOrForm } from "../../../platform/http/wire.ts";
import type { Caller } from "../access/caller.ts";
import { callerOf, type RequireScope } from "../access/require-scope.ts";
import { findMemberOf, findStoresOf, isOperator } from "../members/find-access.ts";
import type { MemberRole } from "../members/roles.ts";
import { OpenStoreIn, OpenStoreOut, storeRecord, WhoOut } from "../members/wire.ts";
import type { StoreCache } from "../store-cache.ts";
import type { MemberSessions, SignedIn } from "./member-sessions.ts";
import { openStore } from "./open-store.ts";
import { type Factors, findFactors } from "./sql.ts";
import type { DashboardTokens } from "./tokens.ts";

declare module "fastify" {
  interface FastifyRequest {
    person?: SignedIn;
  }
}

const call = { tags: ["Team"], security: [{ storeKey: [] }] };

/** Who calls, and which store a member has opened. */
export function meRoutes(
  http: Http,
  deps: {
    readonly db: Db;
    readonly stores: StoreCache;
    readonly clock: Clock;
    readonly requireScope: RequireScope;
    readonly members: MemberSessions;
    readonly tokens: DashboardTokens;
  },
) {
  const { db, requireScope, members, tokens } = deps;
  const byKey = requireScope();

  http.get("/storeadmin/v3/me", {
    config: byKey.config,
    // It hands out the token that all other calls of the dashboard need, also to those who can open no store.
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      if (!members.hasSession(request)) await byKey.onRequest(request, reply);
    },
    preHandler: (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) =>
      request.caller ? byKey.preHandler(request, reply, done) : done(),
    schema: {
      ...call,
      summary: "Show who is calling",
      description:
        "The key or member behind the call, what it may do, how a member signs in, and the stores that they can open.",
      response: { 200: WhoOut, ...failures },
    },
    handler: async (request, reply) => {
      if (!members.hasSession(request)) return whoRecord(callerOf(request), NOBODY);
      const person = await members.identify(request, reply, { needsToken: false });
      const caller = await members.toCaller(person).catch((error: unknown) => {
        // They have opened no store yet, or may not open it any more.
        if (error instanceof AppError && (error.kind === "forbidden" || error.kind === "not-found")) return undefined;
        throw error;
      });
      const { email, userId } = person;
      const [stores, access, factors, operates] = await Promise.all([
        findStoresOf(db.hot, email),
        caller ? findMemberOf(db.hot, email, caller.store.id) : undefined,
        findFactors(db.hot, userId),
        isOperator(db.hot, email),
      ]);
      return whoRecord(caller ?? withoutStore(person), {
        role: access?.role ?? null,
        until: caller?.actor.kind === "operator" ? person.storeUntil : null,
        factors,
        isOperator: operates,
        stores: stores.map(storeRecord),
        csrf: tokens.csrf(person.sessionId, caller?.store.id ?? person.storeId),
      });
    },
  });

  http.post("/storeadmin/v3/me/open-store", {
    config: { access: { scope: undefined, stepUp: false, session: true } },
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      request.person = await members.identify(request, reply, { needsToken: true });
    },
    schema: {
      ...call,
      consumes: jsonOrForm,
      summary: "Open another store in the dashboard",
      description:
        "Only for dashboard sessions: a key always belongs to one store. Somebody who is a member of several opens one before all other calls. The tokens of the store that was open before end. Operators may open any store for 30 minutes, to look at it.",
      body: OpenStoreIn,
      response: { 200: OpenStoreOut, ...failures },
    },
    handler: async (request) => {
      const { store, reason } = request.body;
      const person = request.person as SignedIn;
      const id = await openStore(deps, person, { pid: store, reason });
      return { message: "The store is open", store, csrf: tokens.csrf(person.sessionId, id) };
    },
  });
}

type Who = Pick<Caller, "actor" | "scopes"> & { readonly store: Pick<Caller["store"], "pid" | "name"> | null };

const withoutStore = ({ email }: SignedIn): Who => ({
  actor: { kind: "member", id: email, name: email },
  scopes: [],
  store: null,
});

type Person = {
  readonly role: MemberRole | null;
  readonly until: Date | null;
  readonly factors: Factors | null;
  readonly isOperator: boolean;
  readonly stores: ReturnType<typeof storeRecord>[];
  readonly csrf: string | null;
};

/** There is no person behind a key. */
const NOBODY: Person = { role: null, until: null, factors: null, isOperator: false, stores: [], csrf: null };

const whoRecord = (
  { actor, store, scopes }: Who,
  { role, until, factors, isOperator: operates, stores, csrf }: Person,
) => ({
  kind: actor.kind,
  id: actor.id,
  name: actor.name,
  store: store && { pid: store.pid, name: store.name },
  role,
  until: until?.toISOString() ?? null,
  scopes: [...scopes],
  factors: factors && { app: factors.hasApp, passkey: factors.hasPasskey, password: factors.hasPassword },
  isOperator: operates,
  stores,
  csrf,
});
