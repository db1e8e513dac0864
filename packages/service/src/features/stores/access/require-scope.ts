import type { FastifyReply, FastifyRequest } from "fastify";
import type { Limits } from "../../../platform/http/limits.ts";
import { enforce, enforceByIp } from "../../../platform/http/rate-limit.ts";
import { wantsCsv } from "../../../platform/http/send-rows.ts";
import type { Metrics } from "../../../platform/metrics.ts";
import { badKey, lacksRole, lacksScope, secretKeyInBrowser, unknownStore } from "../errors.ts";
import { stepUpNeeded } from "../members/errors.ts";
import { limitOf, WRONG_KEYS } from "../settings/settings.ts";
import type { MemberSessions } from "../sign-in/member-sessions.ts";
import { normalisePid } from "../store.ts";
import type { StoreCache } from "../store-cache.ts";
import { type Caller, credentialOf } from "./caller.ts";
import { hasScope, type Scope } from "./scopes.ts";

declare module "fastify" {
  interface FastifyRequest {
    caller?: Caller;
  }
  interface FastifyContextConfig {
    access?: Access;
  }
}

/** What a Store Admin route asks of its caller, for openapi.json. */
export type Access = {
  readonly scope: Scope | undefined;
  readonly stepUp: boolean | "csv";
  /** Only people who are signed in may call it. */
  readonly session?: boolean;
  /** Only members of the store may. */
  readonly member?: boolean;
  /** Only operators of the installation may. */
  readonly operator?: boolean;
  /** It answers with server-sent events. */
  readonly stream?: boolean;
  /** False: members need no token, only their session and the Origin. */
  readonly token?: boolean;
};

type Options = {
  /** Members need a fresh proof that it is them, always or for all rows as CSV: a stolen cookie is not enough. A key is a
   *  proof by itself. */
  readonly stepUp?: boolean | "csv";
  /** The browser's EventSource sends no token, and opens a stream again by itself, which must not keep a session alive. Only for
   *  reads. */
  readonly stream?: boolean;
  /** False for a call that changes nothing and that a form of the dashboard makes: a form can send no header. */
  readonly token?: boolean;
};

/** The hooks that guard a Store Admin route: spread them into the route. The caller is checked before the body is read. */
export type RequireScope = (scope?: Scope, options?: Options) => ReturnType<typeof guard>;

type Deps = {
  readonly stores: StoreCache;
  readonly limits: Limits;
  readonly metrics: Metrics;
  readonly members: MemberSessions;
};

export const createRequireScope =
  (deps: Deps): RequireScope =>
  (scope, options = {}) =>
    guard(deps, scope, options);

function guard(deps: Deps, scope: Scope | undefined, { stepUp = false, stream = false, token = !stream }: Options) {
  const how = { needsToken: token, prolong: !stream };

  async function onRequest(request: FastifyRequest, reply: FastifyReply) {
    const isMember = deps.members.hasSession(request);
    const person = isMember ? await deps.members.identify(request, reply, how) : undefined;
    const caller = person ? await deps.members.toCaller(person) : await authenticateKey(deps, request, reply);
    const counted = enforce(deps.limits, limitOf(caller.store.settings, "key"), credentialOf(caller.actor), reply);
    if (counted) await counted;
    if (scope && !hasScope(caller, scope)) throw caller.actor.kind === "key" ? lacksScope(scope) : lacksRole(scope);
    const isProven = !person || deps.members.hasStepUp(request, person);
    const needsProof = stepUp === "csv" ? wantsCsv(request) : stepUp;
    if (needsProof && !isProven) throw stepUpNeeded();
    request.caller = isProven ? caller : withMaskedAddresses(caller);
  }

  /** The credential decides the store. A pid of another store is refused like a pid that does not exist. */
  function preHandler(request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) {
    // params.ts has merged the query into the body of a POST.
    const { pid } = (request.body ?? request.query) as { pid?: unknown };
    const isOtherStore = typeof pid === "string" && normalisePid(pid) !== callerOf(request).store.pid;
    done(isOtherStore ? unknownStore() : undefined);
  }

  return { onRequest, preHandler, config: { access: { scope, stepUp, stream, token } satisfies Access } };
}

/** Pages of whole addresses are an export, too. */
const withMaskedAddresses = (caller: Caller): Caller => ({
  ...caller,
  scopes: caller.scopes.filter((scope) => scope !== "people:addresses"),
});

async function authenticateKey({ stores, limits, metrics }: Deps, request: FastifyRequest, reply: FastifyReply) {
  const { origin, authorization } = request.headers;
  if (origin !== undefined) {
    metrics.secretKeysInBrowsers.inc();
    throw secretKeyInBrowser();
  }
  try {
    if (!authorization) throw badKey();
    return await stores.authenticate(authorization);
  } catch (error) {
    if ((error as { kind?: string }).kind === "unauthorised") {
      await enforceByIp(limits, WRONG_KEYS, { request, reply });
      // A browser would ask the member for a user name and password in a window of its own.
      if (!request.headers["sec-fetch-mode"])
        reply.header("www-authenticate", 'Basic realm="keepsake", charset="UTF-8"');
    }
    throw error;
  }
}

export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error("This route is not guarded by requireScope");
  return request.caller;
}

/** Whose idempotency keys a request uses. */
export function requesterOf(request: FastifyRequest) {
  const { store, actor } = callerOf(request);
  return { storeId: store.id, credential: credentialOf(actor) };
}
