import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const run = promisify(execFile);

const CONFIG = `export default {
  test: {
    include: ["*.test.ts"],
    exclude: [],
    setupFiles: ${JSON.stringify(join(import.meta.dirname, "retry-after-stalls.ts"))},
    retry: 2,
    pool: "forks",
  },
};`;
const TESTS = `
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync } from "node:fs";
import { expect, test } from "vitest";
const runs = { stalled: 0, steady: 0 };
const note = (name) => { runs[name] += 1; appendFileSync("runs", name + " "); };
test("stalled", async () => {
  note("stalled");
  if (runs.stalled > 1) return;
  await once(spawn("sh", ["-c", "kill -STOP $0; sleep 2; kill -CONT $0", String(process.pid)]), "exit");
  expect("paused").toBe("running");
});
test("steady", () => {
  note("steady");
  expect(runs.steady).toBeGreaterThan(1);
});`;

test("a test that fails is run again only when the machine stood still", async () => {
  const folder = await mkdtemp(join(ROOT, "node_modules/.stalls-"));
  try {
    await writeFile(join(folder, "vitest.config.ts"), CONFIG);
    await writeFile(join(folder, "some.test.ts"), TESTS);
    const vitest = join(ROOT, "node_modules/.bin/vitest");
    const output = await run(
      vitest,
      ["run", "--reporter=default", "--reporter=json", "--outputFile.json=report.json"],
      {
        cwd: folder,
        timeout: 120_000,
      },
    ).catch((error: { stdout: string; stderr: string }) => error);
    expect(await readFile(join(folder, "runs"), "utf8")).toBe("stalled stalled steady ");
    expect(output.stderr).toMatch(/The machine stood still for \d+ ms. Running again: stalled/);
    const report = JSON.parse(await readFile(join(folder, "report.json"), "utf8")) as object;
    expect(report).toMatchObject({ numPassedTests: 1, numFailedTests: 1 });
  } finally {
    await rm(folder, { recursive: true });
  }
});
