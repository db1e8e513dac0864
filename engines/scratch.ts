import { readlinkSync } from "node:fs";
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ownFolder } from "./owned.ts";
import { getOwnProcess, isRunning, type ProcessId } from "./processes.ts";
import { endLeftover } from "./run-engine.ts";

// Younger folders may not have got their owner yet.
const SETTLED_MS = 60_000;

/** A new folder below KEEPSAKE_SCRATCH or the system's, gone when this process ends. Sweeps those that crashed
 *  processes left behind, engines included. */
export async function makeScratch(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const base = resolve(process.env["KEEPSAKE_SCRATCH"] || tmpdir());
  await mkdir(base, { recursive: true });
  // Pids mean nothing in another pid namespace, so containers that share a folder leave each other's alone.
  const prefix = `keepsake-${readlinkSync("/proc/self/ns/pid").replace(/\D/g, "")}-`;
  await sweep(base, prefix);

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

async function sweep(base: string, prefix: string): Promise<void> {
  for (const name of await readdir(base)) {
    const folder = join(base, name);
    if (!name.startsWith(prefix) || !(await isAbandoned(folder))) continue;
    try {
      const entries = await readdir(folder, { withFileTypes: true });
      await Promise.all(entries.filter((it) => it.isDirectory()).map((it) => endLeftover(join(folder, it.name))));
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    } catch {
      // Another run sweeps as well, or it is beyond us; either way it must not stop this one.
    }
  }
}

async function isAbandoned(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  // Anybody may write to /tmp; a stranger's folder must not name the processes that we end.
  if (!found?.isDirectory() || found.uid !== process.getuid?.()) return false;
  const owner = await readFile(ownerOf(folder), "utf8").catch(() => undefined);
  return owner ? !isRunning(JSON.parse(owner) as ProcessId) : Date.now() - found.mtimeMs > SETTLED_MS;
}
