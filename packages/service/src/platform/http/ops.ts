import fastify from "fastify";
import { Registry } from "prom-client";
import { answerFailure } from "./failure.ts";
import { type Health, healthRoutes } from "./health.ts";

/** Metrics and health checks on their own port, which is not for the internet. */
export function createOps({ metrics, ...health }: Health & { metrics(): Promise<string> }) {
  const http = fastify({ requestTimeout: 10_000, forceCloseConnections: true });
  http.setErrorHandler(answerFailure);
  healthRoutes(http, health);
  http.get("/metrics", async (_request, reply) => reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(await metrics()));
  return http;
}
