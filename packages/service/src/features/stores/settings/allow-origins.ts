import cors from "@fastify/cors";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Limits } from "../../../platform/http/limits.ts";
import { PREFLIGHTS } from "../../../platform/http/open-limits.ts";
import { enforceByIp } from "../../../platform/http/rate-limit.ts";
import { originNotAllowed } from "../errors.ts";
import type { StoreCache } from "../store-cache.ts";

const HOUR_SECONDS = 3_600;

/** Lets pages of any origin call the routes of this scope or, if the store has set origins, only pages of those. */
export function allowOrigins(http: FastifyInstance, { stores, limits }: { stores: StoreCache; limits: Limits }) {
  async function allows({ headers: { origin } }: FastifyRequest, params: unknown) {
    const { pid } = params as { pid?: unknown };
    if (origin === undefined || typeof pid !== "string") return true;
    const store = await stores.getByPid(pid).catch(() => undefined); // the route reports an unknown store
    return store?.settings.origins?.includes(origin) ?? true;
  }

  http.addHook("onRequest", async (request, reply) => {
    if (request.method === "OPTIONS") await enforceByIp(limits, PREFLIGHTS, { request, reply });
    else if (!(await allows(request, request.query))) throw originNotAllowed();
  });
  // A pid in the body wins over one in the query, and the body is parsed only now.
  http.addHook("preValidation", async (request) => {
    if (request.body && !(await allows(request, request.body))) throw originNotAllowed();
  });
  http.register(cors, () => async (request: FastifyRequest) => ({
    // The plugin answers preflights of the whole server, not only of this scope.
    origin: BROWSER_PATH.test(request.url) && (await allows(request, request.query)) ? "*" : false,
    methods: ["GET", "POST"],
    maxAge: HOUR_SECONDS,
    exposedHeaders: EXPOSED,
    strictPreflight: false, // the plugin would answer a bad preflight with plain text
  }));
}

const BROWSER_PATH = /^\/+api\//;
const EXPOSED = ["x-request-id", "retry-after", "ratelimit", "ratelimit-policy", "etag", "link", "x-total-count"];
