import cors from "@fastify/cors";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Directory } from "./directory.ts";
import { originNotAllowed } from "./errors.ts";

const HOUR_SECONDS = 3_600;

/** Browsers of any origin may call, unless the store names its origins. For the scope it is registered in. */
export function allowOrigins(http: FastifyInstance, directory: Directory) {
  async function allows(request: FastifyRequest) {
    const { origin } = request.headers;
    const { pid } = request.query as { pid?: unknown };
    if (origin === undefined || typeof pid !== "string") return true;
    const store = await directory.storeByPid(pid).catch(() => undefined); // an unknown store is told by the route
    return store?.settings.origins?.includes(origin) ?? true;
  }

  http.addHook("onRequest", async (request) => {
    if (request.method !== "OPTIONS" && !(await allows(request))) throw originNotAllowed();
  });
  http.register(cors, () => async (request: FastifyRequest) => ({
    origin: (await allows(request)) ? "*" : false,
    methods: ["GET", "POST"],
    maxAge: HOUR_SECONDS,
    exposedHeaders: EXPOSED,
  }));
}

const EXPOSED = ["x-request-id", "retry-after", "ratelimit", "ratelimit-policy"];
