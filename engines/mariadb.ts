import { execFile } from "node:child_process";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { getProgram, installMissing } from "./install.ts";
import { type Engine, runEngine } from "./run-engine.ts";

const INSTALL_MS = 60_000;

/** Starts MariaDB in `dir`, an absolute path, with the empty database `shop`. Every local user may connect as `root`, without a
 *  password. It forgets what it was told if the machine crashes. */
export async function startMariadb({ dir }: { dir: string }): Promise<Engine> {
  await installMissing(["mariadb", "mariadbDefaults"]);
  const file = await getProgram("mariadb");
  const data = join(dir, "data");
  await mkdir(dir, { recursive: true });
  const account = process.getuid?.() === 0 ? ["--user=root"] : [];
  await promisify(execFile)(
    "mariadb-install-db",
    ["--no-defaults", ...account, `--datadir=${data}`, "--auth-root-authentication-method=normal", "--skip-test-db"],
    { timeout: INSTALL_MS },
  );
  await mkdir(join(data, "shop"));

  const pidFile = join(dir, "server.pid");
  return runEngine({
    dir,
    file,
    args: (port) => [
      "--no-defaults",
      ...account,
      `--datadir=${data}`,
      `--socket=${join(dir, "socket")}`,
      `--pid-file=${pidFile}`,
      "--bind-address=127.0.0.1",
      `--port=${port}`,
      "--skip-grant-tables",
      "--skip-networking=0",
      "--skip-log-bin",
      "--innodb-buffer-pool-size=32M",
      "--innodb-log-file-size=16M",
      "--innodb-flush-log-at-trx-commit=0",
      "--innodb-doublewrite=0",
      "--performance-schema=off",
    ],
    url: (port) => `mysql://root@127.0.0.1:${port}/shop`,
    // The server writes its pid when it begins to accept connections.
    isReady: async (_, pid) => Number(await readFile(pidFile, "utf8").catch(() => "0")) === pid,
    quitSignal: "SIGKILL",
  });
}
