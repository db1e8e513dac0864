import { readFileSync } from "node:fs";
import { findLockfileProblems } from "./find-lockfile-problems.ts";

// Checks that package-lock.json pins what `npm ci` installs.
const read = (file: string) => JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), "utf8"));
const problems = findLockfileProblems(read("package-lock.json"), read("package.json"));
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
