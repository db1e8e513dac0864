import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

export type EngineName = "postgres" | "nats" | "redis";
export type ProgramName =
  | Exclude<EngineName, "nats">
  | "pgq"
  | "pgqd"
  | "chromium"
  | "php"
  | "phpMysql"
  | "mariadb"
  | "mariadbDefaults"
  | "mmdebstrap"
  | "buildah"
  | "podman"
  | "runc"
  | "xfs";

export const POSTGRES_BIN = "/usr/lib/postgresql/15/bin";

const INSTALL_MS = 600_000;
const LOCK_SECONDS = 300;

// Debian installs some servers in /usr/sbin, which is often not in PATH.
const path = () => [...(process.env["PATH"] ?? "").split(":").filter(Boolean), "/usr/sbin", "/usr/local/sbin"];

type Program = { debianPackage: string; file: string; folders: () => string[]; isData?: true };

const PROGRAMS: Record<ProgramName, Program> = {
  postgres: { debianPackage: "postgresql-15", file: "postgres", folders: () => [POSTGRES_BIN] },
  // The extension is not a program. This file shows that its package is installed.
  pgq: {
    debianPackage: "postgresql-15-pgq3",
    file: "pgq.control",
    folders: () => ["/usr/share/postgresql/15/extension"],
    isData: true,
  },
  pgqd: { debianPackage: "pgqd", file: "pgqd", folders: path },
  redis: { debianPackage: "redis-server", file: "redis-server", folders: path },
  chromium: { debianPackage: "chromium", file: "chromium", folders: path },
  php: { debianPackage: "php-cli", file: "php", folders: path },
  phpMysql: {
    debianPackage: "php-mysql",
    file: "mysqli.so",
    folders: () => ["/usr/lib/php/20220829"],
    isData: true,
  },
  // The package with the server alone: it starts nothing, and leaves the machine as it is.
  mariadb: { debianPackage: "mariadb-server-core", file: "mariadbd", folders: path },
  // mariadb-install-db needs it, and only recommends its package.
  mariadbDefaults: { debianPackage: "mariadb-client-core", file: "my_print_defaults", folders: path },
  mmdebstrap: { debianPackage: "mmdebstrap", file: "mmdebstrap", folders: path },
  buildah: { debianPackage: "buildah", file: "buildah", folders: path },
  podman: { debianPackage: "podman", file: "podman", folders: path },
  xfs: { debianPackage: "xfsprogs", file: "mkfs.xfs", folders: path },
  runc: { debianPackage: "runc", file: "runc", folders: path },
};

/** Returns the path of an engine's program or of the browser. Installs it when it is missing. */
export async function getProgram(name: ProgramName): Promise<string> {
  await installMissing([name]);
  const program = await findProgram(name);
  if (!program)
    throw new Error(`${PROGRAMS[name].debianPackage} is installed, but ${PROGRAMS[name].file} was not found`);
  return program;
}

/** Installs the missing programs with one command. */
export async function installMissing(names: readonly ProgramName[]): Promise<void> {
  const found = await Promise.all(names.map(findProgram));
  const missing = names.filter((_, index) => !found[index]).map((name) => PROGRAMS[name].debianPackage);
  if (missing.length === 0) return;

  const command = `apt-get update && apt-get install -y --no-install-recommends ${missing.join(" ")}`;
  if (process.getuid?.() !== 0) throw new Error(`Not installed: ${missing.join(", ")}. Run as root: ${command}`);
  try {
    await runApt(command);
  } catch (cause) {
    throw new Error(`Could not install ${missing.join(", ")}. Install by hand: ${command}`, { cause });
  }
}

/** `apt-get update` does not wait for its lock, so runs that start together wait for each other here. */
const runApt = (command: string) =>
  promisify(execFile)("flock", ["-w", `${LOCK_SECONDS}`, "/run/lock/keepsake-install", "sh", "-c", command], {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    timeout: INSTALL_MS,
    maxBuffer: 16 * 1024 * 1024,
  });

/** The Debian mirror that apt uses on this machine. */
export async function getDebianMirror(): Promise<string> {
  let mirror = await findDebianMirror();
  // apt tells nothing about its sources before it has read them once.
  if (!mirror && process.getuid?.() === 0) {
    await runApt("apt-get update").catch(() => undefined);
    mirror = await findDebianMirror();
  }
  if (!mirror) throw new Error("apt knows no Debian mirror on this machine. Run this on Debian.");
  return mirror;
}

async function findDebianMirror(): Promise<string | undefined> {
  const args = ["indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"];
  const { stdout } = await promisify(execFile)("apt-get", args).catch(() => ({ stdout: "" }));
  return /\S+\/debian\/$/m.exec(stdout)?.[0];
}

async function findProgram(name: ProgramName): Promise<string | undefined> {
  const { file, folders, isData } = PROGRAMS[name];
  for (const folder of folders()) {
    const program = join(folder, file);
    const isUsable = await access(program, isData ? constants.R_OK : constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isUsable) return program;
  }
  return undefined;
}
