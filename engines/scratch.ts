import { readlinkSync } from "node:fs";
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ownFolder } from "./owned.ts";
import { getOwnProcess, isRunning, type ProcessId } from "./processes.ts";
import { endLeftover } from "./run-engine.ts";

// A younger folder may not have its owner file yet.
const OWNED_AFTER_MS = 60_000;

/** Creates a folder below KEEPSAKE_SCRATCH or the system's temporary folder that is removed when this process ends. Also
 *  removes folders and engines that crashed processes left behind. */
export async function makeScratch(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const base = resolve(process.env["KEEPSAKE_SCRATCH"] || tmpdir());
  await mkdir(base, { recursive: true });
  // Pids mean nothing in another pid namespace, so containers that share a folder must not remove each other's.
  const prefix = `keepsake-${readlinkSync("/proc/self/ns/pid").replace(/\D/g, "")}-`;
  await removeAbandoned(base, prefix);

  const folder = await mkdtemp(join(base, prefix));
  const disown = ownFolder(folder);
  await writeFile(ownerOf(folder), JSON.stringify(getOwnProcess()));
  await chmod(folder, 0o755);
  const remove = async () => {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    disown();
  };
  return { folder, remove };
}

const ownerOf = (folder: string) => join(folder, "owner.json");

async function removeAbandoned(base: string, prefix: string): Promise<void> {
  for (const name of await readdir(base)) {
    const folder = join(base, name);
    if (!name.startsWith(prefix) || !(await isAbandoned(folder))) continue;
    try {
      const entries = await readdir(folder, { withFileTypes: true });
      await Promise.all(entries.filter((it) => it.isDirectory()).map((it) => endLeftover(join(folder, it.name))));
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    } catch {
      // Another run removes it too, or we may not remove it; neither must stop this run.
    }
  }
}

async function isAbandoned(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  // Every user may write to /tmp; another user's folder must not decide which processes we end.
  if (!found?.isDirectory() || found.uid !== process.getuid?.()) return false;
  const owner = await readFile(ownerOf(folder), "utf8").catch(() => undefined);
  return owner ? !isRunning(JSON.parse(owner) as ProcessId) : Date.now() - found.mtimeMs > OWNED_AFTER_MS;
}
