import closeWithGrace from "close-with-grace";
import fastify, { type FastifyInstance } from "fastify";
import { createApi, type Deps, openDeps } from "./app.ts";
import type { Config } from "./config.ts";
import { findNetworkWalls } from "./features/alerts/messages/compiler-process.ts";
import { AppError } from "./platform/errors.ts";
import { answerFailure } from "./platform/http/failure.ts";
import { healthRoutes } from "./platform/http/health.ts";
import { forgetOnChange, startWorker } from "./worker.ts";

export type Role = "api" | "worker" | "all";

const FINISH_MS = 15_000;

/** Runs one role until the process gets a signal. It then reports not ready, waits for the load balancer to notice,
 *  finishes the calls in progress, closes and calls `onClosed`. Returns a function that closes it at once. */
export async function run(
  config: Config,
  role: Role,
  { onClosed }: { onClosed?: () => Promise<void> | undefined } = {},
) {
  requirePublicSettings(config, role);
  const deps = await openDeps(config);
  const { log } = deps;
  for (const warning of config.warnings) log.warn(warning);
  let isServing = false;
  const isStopping = () => !isServing;

  const api = role === "worker" ? undefined : createApi(deps, { isStopping });
  const ops = createOps(deps, isStopping);
  let worker: ReturnType<typeof startWorker> | undefined;
  let stopFollowing: (() => Promise<void>) | undefined;
  async function close() {
    await api?.close();
    await stopFollowing?.();
    await worker?.stop();
    await ops.close();
    await deps.close();
  }

  try {
    await checkLogins(deps, role);
    stopFollowing = forgetOnChange(deps);
    // The operators' port comes first and is never shared. So a second start with the same settings ends here, before it
    // gets connections of the first.
    const opsAddress = await listen(ops, { host: config.opsHost, port: config.opsPort, setting: "KEEPSAKE_OPS_PORT" });
    const { host, port, reusePort } = config;
    const address = api && (await listen(api, { host, port, reusePort, setting: "KEEPSAKE_PORT" }));
    if (role !== "api") worker = startWorker(deps);
    isServing = true;
    log.info(
      { role, address, ops: opsAddress, memoryMb: Math.round(process.memoryUsage().rss / 1e6) },
      "Keepsake is ready",
    );
    if (api) log.info({ walls: await findNetworkWalls() }, "The template compiler runs without network");
  } catch (error) {
    await close();
    throw error;
  }

  const onSignal = closeWithGrace({ delay: config.drainMs + FINISH_MS, logger: false }, async ({ signal, err }) => {
    if (err) log.fatal({ error: err }, "Keepsake stops because of an unexpected error");
    isServing = false;
    if (signal && api) await new Promise((resolve) => setTimeout(resolve, config.drainMs));
    await close();
    await onClosed?.();
    log.info({ signal }, "Keepsake has stopped");
  });
  return async () => {
    onSignal.uninstall();
    await close();
  };
}

const HOW_TO_SET = {
  KEEPSAKE_PUBLIC_URL: "Set it to the address where shoppers reach Keepsake, such as https://alerts.example.com",
  KEEPSAKE_TRUST_PROXY: "Set it to the addresses of the proxies in front of Keepsake, or to none",
};

/** With the defaults, mails would link to localhost, and all shoppers would share the limits of the proxy's address. */
function requirePublicSettings({ missing }: Config, role: Role) {
  const [name] = missing.filter((setting) => role !== "worker" || setting === "KEEPSAKE_PUBLIC_URL");
  if (name)
    throw new Error(
      `${name} is not set. ${HOW_TO_SET[name]}. To try Keepsake on this machine, set NODE_ENV=development instead.`,
    );
}

/** Refuses to start when row-level security would not hold. Without a database there is nothing to protect yet: each
 *  connection is checked before its first use. */
async function checkLogins({ db, log }: Deps, role: Role) {
  try {
    const ofWorker = role === "api" ? [] : (["keepsake_worker"] as const);
    for (const warning of await db.checkLogins(["keepsake_store", "keepsake_hot", ...ofWorker])) log.warn(warning);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ error }, "The database does not answer yet");
  }
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
  {
    host,
    port,
    reusePort = false,
    setting,
  }: { host: string; port: number; reusePort?: boolean; setting: "KEEPSAKE_PORT" | "KEEPSAKE_OPS_PORT" },
) {
  const options = { host, port, reusePort }; // Fastify gives all of it to Node, but its types do not know `reusePort`
  try {
    return await http.listen(options);
  } catch (cause) {
    const { code } = cause as { code?: string };
    if (code === "ENOTSUP" && reusePort)
      throw new Error("KEEPSAKE_REUSE_PORT=on needs Linux. Without it, give each process its own KEEPSAKE_PORT.", {
        cause,
      });
    if (code !== "EADDRINUSE") throw cause;
    throw new Error(`Port ${port} is already in use. Stop the other process, or set ${setting} to a free port.`, {
      cause,
    });
  }
}
