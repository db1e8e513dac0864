import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const MAIN = join(import.meta.dirname, "../../packages/service/src/main.ts");
const LOOK_MS = 100;
const MB = 1_024;

export type Ran = {
  readonly seconds: number;
  /** Resident memory in MB, at most: in the first half of the time, and in all of it. */
  readonly rssFirstHalf: number;
  readonly rssMax: number;
  readonly printed: string;
};

/** Runs a command of the operator as a process of its own, and watches its memory. `stopWhen`: kills it as soon as this is
 *  true. */
export async function runCommand(
  databaseUrl: string,
  args: readonly string[],
  { stopWhen }: { readonly stopWhen?: () => Promise<boolean> } = {},
): Promise<Ran> {
  const from = performance.now();
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: {
      PATH: process.env["PATH"],
      DATABASE_URL: databaseUrl,
      KEEPSAKE_SECRET: "a-secret-for-the-bench-only-0123456789",
      KEEPSAKE_ALLOW_PRIVILEGED_LOGIN: "on",
      NODE_ENV: "test",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.on("data", (text) => (printed += String(text)));
  const exited = once(child, "exit");
  let hasEnded = false;
  void exited.then(() => (hasEnded = true));
  const samples: number[] = [];
  let isKilled = false;
  while (!hasEnded) {
    const rss = child.pid === undefined ? undefined : readRss(child.pid);
    if (rss !== undefined) samples.push(rss);
    if (stopWhen && !isKilled && (await stopWhen())) isKilled = child.kill("SIGKILL");
    await pause(LOOK_MS);
  }
  const [code] = (await exited) as [number | null];
  if (code !== 0 && !isKilled) throw new Error(`keepsake ${args.join(" ")} failed`);
  if (stopWhen && !isKilled) throw new Error(`keepsake ${args.join(" ")} ended before it was killed`);
  return {
    seconds: (performance.now() - from) / 1_000,
    rssFirstHalf: Math.max(...samples.slice(0, Math.ceil(samples.length / 2))),
    rssMax: Math.max(...samples),
    printed,
  };
}

function readRss(pid: number): number | undefined {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) / MB;
  } catch {
    return undefined; // it has just ended
  }
}
