import type { FastifyReply, FastifyRequest } from "fastify";
import { enforce } from "../../platform/http/rate-limit.ts";
import type { Limits } from "../../platform/limits.ts";
import type { Metrics } from "../../platform/metrics.ts";
import type { Scope } from "./api-key.ts";
import type { Caller, Directory } from "./directory.ts";
import { badKey, lacksScope, secretKeyInBrowser, unknownStore } from "./errors.ts";
import { limitOf, WRONG_KEYS } from "./settings.ts";
import { normalisePid } from "./store.ts";

declare module "fastify" {
  interface FastifyRequest {
    caller?: Caller;
  }
}

/** Guards a Store Admin route: spread what it returns into the route. Runs before the body is read. */
export type RequireKey = (scope?: Scope) => ReturnType<typeof guard>;

export const createRequireKey =
  (parts: { directory: Directory; limits: Limits; metrics: Metrics }): RequireKey =>
  (scope) =>
    guard(parts, scope);

function guard(
  { directory, limits, metrics }: { directory: Directory; limits: Limits; metrics: Metrics },
  scope: Scope | undefined,
) {
  async function onRequest(request: FastifyRequest, reply: FastifyReply) {
    if (request.headers.origin !== undefined) {
      metrics.secretKeysInBrowsers.inc();
      throw secretKeyInBrowser();
    }
    const { authorization } = request.headers;
    const caller = await (authorization ? directory.callerByHeader(authorization) : Promise.reject(badKey())).catch(
      async (error: unknown) => {
        if ((error as { kind?: string }).kind === "unauthorised") await enforce(limits, WRONG_KEYS, request.ip, reply);
        throw error;
      },
    );
    await enforce(limits, limitOf(caller.store.settings, "key"), caller.keyId, reply);
    if (scope && !caller.scopes.includes(scope) && !caller.scopes.includes("admin")) throw lacksScope(scope);
    request.caller = caller;
  }

  /** The pid is a label: naming another store than the key's is like naming none. */
  async function preHandler(request: FastifyRequest) {
    const { pid } = { ...(request.query as object), ...(request.body as object) } as { pid?: unknown };
    if (typeof pid === "string" && normalisePid(pid) !== callerOf(request).store.pid) throw unknownStore();
  }

  return { onRequest, preHandler };
}

export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error("This route is not guarded by requireKey");
  return request.caller;
}
