import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { ask } from "../engines/ask.ts";
import { COMPILE_CACHE } from "../engines/compile-cache.ts";
import { POSTGRES_BIN } from "../engines/install.ts";
import type { Postgres, PostgresSettings } from "../engines/postgres.ts";
import { findProcess, sendSignal } from "../engines/processes.ts";
import { type Engine, runEngine } from "../engines/run-engine.ts";
import { makeScratch } from "../engines/scratch.ts";
import { startEngines, type Wanted } from "../engines/start.ts";
import { waitFor } from "../engines/wait-for.ts";
import type { Scope } from "../packages/service/src/features/stores/access/scopes.ts";
import { createStore } from "../packages/service/src/features/stores/create-store.ts";
import { getStoreId } from "../packages/service/src/features/stores/get-store-id.ts";
import { createHashSecret } from "../packages/service/src/features/stores/keys/api-key.ts";
import { createKey } from "../packages/service/src/features/stores/keys/create-key.ts";
import { ensureKeys } from "../packages/service/src/features/stores/secret/ensure-keys.ts";
import { loadKeyring, type Secrets } from "../packages/service/src/features/stores/secret/load-keyring.ts";
import type { StoreSettings } from "../packages/service/src/features/stores/settings/settings.ts";
import { updateStore } from "../packages/service/src/features/stores/settings/update-store.ts";
import type { Keyring } from "../packages/service/src/platform/crypto/keyring.ts";
import { createDb, type Db, type SystemTx } from "../packages/service/src/platform/db/db.ts";
import { migrate } from "../packages/service/src/platform/db/migrate.ts";
import { createLog } from "../packages/service/src/platform/log.ts";
import { type Stalls, watchStalls } from "./stalls.ts";

/** Whether to run the sizes that are too large for every push. */
export const FULL = process.env["KEEPSAKE_TESTS"] === "full";

/** The login of the services. The lab itself works as PostgreSQL's superuser. */
const LOGIN = "lab_service";
const MAIN = new URL("../packages/service/src/main.ts", import.meta.url).pathname;
const COMMAND_MS = 120_000;
const run = promisify(execFile);

export type Settings = Readonly<Record<string, string>>;

/** A process of the service. It keeps its port and log over restarts. */
export type Service = Engine & {
  readonly opsPort: number;
  log(): Promise<string>;
  /** The sum over all label sets of one metric. */
  metric(name: string): Promise<number>;
  /** Sends SIGTERM. Returns the milliseconds until the process ended. */
  terminate(): Promise<number>;
};

export type Store = { readonly pid: string; readonly key: string; readonly keyId: string; readonly basic: string };

const SHARDS = { first: 0, last: 15 };
const FAR = { points: 10_000_000, seconds: 60 };
const OUT_OF_REACH = {
  limits: { key: FAR, visitor: FAR, shopper: FAR, guest: FAR, storeGuests: FAR, unknownProducts: FAR },
};

/** A killed process loses nothing that it gave to the operating system. Without this setting, a disk that pauses for
 *  seconds makes calls fail. */
const QUICK_DISK: PostgresSettings = { fsync: false };

type LabWanted = Wanted & { readonly postgres: true | PostgresSettings };

/** Starts engines for one test, with a migrated database and functions that start services on it. All of them get the
 *  `common` settings. */
