import { execFile } from "node:child_process";
import { lstat, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { getDebianMirror } from "./install.ts";

const run = promisify(execFile);

const KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg";
const LOCK_SECONDS = 300;
const DOWNLOAD_MS = 2 * LOCK_SECONDS * 1_000;

type DebianProgram = { readonly suite: string; readonly debianPackage: string; readonly file: string };

/** Returns the path of a program of a Debian package. The package is downloaded once and only unpacked, into a folder of its
 *  own, so that the system stays as it is and no server is started. */
export async function unpackProgram({ suite, debianPackage, file }: DebianProgram): Promise<string> {
  const cache = resolve(
    process.env["XDG_CACHE_HOME"] || tmpdir(),
    `keepsake-${debianPackage}-${suite}-${process.getuid?.()}`,
  );
  const program = join(cache, file);
  // Every user may write to /tmp; a program that another user put there must not run.
  const isOurs = async () => (await lstat(program).catch(() => undefined))?.uid === process.getuid?.();
  if (!(await isOurs())) await download({ suite, debianPackage, file }, cache);
  return program;
}

/** Uses package lists of its own, so that the machine's apt never offers packages of the other suite. */
async function download({ suite, debianPackage, file }: DebianProgram, cache: string): Promise<void> {
  const mirror = await getDebianMirror();
  await mkdir(dirname(cache), { recursive: true });
  const work = await mkdtemp(`${cache}-`);
  try {
    const folders = ["lists/partial", "cache/archives/partial"].map((folder) => join(work, folder));
    await Promise.all(folders.map((folder) => mkdir(folder, { recursive: true })));
    await writeFile(join(work, "sources.list"), `deb [signed-by=${KEYRING}] ${mirror} ${suite} main\n`);
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
    const command = `test -x '${join(cache, file)}' || { apt-get update && apt-get download ${debianPackage} &&
      dpkg -x ${debianPackage}_*.deb unpacked && mv -T unpacked '${cache}'; }`;
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
