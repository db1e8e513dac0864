import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { type Clock, systemClock } from "../clock.ts";
import { unavailable } from "../errors.ts";

const PING_MS = 2_000;
/** The route has no limit, because a load balancer must always get an answer. So callers share the ping. */
const PING_EVERY_MS = 500;
const State = Type.Object({ status: Type.String() });

/** `/livez`: the process runs. `/readyz`: it can serve, so send it traffic. */
export function healthRoutes(
  http: FastifyInstance,
  { ping, isStopping, clock = systemClock }: { ping: () => Promise<void>; isStopping: () => boolean; clock?: Clock },
) {
  let last = { at: Number.NEGATIVE_INFINITY, result: Promise.resolve() };
  function pingShared() {
    if (clock() - last.at >= PING_EVERY_MS) last = { at: clock(), result: Promise.race([ping(), timeout()]) };
    return last.result;
  }

  http.get("/livez", { schema: { hide: true, response: { 200: State } }, handler: async () => ({ status: "ok" }) });
  http.get("/readyz", {
    schema: { hide: true, response: { 200: State } },
    handler: async () => {
      if (isStopping()) throw unavailable("This process");
      await pingShared().catch((error: unknown) => {
        throw unavailable("The database", error);
      });
      return { status: "ok" };
    },
  });
}

const timeout = () =>
  new Promise<never>((_, reject) => setTimeout(() => reject(new Error("No answer")), PING_MS).unref());
