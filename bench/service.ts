import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { ask } from "../engines/ask.ts";
import { getFreePort } from "../engines/get-free-port.ts";
import { ownProcess } from "../engines/owned.ts";
import { findProcess, sendSignal, skipLowPids } from "../engines/processes.ts";
import { waitFor } from "../engines/wait-for.ts";
import { openDeps as openServiceDeps } from "../packages/service/src/app.ts";
import { readConfig } from "../packages/service/src/config.ts";
import type { Scope } from "../packages/service/src/features/stores/access/scopes.ts";
import { createStore as insertStore } from "../packages/service/src/features/stores/create-store.ts";
import { createKey } from "../packages/service/src/features/stores/keys/create-key.ts";
import { updateStore } from "../packages/service/src/features/stores/settings/update-store.ts";
import type { Store } from "../packages/service/src/features/stores/store.ts";
import { createLog } from "../packages/service/src/platform/log.ts";

const HERE = join(import.meta.dirname, "..");
const mainOf = (checkout: string) => join(checkout, "packages/service/src/main.ts");
const COMMAND_MS = 60_000;
const READY_MS = 30_000;
const STOP_MS = 20_000;
/** Far above what one process can serve in a minute. */
const LIMIT = { points: 100_000_000, seconds: 60 };
const LIMITS = { key: LIMIT, shopper: LIMIT, guest: LIMIT, storeGuests: LIMIT, unknownProducts: LIMIT };
const SCOPES: readonly Scope[] = ["identity", "subscriptions", "catalog"];

const settings = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  KEEPSAKE_SECRET: "a-secret-for-the-bench-only-0123456789",
  KEEPSAKE_LOG_LEVEL: "warn",
  KEEPSAKE_DRAIN_MS: "0",
  KEEPSAKE_ALLOW_PRIVILEGED_LOGIN: "on",
  NODE_ENV: "test",
});

/** `checkout`: the folder of another version of Keepsake. */
export async function migrate(databaseUrl: string, checkout = HERE): Promise<void> {
  await promisify(execFile)(process.execPath, [mainOf(checkout), "migrate"], {
    env: { PATH: process.env["PATH"], ...settings(databaseUrl) },
    timeout: COMMAND_MS,
  });
}

/** Creates a store in the first of these shards that has the fewest, with a key and limits that no load reaches. In this
 *  process, because a command of the CLI takes a second to start. */
export async function createStore(databaseUrl: string, name: string, shards = { first: 0, last: 15 }, scopes = SCOPES) {
  const { db, seal, hashSecret, close } = await openDeps(databaseUrl);
  try {
    return await db.asOperator(async (tx) => {
      const { id, pid } = await insertStore(tx, seal, { name, shards });
      await updateStore(tx, pid, { limits: LIMITS });
      const { key } = await createKey(tx, hashSecret, { storeId: id, name: "bench", scopes });
      return { id, pid, authorization: `Basic ${Buffer.from(`${pid}:${key}`).toString("base64")}` };
    });
  } finally {
    await close();
  }
}

/** The service's dependencies, inside this process. */
export const openDeps = (databaseUrl: string) =>
  openServiceDeps(readConfig(settings(databaseUrl)), { log: createLog("warn") });

/** Reads the store with the secrets from which the service computes regids. */
export async function readStore(databaseUrl: string, pid: string): Promise<Store> {
  const deps = await openDeps(databaseUrl);
  try {
    return await deps.stores.getByPid(pid);
  } finally {
    await deps.close();
  }
}

/** Starts the service, as one process or as a group of them. `readyMs` is the time from its start to the first 200 of /readyz. */
export async function startService(options: {
  databaseUrl: string;
  role: "api" | "worker" | "all";
  folder: string;
  env?: Readonly<Record<string, string>>;
  checkout?: string | undefined;
  processes?: number | undefined;
}) {
  const { databaseUrl, role, folder, env = {}, checkout = HERE, processes = 1 } = options;
  const group = processes > 1 ? ["--processes", `${processes}`] : [];
  const [port, opsPort] = [await getFreePort(), await getFreePort()];
  skipLowPids();
  const logFile = join(folder, `service-${port}.log`);
  const log = openSync(logFile, "a");
  const startedAt = performance.now();
  const child = spawn(process.execPath, [mainOf(checkout), role, ...group], {
    env: {
      PATH: process.env["PATH"],
      ...settings(databaseUrl),
      ...env,
      KEEPSAKE_PORT: `${port}`,
      KEEPSAKE_PUBLIC_URL: `http://localhost:${port}`,
      KEEPSAKE_OPS_PORT: `${opsPort}`,
    },
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  const id = child.pid === undefined ? undefined : findProcess(child.pid);
  if (!id) throw new Error("The service could not be started", { cause: (await once(child, "error"))[0] });
  const disown = ownProcess(id, "SIGTERM");
  const exited = once(child, "exit").then(disown);

  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const readyPort = role === "worker" ? opsPort : port;
  const isReady = async () =>
    (await ask(readyPort, "GET /readyz HTTP/1.0\r\nhost: bench\r\n\r\n", /^HTTP\/1\.\d 200 /)) !== null;
  const answered = await waitFor(async () => hasEnded() || (await isReady()), READY_MS);
  const readyMs = performance.now() - startedAt;
  if (!answered || hasEnded()) {
    sendSignal(id, "SIGKILL");
    throw new Error(`The service did not become ready:\n${readFileSync(logFile, "utf8").slice(-4000)}`);
  }

  return {
    pid: id.pid,
    port,
    opsPort,
    readyMs,
    async stop() {
      sendSignal(id, "SIGTERM");
      const late = setTimeout(() => sendSignal(id, "SIGKILL"), STOP_MS);
      await exited;
      clearTimeout(late);
    },
  };
}
