import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { type Clock, systemClock } from "../clock.ts";
import { AppError, unavailable } from "../errors.ts";

const PING_MS = 2_000;
/** The route has no limit, because a load balancer must always get an answer. So callers share the ping. */
const PING_EVERY_MS = 500;
const State = Type.Object({ status: Type.String() });

export type Health = {
  /** Rejects when nothing can be served now. */
  ping(): Promise<void>;
  isStopping(): boolean;
  /** Rejects when a part of the program hangs. */
  checkLife?(): Promise<void>;
  readonly clock?: Clock;
};

/** Rejects with an AppError while the process cannot serve. */
export function createCheckReadiness({ ping, isStopping, clock = systemClock }: Health): () => Promise<void> {
  let last = { at: Number.NEGATIVE_INFINITY, result: Promise.resolve() };
  return async () => {
    if (isStopping()) throw unavailable("This process");
    if (clock() - last.at >= PING_EVERY_MS) last = { at: clock(), result: Promise.race([ping(), timeout()]) };
    await last.result.catch((error: unknown) => {
      throw error instanceof AppError ? error : unavailable("The database", error);
    });
  };
}

/** `/livez`: the process runs. `/readyz`: it can serve, so send it traffic. */
export function healthRoutes(http: FastifyInstance, health: Health) {
  const checkReadiness = createCheckReadiness(health);
  const answers = { schema: { hide: true, response: { 200: State } } };
  http.get("/livez", {
    ...answers,
    handler: async () => {
      await health.checkLife?.();
      return { status: "ok" };
    },
  });
  http.get("/readyz", {
    ...answers,
    handler: async () => {
      await checkReadiness();
      return { status: "ok" };
    },
  });
}

const timeout = () =>
  new Promise<never>((_, reject) => setTimeout(() => reject(new Error("No answer")), PING_MS).unref());
