import cors from "@fastify/cors";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { originNotAllowed } from "../errors.ts";
import type { StoreCache } from "../store-cache.ts";

const HOUR_SECONDS = 3_600;

/** Browsers of any origin may call, unless the store names its origins. For the scope it is registered in. */
export function allowOrigins(http: FastifyInstance, stores: StoreCache) {
  async function allows({ headers: { origin } }: FastifyRequest, params: unknown) {
    const { pid } = params as { pid?: unknown };
    if (origin === undefined || typeof pid !== "string") return true;
    const store = await stores.getByPid(pid).catch(() => undefined); // an unknown store is told by the route
    return store?.settings.origins?.includes(origin) ?? true;
  }

  http.addHook("onRequest", async (request) => {
    if (request.method !== "OPTIONS" && !(await allows(request, request.query))) throw originNotAllowed();
  });
  // The pid that counts may stand in the body, which has been read by now.
  http.addHook("preValidation", async (request) => {
    if (request.body && !(await allows(request, request.body))) throw originNotAllowed();
  });
  http.register(cors, () => async (request: FastifyRequest) => ({
    // The plugin answers preflights of the whole server, not only of this scope.
    origin: BROWSER_PATH.test(request.url) && (await allows(request, request.query)) ? "*" : false,
    methods: ["GET", "POST"],
    maxAge: HOUR_SECONDS,
    exposedHeaders: EXPOSED,
    strictPreflight: false, // its refusal is plain text
  }));
}

const BROWSER_PATH = /^\/+api\//;
const EXPOSED = ["x-request-id", "retry-after", "ratelimit", "ratelimit-policy"];
