import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { installMissing } from "../engines/install.ts";

const SIZE = "3G";
const run = promisify(execFile);

/** A disk of its own whose power can be cut: a file with an XFS that is shut down, which drops everything that was not yet
 *  flushed. Needs root. */
export async function aDisk(folder: string) {
  await installMissing(["xfs"]);
  const [image, mount] = [join(folder, "disk.img"), join(folder, "disk")];
  await mkdir(mount);
  await run("truncate", ["-s", SIZE, image]);
  await run("mkfs.xfs", ["-q", "-f", image]);
  const attach = () => run("mount", ["-o", "loop", image, mount]);
  await attach();
  return {
    mount,
    cutPower: () => run("xfs_io", ["-x", "-c", "shutdown", mount]),
    async powerOn() {
      await run("umount", [mount]);
      await attach();
    },
    remove: () => run("umount", [mount]),
  };
}
