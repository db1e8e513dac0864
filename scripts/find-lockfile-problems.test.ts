import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findLockfileProblems } from "./find-lockfile-problems.ts";

const read = (file: string) => JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), "utf8"));
const manifest = read("package.json");

test("every package in the lockfile has an integrity, and every install script was judged", () => {
  expect(findLockfileProblems(read("package-lock.json"), manifest)).toEqual([]);
});

test.each([
  ["without integrity", { version: "1.0.0" }, "has no sha512 integrity"],
  ["with a weak integrity", { integrity: "sha1-AAAA" }, "has no sha512 integrity"],
  ["from elsewhere", { integrity: "sha512-AAAA", resolved: "git+ssh://host/x.git" }, "names where it comes from"],
  ["that is a link out of the repository", { link: true, resolved: "../elsewhere" }, "outside this repository"],
  ["with a new install script", { integrity: "sha512-AAAA", hasInstallScript: true }, "has an install script"],
])("a package %s is found", (_, entry, problem) => {
  const { packages, ...lockfile } = read("package-lock.json");
  const changed = { ...lockfile, packages: { ...packages, "node_modules/a/node_modules/@b/c": entry } };
  expect(findLockfileProblems(changed, manifest)).toEqual([expect.stringContaining(problem)]);
});

test("a file that is no lockfile is a problem", () => {
  expect(findLockfileProblems({}, manifest)).toHaveLength(1);
});
