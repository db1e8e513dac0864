import closeWithGrace from "close-with-grace";
import { createApi, type Deps, openDeps } from "./app.ts";
import type { Config } from "./config.ts";
import { databaseRolesOf, findConnectionProblem } from "./connection-problem.ts";
import { findNetworkWalls } from "./features/alerts/messages/compiler-process.ts";
import { AppError } from "./platform/errors.ts";
import { createCheckReadiness } from "./platform/http/health.ts";
import { listen } from "./platform/http/listen.ts";
import { createOps } from "./platform/http/ops.ts";
import { createLog } from "./platform/log.ts";
import type { Group } from "./platform/processes/group.ts";
import { type Role, requirePublicSettings } from "./role.ts";
import { forgetOnChange, startWorker } from "./worker.ts";

/** Runs one role until the process gets a signal. It then reports not ready, waits for the load balancer to notice,
 *  finishes the calls in progress, closes and calls `onClosed`. Returns a function that closes it at once. In a group, the
 *  parent has the operators' port and ends the process. */
export async function run(
  config: Config,
  role: Role,
  { onClosed, group }: { onClosed?: () => Promise<void> | undefined; group?: Group } = {},
) {
  requirePublicSettings(config, role);
  const rootLog = createLog(config.logLevel);
  const deps = await openDeps(config, { group, log: group ? rootLog.child({ process: group.name }) : rootLog });
  const { log, db } = deps;
  const { registry } = deps.metrics;
  if (group) registry.setDefaultLabels({ process: group.name });
  else for (const warning of config.warnings) log.warn(warning);
  let isServing = false;
  const health = { ping: db.ping, isStopping: () => !isServing };
  const metrics = () => registry.metrics();

  const api = role === "worker" ? undefined : createApi(deps, health);
  const ops = group ? undefined : createOps({ ...health, metrics });
  let worker: ReturnType<typeof startWorker> | undefined;
  let stopFollowing: (() => Promise<void>) | undefined;
  async function close() {
    await api?.close();
    await stopFollowing?.();
    await worker?.stop();
    await ops?.close();
    await deps.close();
  }

  try {
    await checkDatabase(deps, role, group);
    await deps.privacy.log?.check();
    if (api) await deps.loadAuth();
    stopFollowing = forgetOnChange(deps);
    // The operators' port comes first and is never shared. So a second start with the same settings ends here, before it
    // gets connections of the first.
    const { host, port, opsHost, opsPort } = config;
    const opsAddress = ops && (await listen(ops, { host: opsHost, port: opsPort, setting: "KEEPSAKE_OPS_PORT" }));
    const reusePort = group !== undefined || config.reusePort;
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

  const closing = closeWithGrace({ delay: config.graceMs, logger: false }, async ({ signal, err, manual }) => {
    if (err) log.fatal({ error: err }, "Keepsake stops because of an unexpected error");
    isServing = false;
    if ((signal || manual) && api) await new Promise((resolve) => setTimeout(resolve, config.drainMs));
    await close();
    await onClosed?.();
    log.info({ signal }, "Keepsake has stopped");
  });
  const checkReadiness = createCheckReadiness(health);
  group?.serve({
    metrics,
    isReady: () =>
      checkReadiness().then(
        () => true,
        () => false,
      ),
    // In a terminal, Ctrl-C has ended this process already.
    stop: () => void (isServing && closing.close()),
  });
  return async () => {
    closing.uninstall();
    await close();
  };
}

/** Refuses to start when row-level security would not hold. Without a database there is nothing to protect yet: each
 *  connection is checked before its first use. */
async function checkDatabase({ db, log, config }: Deps, role: Role, group: Group | undefined) {
  try {
    for (const warning of await db.checkLogins(databaseRolesOf(role))) log.warn(warning);
    const pooled = databaseRolesOf(role).filter((one) => config.roleUrls[one]);
    const problem = findConnectionProblem(role, group, { allowed: await db.countAllowedConnections(), pooled });
    if (problem) log.warn(problem);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ error }, "The database does not answer yet");
  }
}
