import type { FastifyInstance } from "fastify";
import type { Sightings } from "./sightings.ts";

const ORIGIN_MAX = 300;

/** Notes which pages the browser calls of this scope come from. Only calls that succeeded: others prove no connection. */
export function followScript(http: FastifyInstance, sightings: Sightings) {
  http.addHook("onResponse", (request, reply, done) => {
    const { origin } = request.headers;
    if (origin !== undefined && reply.statusCode < 400 && request.method !== "OPTIONS" && isOfPage(origin)) {
      const { pid } = (request.body ?? request.query) as { pid?: unknown };
      if (typeof pid === "string") sightings.script(pid, origin);
    }
    done();
  });
}

/** A sandboxed page has the origin `null`. */
const isOfPage = (origin: string) => /^https?:\/\/[^\s/]+$/.test(origin) && origin.length <= ORIGIN_MAX;
