import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";

const LOG = new URL("./log.ts", import.meta.url).href;
const END_MS = 60_000;

/** Runs code with `log` in a process whose stdout is closed by its reader first, and returns the exit code. */
async function runWithoutReader(code: string) {
  const program = `const { createLog } = await import(${JSON.stringify(LOG)}); const log = createLog("info");
    process.stdin.once("data", () => { ${code} });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: ["pipe", "pipe", "ignore"] });
  child.stdout.destroy();
  child.stdin.write("go");
  try {
    const [exitCode] = await once(child, "exit", { signal: AbortSignal.timeout(END_MS) });
    return exitCode as number | null;
  } finally {
    child.kill("SIGKILL");
  }
}

test("a process exits, even when the reader of its log is gone", { timeout: 2 * END_MS }, async () => {
  expect(await runWithoutReader('log.warn("one"); log.warn("two"); process.exit(0);')).toBe(0);
});

test("a fatal line does not stop a process from closing when the reader of its log is gone", async () => {
  expect(await runWithoutReader('log.warn("one"); log.fatal("two"); setImmediate(() => process.exit(3));')).toBe(3);
});
