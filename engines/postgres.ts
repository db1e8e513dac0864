import { execFile } from "node:child_process";
import { chown, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { getProgram, POSTGRES_BIN } from "./install.ts";
import { ownProcess } from "./owned.ts";
import { findProcess, skipLowPids } from "./processes.ts";
import { type Engine, runEngine } from "./run-engine.ts";

export type PostgresSettings = Readonly<Record<string, string | number | boolean>>;

export interface Postgres extends Engine {
  /** Returns the new database's URL. With a template, the new database is a copy of it. */
  createDatabase(name: string, template?: string): Promise<string>;
}

const DEFAULTS: PostgresSettings = {
  fsync: true,
  synchronous_commit: "on",
  wal_level: "logical",
  wal_compression: "lz4",
  checkpoint_timeout: "30min",
  max_wal_size: "8GB",
  max_connections: 300,
  shared_buffers: "256MB",
  random_page_cost: 1.1,
  jit: false,
};

const TOOL_MS = 60_000;
const run = promisify(execFile);

/** Starts PostgreSQL 15 in `dir`, an absolute path. Every local user may connect as its superuser `postgres`. */
export async function startPostgres(options: { dir: string; settings?: PostgresSettings }): Promise<Postgres> {
  const { dir, settings } = options;
  const file = await getProgram("postgres");
  const data = join(dir, "data");
  const user = await findServerUser();
  await mkdir(dir, { recursive: true });
  if (user) await giveTo(user, dir);
  await initialise(data, user);
  await writeFile(join(data, "keepsake.conf"), toConf({ ...DEFAULTS, ...settings, unix_socket_directories: dir }));

  const url = (port: number, name: string) => `postgres://postgres@127.0.0.1:${port}/${encodeURIComponent(name)}`;
  const engine = await runEngine({
    dir,
    file,
    user,
    args: (port) => ["-D", data, "-h", "127.0.0.1", "-p", `${port}`],
    url: (port) => url(port, "postgres"),
    // pg_ctl waits for the same line. It is in this server's own folder, so it cannot come from another server.
    isReady: async (_, pid) => {
      const lines = (await readFile(join(data, "postmaster.pid"), "utf8").catch(() => "")).split("\n");
      return Number(lines[0]) === pid && lines[7]?.trim() === "ready";
    },
    quitSignal: "SIGQUIT",
  });

  return Object.assign(engine, {
    createDatabase: async (name: string, template = "template1") => {
      const server = ["-h", "127.0.0.1", "-p", `${engine.port}`, "-U", "postgres", "--maintenance-db", "postgres"];
      await run(join(POSTGRES_BIN, "createdb"), [...server, "--template", template, "--", name], { timeout: TOOL_MS });
      return url(engine.port, name);
    },
  });
}

/** PostgreSQL refuses to run as root; Debian's package creates a user for it. */
export async function findServerUser() {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = await Promise.all(["-u", "-g"].map((flag) => run("id", [flag, "postgres"], { timeout: TOOL_MS })));
  return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) };
}

async function giveTo({ uid, gid }: { uid: number; gid: number }, dir: string) {
  await chown(dir, uid, gid);
  for (let folder = dirname(dir); folder !== dirname(folder); folder = dirname(folder)) {
    const { mode } = await stat(folder);
    if (!(mode & 0o001))
      throw new Error(
        `The user postgres cannot enter ${folder}. Run chmod o+x on it, or set KEEPSAKE_SCRATCH to another folder.`,
      );
  }
}

async function initialise(data: string, user?: { uid: number; gid: number }) {
  if (await stat(join(data, "PG_VERSION")).catch(() => undefined)) return;
  const args = ["-D", data, "-E", "UTF8", "--locale", "C.UTF-8", "-U", "postgres", "-A", "trust", "--no-sync"];
  const env = { PATH: process.env["PATH"], TZ: "UTC" };
  skipLowPids();
  // An interrupted initdb leaves shared memory behind. setsid protects it from Ctrl-C, and ownProcess waits for it.
  const options = { cwd: dirname(data), env, timeout: TOOL_MS, ...user };
  const initdb = run("setsid", [join(POSTGRES_BIN, "initdb"), ...args], options);
  const id = initdb.child.pid === undefined ? undefined : findProcess(initdb.child.pid);
  await initdb.finally(id && ownProcess(id));
  await writeFile(join(data, "postgresql.conf"), "include 'keepsake.conf'\n", { flag: "a" });
}

const toConf = (settings: PostgresSettings) =>
  Object.entries(settings)
    .map(([name, value]) => `${name} = '${String(value).replaceAll("\\", "\\\\").replaceAll("'", "''")}'\n`)
    .join("");
