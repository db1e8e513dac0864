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
import type { Store } from "../packages/service/src/features/stores/store.ts";
import { createLog } from "../packages/service/src/platform/log.ts";

const MAIN = join(import.meta.dirname, "../packages/service/src/main.ts");
const COMMAND_MS = 60_000;
const READY_MS = 30_000;
const STOP_MS = 20_000;
/** Far above what one process can serve in a minute. */
const LIMITS = ["key", "shopper", "guest", "storeGuests", "unknownProducts"].map((name) => `${name}=100000000/60`);

const settings = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  KEEPSAKE_SECRET: "a-secret-for-the-bench-only-0123456789",
  KEEPSAKE_LOG_LEVEL: "warn",
  KEEPSAKE_DRAIN_MS: "0",
  KEEPSAKE_ALLOW_PRIVILEGED_LOGIN: "on",
  NODE_ENV: "test",
});

async function command<T>(databaseUrl: string, ...args: string[]): Promise<T> {
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, ...args, "--json"], {
    env: { PATH: process.env["PATH"], ...settings(databaseUrl) },
    timeout: COMMAND_MS,
  });
  return JSON.parse(stdout) as T;
}

export const migrate = (databaseUrl: string) => command(databaseUrl, "migrate");

/** Creates a store with the CLI, with a key and limits that no load reaches. */
export async function createStore(databaseUrl: string, name: string) {
  const { id, pid } = await command<{ id: number; pid: string }>(databaseUrl, "store", "create", "--name", name);
  await command(databaseUrl, "store", "set", "--pid", pid, "--limit", ...LIMITS);
  const key = ["key", "create", "--pid", pid, "--name", "bench", "--scopes", "identity,subscriptions"];
  const made = await command<{ key: string }>(databaseUrl, ...key);
  return { id, pid, authorization: `Basic ${Buffer.from(`${pid}:${made.key}`).toString("base64")}` };
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

/** Starts one process of the service. `readyMs` is the time from its start to the first 200 of /readyz. */
export async function startService(options: {
  databaseUrl: string;
  role: "api" | "all";
  folder: string;
  env?: Readonly<Record<string, string>>;
}) {
  const { databaseUrl, role, folder, env = {} } = options;
  const [port, opsPort] = [await getFreePort(), await getFreePort()];
  skipLowPids();
  const logFile = join(folder, `service-${port}.log`);
  const log = openSync(logFile, "a");
  const startedAt = performance.now();
  const child = spawn(process.execPath, [MAIN, role], {
    env: {
      PATH: process.env["PATH"],
      ...settings(databaseUrl),
      ...env,
      KEEPSAKE_PORT: `${port}`,
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
  const isReady = async () =>
    (await ask(port, "GET /readyz HTTP/1.0\r\nhost: bench\r\n\r\n", /^HTTP\/1\.\d 200 /)) !== null;
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
