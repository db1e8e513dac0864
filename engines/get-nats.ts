import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { unpackProgram } from "./unpack-package.ts";

const run = promisify(execFile);

/** Older servers cannot sync a message before they acknowledge it, and reject the setting that asks for it. */
const OLDEST = [2, 11] as const;
/** Debian 12 has nats-server 2.9; Debian's suite forky has 2.15. The program needs only the kernel. */
const DEBIAN = { suite: "forky", debianPackage: "nats-server", file: "usr/sbin/nats-server" };
const VERSION_MS = 10_000;

/** Returns the path of a NATS server of version 2.11 or newer: the machine's own, or one that was downloaded before, or is
 *  downloaded now. */
export async function getNats(): Promise<string> {
  const own = await findNewEnough();
  if (own) return own;
  try {
    return await unpackProgram(DEBIAN);
  } catch (cause) {
    throw new Error(
      `Could not get nats-server from Debian's suite ${DEBIAN.suite}. Install NATS 2.11 or newer by hand.`,
      {
        cause,
      },
    );
  }
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
