import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { unavailable } from "../errors.ts";

const PING_MS = 2_000;
const State = Type.Object({ status: Type.String() });

/** `/livez`: the process runs. `/readyz`: it can serve, so send it traffic. */
export function healthRoutes(
  http: FastifyInstance,
  { ping, isStopping }: { ping: () => Promise<void>; isStopping: () => boolean },
) {
  http.get("/livez", { schema: { hide: true, response: { 200: State } }, handler: async () => ({ status: "ok" }) });
  http.get("/readyz", {
    schema: { hide: true, response: { 200: State } },
    handler: async () => {
      if (isStopping()) throw unavailable("This process");
      await Promise.race([ping(), timeout()]).catch((error: unknown) => {
        throw unavailable("The database", error);
      });
      return { status: "ok" };
    },
  });
}

const timeout = () =>
  new Promise<never>((_, reject) => setTimeout(() => reject(new Error("No answer")), PING_MS).unref());
