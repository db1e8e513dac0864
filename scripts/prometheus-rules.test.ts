import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { getPromtool } from "../engines/get-promtool.ts";

const DEPLOY = fileURLToPath(new URL("../deploy/", import.meta.url));
const METRICS = fileURLToPath(new URL("../packages/service/src/platform/metrics.ts", import.meta.url));
const [RULES, TESTS] = ["prometheus-rules.yaml", "prometheus-rules.test.yaml"] as const;
/** The first run downloads promtool. */
const SLOW = { timeout: 300_000 };

const namesIn = (text: string, pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, name = ""]) => name));
const readRules = () => readFile(join(DEPLOY, RULES), "utf8");

async function testRules(rules: string) {
  const folder = await mkdtemp(join(tmpdir(), "keepsake-rules-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, RULES), rules);
  await cp(join(DEPLOY, TESTS), join(folder, TESTS));
  return promisify(execFile)(await getPromtool(), ["test", "rules", join(folder, TESTS)]);
}

test("each alert rule fires when it must, and not before", SLOW, async () => {
  const { stdout } = await testRules(await readRules());
  expect(stdout).toContain("SUCCESS");
});

test("control: the tests fail when a rule fires too early, or not at all", SLOW, async () => {
  const rules = await readRules();
  const limits = [...rules.matchAll(/ > \S+$/gm)];
  expect(limits).toHaveLength(7);
  for (const { index, 0: limit } of limits)
    await expect(testRules(`${rules.slice(0, index)} > 1e9${rules.slice(index + limit.length)}`)).rejects.toThrow(
      "FAILED",
    );
  await expect(testRules(rules.replaceAll(/for: \d+m/g, "for: 0m"))).rejects.toThrow("FAILED");
});

test("each alert rule has a test, and each metric in a rule exists", async () => {
  const [rules, tests, metrics] = await Promise.all([
    readRules(),
    readFile(join(DEPLOY, TESTS), "utf8"),
    readFile(METRICS, "utf8"),
  ]);
  expect(namesIn(tests, /alertname: (\w+)/g)).toEqual(namesIn(rules, /alert: (\w+)/g));
  const known = namesIn(metrics, /"(keepsake_\w+)"/g);
  expect([...namesIn(rules, /\b(keepsake_\w+)/g)].filter((name) => !known.has(name))).toEqual([]);
});
