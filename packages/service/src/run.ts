import closeWithGrace from "close-with-grace";
import fastify from "fastify";
import { createApi, createDeps, type Deps } from "./app.ts";
import type { Config } from "./config.ts";
import { answerFailure } from "./platform/http/failure.ts";
import { healthRoutes } from "./platform/http/health.ts";
import { forgetOnChange, startWorker } from "./worker.ts";

export type Role = "api" | "worker" | "all";

const FINISH_MS = 15_000;

/** Runs the program until it is told to stop: not ready, a pause for the load balancer, then finish and close. */
export async function run(config: Config, role: Role) {
  const parts = createDeps(config);
  const { log } = parts;
  for (const warning of config.warnings) log.warn(warning);
  let stopping = false;
  const isStopping = () => stopping;

  const api = role === "worker" ? undefined : createApi(parts, { isStopping });
  if (api) forgetOnChange(parts);
  const address = await api?.listen({ host: config.host, port: config.port });
  const worker = role === "api" ? undefined : startWorker(parts);
  const ops = await listenForOperators(parts, isStopping);
  log.info(
    { role, address, ops: ops.address, memoryMb: Math.round(process.memoryUsage().rss / 1e6) },
    "Keepsake is ready",
  );

  closeWithGrace({ delay: config.drainMs + FINISH_MS, logger: false }, async ({ signal, err }) => {
    if (err) log.fatal({ error: err }, "An error nobody handled: stopping");
    stopping = true;
    if (signal && api) await new Promise((resolve) => setTimeout(resolve, config.drainMs));
    await api?.close();
    await worker?.stop();
    await ops.close();
    await parts.close();
    log.info({ signal }, "Keepsake has stopped");
  });
}

/** Metrics and health on their own port, which is not for the internet. */
async function listenForOperators({ config, db, metrics }: Deps, isStopping: () => boolean) {
  const http = fastify({ requestTimeout: 10_000, forceCloseConnections: true });
  http.setErrorHandler(answerFailure);
  healthRoutes(http, { ping: db.ping, isStopping });
  http.get("/metrics", async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
  const address = await http.listen({ host: config.opsHost, port: config.opsPort });
  return { address, close: () => http.close() };
}
