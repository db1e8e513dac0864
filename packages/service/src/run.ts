import closeWithGrace from "close-with-grace";
import fastify, { type FastifyInstance } from "fastify";
import { createApi, createDeps, type Deps } from "./app.ts";
import type { Config } from "./config.ts";
import { answerFailure } from "./platform/http/failure.ts";
import { healthRoutes } from "./platform/http/health.ts";
import { clearStoresOnChange, startWorker } from "./worker.ts";

export type Role = "api" | "worker" | "all";

const FINISH_MS = 15_000;

/** Runs one role until the process gets a signal. It then reports not ready, waits for the load balancer to notice,
 *  finishes the calls in progress, closes and calls `onClosed`. */
export async function run(
  config: Config,
  role: Role,
  { onClosed }: { onClosed?: () => Promise<void> | undefined } = {},
) {
  const deps = createDeps(config);
  const { log } = deps;
  for (const warning of config.warnings) log.warn(warning);
  let stopping = false;
  const isStopping = () => stopping;

  const api = role === "worker" ? undefined : createApi(deps, { isStopping });
  const ops = createOps(deps, isStopping);
  let worker: ReturnType<typeof startWorker> | undefined;
  async function close() {
    await api?.close();
    await worker?.stop();
    await ops.close();
    await deps.close();
  }

  try {
    if (api) clearStoresOnChange(deps);
    const address = api && (await listen(api, { host: config.host, port: config.port, setting: "KEEPSAKE_PORT" }));
    if (role !== "api") worker = startWorker(deps);
    const opsAddress = await listen(ops, { host: config.opsHost, port: config.opsPort, setting: "KEEPSAKE_OPS_PORT" });
    log.info(
      { role, address, ops: opsAddress, memoryMb: Math.round(process.memoryUsage().rss / 1e6) },
      "Keepsake is ready",
    );
  } catch (error) {
    await close();
    throw error;
  }

  closeWithGrace({ delay: config.drainMs + FINISH_MS, logger: false }, async ({ signal, err }) => {
    if (err) log.fatal({ error: err }, "Keepsake stops because of an unexpected error");
    stopping = true;
    if (signal && api) await new Promise((resolve) => setTimeout(resolve, config.drainMs));
    await close();
    await onClosed?.();
    log.info({ signal }, "Keepsake has stopped");
  });
}

/** Metrics and health checks on their own port, which is not for the internet. */
function createOps({ db, metrics }: Deps, isStopping: () => boolean) {
  const http = fastify({ requestTimeout: 10_000, forceCloseConnections: true });
  http.setErrorHandler(answerFailure);
  healthRoutes(http, { ping: db.ping, isStopping });
  http.get("/metrics", async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
  return http;
}

async function listen(
  http: Pick<FastifyInstance, "listen">,
  { host, port, setting }: { host: string; port: number; setting: string },
) {
  try {
    return await http.listen({ host, port });
  } catch (cause) {
    if ((cause as { code?: string }).code !== "EADDRINUSE") throw cause;
    throw new Error(`Port ${port} is already in use. Stop the other process, or set ${setting} to a free port.`, {
      cause,
    });
  }
}
