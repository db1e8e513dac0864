import { execFile } from "node:child_process";
import { lstat, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { getDebianMirror } from "./install.ts";

const run = promisify(execFile);

/** Older servers cannot sync a message before they acknowledge it, and reject the setting that asks for it. */
const OLDEST = [2, 11] as const;
/** Debian 12 has nats-server 2.9; Debian's suite forky has 2.15. The program needs only the kernel, so its package is unpacked into
 *  a folder of its own and the system stays as it is. */
const SUITE = "forky";
const KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg";
const LOCK_SECONDS = 300;
const DOWNLOAD_MS = 2 * LOCK_SECONDS * 1_000;
const VERSION_MS = 10_000;

/** Returns the path of a NATS server of version 2.11 or newer: the machine's own, or one that was downloaded before, or is
 *  downloaded now. */
export async function getNats(): Promise<string> {
  const own = await findNewEnough();
  if (own) return own;
  const cache = resolve(process.env["XDG_CACHE_HOME"] || tmpdir(), `keepsake-nats-${SUITE}-${process.getuid?.()}`);
  const program = join(cache, "usr/sbin/nats-server");
  // Every user may write to /tmp; a program that another user put there must not run.
  const isOurs = async () => (await lstat(program).catch(() => undefined))?.uid === process.getuid?.();
  if (await isOurs()) return program;
  try {
    await download(cache, program);
  } catch (cause) {
    throw new Error(`Could not get nats-server from Debian's suite ${SUITE}. Install NATS 2.11 or newer by hand.`, {
      cause,
    });
  }
  return program;
}

async function findNewEnough(): Promise<string | undefined> {
  for (const file of ["nats-server", "/usr/sbin/nats-server", "/usr/local/sbin/nats-server"]) {
    const { stdout } = await run(file, ["--version"], { timeout: VERSION_MS }).catch(() => ({ stdout: "" }));
    const [, major, minor] = /v(\d+)\.(\d+)\./.exec(stdout) ?? [];
    const [oldestMajor, oldestMinor] = OLDEST;
    if (Number(major) > oldestMajor || (Number(major) === oldestMajor && Number(minor) >= oldestMinor)) return file;
  }
  return undefined;
}

/** Uses package lists of its own, so that the machine's apt never offers packages of the other suite. */
async function download(cache: string, program: string): Promise<void> {
  const mirror = await getDebianMirror();
  await mkdir(dirname(cache), { recursive: true });
  const work = await mkdtemp(`${cache}-`);
  try {
    const folders = ["lists/partial", "cache/archives/partial"].map((folder) => join(work, folder));
    await Promise.all(folders.map((folder) => mkdir(folder, { recursive: true })));
    await writeFile(join(work, "sources.list"), `deb [signed-by=${KEYRING}] ${mirror} ${SUITE} main\n`);
    await writeFile(
      join(work, "apt.conf"),
      `Dir::Etc::SourceList "${work}/sources.list";
Dir::Etc::SourceParts "/dev/null";
Dir::State::Lists "${work}/lists";
Dir::State::Status "/dev/null";
Dir::Cache "${work}/cache";
Acquire::Languages "none";
APT::Sandbox::User "root"; // apt's own user may not write into this folder
`,
    );
    const command = `test -x '${program}' || { apt-get update && apt-get download nats-server &&
      dpkg -x nats-server_*.deb unpacked && mv -T unpacked '${cache}'; }`;
    // Runs that start together wait for the first, and use what it got.
    await run("flock", ["-w", `${LOCK_SECONDS}`, `${cache}.lock`, "sh", "-c", command], {
      cwd: work,
      env: { ...process.env, APT_CONFIG: join(work, "apt.conf") },
      timeout: DOWNLOAD_MS,
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
