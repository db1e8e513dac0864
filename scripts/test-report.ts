// node scripts/test-report.ts count <report.json> <exit code of vitest>   prints "<passed> <failed>"
// node scripts/test-report.ts slowest <report.json…>                      prints the ten slowest tests
// node scripts/test-report.ts failed <report.json…>                       prints the failed tests with their errors
// The reports are those of `vitest run --reporter=json`.
import { readFile } from "node:fs/promises";
import { relative } from "node:path";

type Report = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numTotalTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[] | null;
      readonly duration?: number | null;
    }[];
  }[];
};

const SHOWN = 10;
const ERROR_LINES = 15;

const [command, ...args] = process.argv.slice(2);
if (command === "count") await printCounts(args[0] ?? "", Number(args[1]));
else if (command === "slowest") await printSlowest(args);
else if (command === "failed") await printFailed(args);
else {
  console.error("Usage: node scripts/test-report.ts count <report.json> <exit code> | slowest|failed <report.json…>");
  process.exitCode = 2;
}

async function printCounts(path: string, exitCode: number) {
  const report = await readReport(path);
  // A file that cannot be imported, or whose hook fails, has no failed test of its own.
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  // Vitest also fails on an error outside every test, and this script on a run without tests.
  const isFailedOtherwise = failed === 0 && (exitCode !== 0 || report.numTotalTests === 0);
  console.log(report.numPassedTests, failed + (isFailedOtherwise ? 1 : 0));
}

async function printSlowest(paths: readonly string[]) {
  const reports = await Promise.all(paths.map(readReport));
  const tests = reports
    .flatMap(({ testResults }) => testResults)
    .flatMap(({ name, assertionResults }) => assertionResults.map((test) => ({ ...test, file: name })))
    .toSorted((a, b) => (b.duration ?? 0) - (a.duration ?? 0));
  for (const { duration, fullName, file } of tests.slice(0, SHOWN))
    console.log(`${((duration ?? 0) / 1_000).toFixed(1).padStart(6)} s  ${relative(".", file)}: ${fullName}`);
}

async function printFailed(paths: readonly string[]) {
  const reports = await Promise.all(paths.map(readReport));
  const failures = reports
    .flatMap(({ testResults }) => testResults)
    .filter(({ status }) => status === "failed")
    .flatMap(({ name, message = "", assertionResults }) => {
      const tests = assertionResults.filter(({ status }) => status === "failed");
      if (tests.length === 0) return [{ title: relative(".", name), error: message }];
      return tests.map(({ fullName, failureMessages }) => ({
        title: `${relative(".", name)}: ${fullName}`,
        error: failureMessages?.join("\n") ?? "",
      }));
    });
  for (const { title, error } of failures.slice(0, SHOWN))
    console.log(`  FAILED  ${title}\n${error.split("\n").slice(0, ERROR_LINES).join("\n")}`);
  if (failures.length > SHOWN) console.log(`  … and ${failures.length - SHOWN} more`);
}

async function readReport(path: string): Promise<Report> {
  return JSON.parse(await readFile(path, "utf8")) as Report;
}
