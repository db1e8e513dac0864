import type { FastifyReply, FastifyRequest } from "fastify";
import type { Limits } from "../../../platform/http/limits.ts";
import { enforce, enforceByIp } from "../../../platform/http/rate-limit.ts";
import type { Metrics } from "../../../platform/metrics.ts";
import { badKey, lacksScope, secretKeyInBrowser, unknownStore } from "../errors.ts";
import { limitOf, WRONG_KEYS } from "../settings/settings.ts";
import { normalisePid } from "../store.ts";
import type { StoreCache } from "../store-cache.ts";
import type { Scope } from "./api-key.ts";
import type { Caller } from "./check-key.ts";

declare module "fastify" {
  interface FastifyRequest {
    caller?: Caller;
  }
}

/** The hooks that guard a Store Admin route: spread them into the route. The key is checked before the body is read. */
export type RequireKey = (scope?: Scope) => ReturnType<typeof guard>;

export const createRequireKey =
  (deps: { stores: StoreCache; limits: Limits; metrics: Metrics }): RequireKey =>
  (scope) =>
    guard(deps, scope);

function guard(
  { stores, limits, metrics }: { stores: StoreCache; limits: Limits; metrics: Metrics },
  scope: Scope | undefined,
) {
  async function onRequest(request: FastifyRequest, reply: FastifyReply) {
    if (request.headers.origin !== undefined) {
      metrics.secretKeysInBrowsers.inc();
      throw secretKeyInBrowser();
    }
    const { authorization } = request.headers;
    let caller: Caller;
    try {
      if (!authorization) throw badKey();
      caller = await stores.authenticate(authorization);
    } catch (error) {
      if ((error as { kind?: string }).kind === "unauthorised") {
        await enforceByIp(limits, WRONG_KEYS, { request, reply });
        reply.header("www-authenticate", 'Basic realm="keepsake", charset="UTF-8"');
      }
      throw error;
    }
    const counted = enforce(limits, limitOf(caller.store.settings, "key"), caller.keyId, reply);
    if (counted) await counted;
    if (scope && !caller.scopes.includes(scope) && !caller.scopes.includes("admin")) throw lacksScope(scope);
    request.caller = caller;
  }

  /** The key decides the store. A pid of another store is refused like a pid that does not exist. */
  function preHandler(request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) {
    // params.ts has merged the query into the body of a POST.
    const { pid } = (request.body ?? request.query) as { pid?: unknown };
    const isOtherStore = typeof pid === "string" && normalisePid(pid) !== callerOf(request).store.pid;
    done(isOtherStore ? unknownStore() : undefined);
  }

  return { onRequest, preHandler };
}

export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error("This route is not guarded by requireKey");
  return request.caller;
}