export async function openLab<const W extends LabWanted>(wanted: W, common: Settings = {}) {
  const engines = await startEngines<W>(wanted.postgres === true ? { ...wanted, postgres: QUICK_DISK } : wanted);
  const scratch = await makeScratch();
  const postgres = engines.postgres as Postgres;
  const database = await postgres.createDatabase("keepsake_faults");
  const settings: Settings = {
    NODE_ENV: "test",
    DATABASE_URL: database.replace("//postgres@", `//${LOGIN}@`),
    KEEPSAKE_SECRET: `faults-${randomBytes(24).toString("hex")}`,
    ...(engines.nats ? { NATS_URL: engines.nats.url } : {}),
    ...(engines.redis ? { REDIS_URL: engines.redis.url } : {}),
    ...common,
  };
  const services: Service[] = [];
  const watches: Stalls[] = [];

  /** Runs a command of the service's CLI and returns its JSON. It is a process of its own, which takes more than a second: stores
   *  and keys are made without one. */
  async function command<Result>(...args: string[]): Promise<Result> {
    const env = { PATH: process.env["PATH"], ...COMPILE_CACHE, ...settings, DATABASE_URL: database };
    const { stdout } = await run(process.execPath, [MAIN, ...args, "--json"], { env, timeout: COMMAND_MS });
    return JSON.parse(stdout) as Result;
  }

  /** The secrets that the services of this lab have now, newest first. */
  async function readSecrets(): Promise<Secrets> {
    const file = settings["KEEPSAKE_SECRET_FILE"];
    const text = file === undefined ? settings["KEEPSAKE_SECRET"] : await readFile(file, "utf8");
    return (text ?? "").trim().split(",") as [string, ...string[]];
  }

  async function withDb<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const db = createDb(database, { onError: () => undefined, wake: () => undefined, allowPrivilegedLogin: true });
    try {
      return await work(db);
    } finally {
      await db.end();
    }
  }

  /** The keys that the services of this lab use. */
  const keyring = () => withDb(async (db) => loadKeyring(db.hot, await readSecrets()));

  const asOperator = <T>(work: (tx: SystemTx, keyring: Keyring) => Promise<T>) =>
    withDb(async (db) => {
      const opened = await loadKeyring(db.hot, await readSecrets());
      return db.asOperator((tx) => work(tx, opened));
    });

  const aKey = (pid: string, scopes: readonly Scope[] = ["identity"]): Promise<Store> =>
    asOperator(async (tx, { keys }) => {
      const storeId = await getStoreId(tx, pid);
      const { id, key } = await createKey(tx, createHashSecret(keys["api-keys"]), { storeId, name: "faults", scopes });
      return { pid, key, keyId: id, basic: basic(pid, key) };
    });

  const setStore = (pid: string, changes: StoreSettings) => asOperator((tx) => updateStore(tx, pid, changes));

  /** A store with a key. Its limits are out of reach unless given. */
  async function aStore(changes: StoreSettings = OUT_OF_REACH, scopes?: readonly Scope[]): Promise<Store> {
    const { pid } = await asOperator((tx, { seal }) => createStore(tx, seal, { name: "Fault tests", shards: SHARDS }));
    await setStore(pid, changes);
    return aKey(pid, scopes);
  }

  /** Returns rows of strings, as psql prints them. */
  async function select(sql: string): Promise<string[][]> {
    const { stdout } = await run(join(POSTGRES_BIN, "psql"), ["-XAtq", "-F", "\t", "-c", sql, database], {
      timeout: COMMAND_MS,
      maxBuffer: 256 * 1024 * 1024,
    });
    return stdout === ""
      ? []
      : stdout
          .trimEnd()
          .split("\n")
          .map((line) => line.split("\t"));
  }

  await migrate(database, createLog("warn"));
  const secrets = await readSecrets();
  await withDb((db) => db.asOperator((tx) => ensureKeys(tx, secrets)));
  await select(`create role ${LOGIN} login noinherit in role keepsake_store, keepsake_hot, keepsake_worker`);
  return {
    engines,
    database,
    settings,
    folder: scratch.folder,
    services: services as readonly Service[],
    command,
    aKey,
    aStore,
    setStore,
    /** `options`: options of the command, such as `--processes`. */
    async start(
      role: "api" | "worker" | "all",
      extra: Settings = {},
      options: readonly string[] = [],
    ): Promise<Service> {
      const dir = await mkdtemp(join(scratch.folder, `${role}-`));
      const service = await startService(dir, [role, ...options], { KEEPSAKE_DRAIN_MS: "200", ...settings, ...extra });
      services.push(service);
      return service;
    },
    select,
    /** Watches for pauses of the machine until the test ends. */
    watchStalls() {
      const stalls = watchStalls(database);
      watches.push(stalls);
      return stalls;
    },
    keyring,
    async close() {
      await Promise.all(watches.map((stalls) => stalls.stop()));
      await Promise.all(services.map((service) => service.kill()));
      await engines.stop();
      await scratch.remove();
    },
  };
}

async function startService(dir: string, command: readonly string[], settings: Settings): Promise<Service> {
  const opsPort = (port: number) => port + 1;
  const environment = (port: number) => ({ ...settings, KEEPSAKE_PORT: port, KEEPSAKE_OPS_PORT: opsPort(port) });
  const engine = await runEngine({
    dir,
    // runEngine sets no environment, so `env` sets it and then becomes the service.
    file: "/usr/bin/env",
    args: (port) => [
      ...Object.entries({ ...COMPILE_CACHE, ...environment(port) }).map(([name, value]) => `${name}=${value}`),
      process.execPath,
      MAIN,
      ...command,
    ],
    url: (port) => `http://127.0.0.1:${port}`,
    isReady: async (port) => (await ask(opsPort(port), "GET /readyz HTTP/1.0\r\n\r\n", /^HTTP\/1.1 200/)) !== null,
    quitSignal: "SIGKILL",
  });

  return Object.defineProperties(engine, {
    opsPort: { value: opsPort(engine.port) },
    log: { value: () => readFile(join(dir, "log"), "utf8") },
    metric: { value: (name: string) => readMetric(opsPort(engine.port), name) },
    terminate: {
      value: async () => {
        const begun = performance.now();
        signal(engine.pid, "SIGTERM");
        if (!(await waitFor(() => engine.pid === undefined, 60_000)))
          throw new Error("The service did not end within 60 s of SIGTERM");
        return performance.now() - begun;
      },
    },
  }) as Service;
}

async function readMetric(port: number, name: string) {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const lines = text.split("\n").filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" "))), 0);
}

export function signal(pid: number | undefined, name: NodeJS.Signals) {
  const target = pid === undefined ? undefined : findProcess(pid);
  if (target) sendSignal(target, name);
}

/** Stops all processes of PostgreSQL with SIGSTOP. Returns a function that continues them. */
export async function freeze(postgres: Postgres): Promise<() => void> {
  // The postmaster first, because a stopped parent starts no further children.
  signal(postgres.pid, "SIGSTOP");
  const listed = await readFile(`/proc/${postgres.pid}/task/${postgres.pid}/children`, "utf8");
  const all = [postgres.pid, ...listed.split(" ").filter(Boolean).map(Number)];
  for (const pid of all) signal(pid, "SIGSTOP");
  return () => {
    for (const pid of all) signal(pid, "SIGCONT");
  };
}

export const basic = (pid: string, key: string) => `Basic ${Buffer.from(`${pid}:${key}`).toString("base64")}`;

/** Prints the figures of a test on one line. */
export const report = (name: string, figures: object) => process.stdout.write(`${name} ${JSON.stringify(figures)}\n`);
