import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { unpackProgram } from "./unpack-package.ts";

/** Debian 12. The package also has a server, so it is not installed. */
const DEBIAN = { suite: "bookworm", debianPackage: "prometheus", file: "usr/bin/promtool" };
const VERSION_MS = 10_000;

/** Returns the path of Prometheus's promtool: the machine's own, or one that was downloaded before, or is downloaded now. */
export async function getPromtool(): Promise<string> {
  const hasOwn = await promisify(execFile)("promtool", ["--version"], { timeout: VERSION_MS }).then(
    () => true,
    () => false,
  );
  return hasOwn ? "promtool" : unpackProgram(DEBIAN);
}
