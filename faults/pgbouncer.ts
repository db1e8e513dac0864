import { execFile } from "node:child_process";
import { globSync, writeFileSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { getDebianMirror, POSTGRES_BIN } from "../engines/install.ts";
import { findServerUser } from "../engines/postgres.ts";
import { type Engine, runEngine } from "../engines/run-engine.ts";

/** Debian 12 has 1.18, which does not know named statements. */
const SUITE = "trixie";
/** With the libraries of that suite, which are newer than those of the machine. */
const PACKAGES =
  "pgbouncer libc6 libcares2 libevent-2.1-7t64 libpam0g libssl3t64 libsystemd0 zlib1g libzstd1 libcap2 libaudit1 libcap-ng0";
const DOWNLOAD_MS = 300_000;
const run = promisify(execFile);

export type PgBouncer = Engine & {
  /** The URL of one of its databases. */
  urlOf(database: string, login: string): string;
};

type Program = { readonly loader: string; readonly libraries: string; readonly file: string };

/** Downloads PgBouncer 1.24 into a folder, and changes nothing else on this machine. */
export async function downloadPgBouncer(folder: string): Promise<Program> {
  const apt = join(folder, "apt");
  const root = join(folder, "root");
  for (const dir of ["lists/partial", "cache/archives/partial", "packages"])
    await mkdir(join(apt, dir), { recursive: true });
  await writeFile(join(apt, "sources.list"), `deb ${await getDebianMirror()} ${SUITE} main\n`);
  await writeFile(join(apt, "status"), "");
  const options = [
    `Dir::Etc::sourcelist=${apt}/sources.list`,
    "Dir::Etc::sourceparts=-",
    `Dir::State::lists=${apt}/lists`,
    `Dir::State::status=${apt}/status`,
    `Dir::Cache=${apt}/cache`,
    "Acquire::Languages=none",
    "APT::Sandbox::User=root",
  ].flatMap((option) => ["-o", option]);
  const limits = { cwd: join(apt, "packages"), timeout: DOWNLOAD_MS, maxBuffer: 16 * 1024 * 1024 };
  await run("apt-get", [...options, "update"], limits);
  await run("apt-get", [...options, "download", ...PACKAGES.split(" ")], limits);
  await run("sh", ["-c", 'for file in *.deb; do dpkg -x "$file" "$0"; done', root], limits);
  await chmod(root, 0o755);
  const [loader] = globSync(`${root}/usr/lib/*/ld-linux-*.so.*`);
  if (!loader) throw new Error(`The packages in ${apt} contain no loader`);
  return { loader, libraries: join(loader, ".."), file: join(root, "usr/sbin/pgbouncer") };
}

/** PgBouncer in transaction mode, with the given databases and settings. It asks for no password, as our PostgreSQL does. */
export async function startPgBouncer(
  folder: string,
  program: Program,
  { databases, settings = "" }: { databases: readonly string[]; settings?: string },
): Promise<PgBouncer> {
  const dir = await mkdtemp(join(folder, "pgbouncer-"));
  const conf = join(dir, "pgbouncer.ini");
  const users = join(dir, "users.txt");
  const user = await findServerUser(); // PgBouncer refuses to run as root, too.
  if (user) await chown(dir, user.uid, user.gid);
  const logins = ["postgres", "keepsake_api_login", "keepsake_worker_login"];
  await writeFile(users, logins.map((login) => `"${login}" ""\n`).join(""));
  const urlOf = (port: number, database: string, login: string) => `postgres://${login}@127.0.0.1:${port}/${database}`;
  const engine = await runEngine({
    dir,
    file: program.loader,
    user,
    args: (port) => {
      writeFileSync(conf, configure({ port, users, databases, settings }));
      return ["--library-path", program.libraries, program.file, conf];
    },
    url: (port) => `postgres://127.0.0.1:${port}`,
    isReady: async (port) => {
      const asked = run(join(POSTGRES_BIN, "psql"), ["-XAtc", "show version", urlOf(port, "pgbouncer", "postgres")]);
      return asked.then(
        ({ stdout }) => stdout.startsWith("PgBouncer 1.24"),
        () => false,
      );
    },
    quitSignal: "SIGKILL",
  });
  return Object.defineProperties(engine, {
    urlOf: { value: (database: string, login: string) => urlOf(engine.port, database, login) },
  }) as PgBouncer;
}

const configure = (options: { port: number; users: string; databases: readonly string[]; settings: string }) => `
[databases]
${options.databases.join("\n")}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${options.port}
unix_socket_dir =
auth_type = trust
auth_file = ${options.users}
admin_users = postgres
pool_mode = transaction
max_prepared_statements = 200
default_pool_size = 5
max_client_conn = 500
${options.settings}
`;
