import { expect, test } from "vitest";
import { findPromiseProblems } from "./find-promise-problems.ts";

const SOURCES: Readonly<Record<string, string>> = {
  "faults/kill.test.ts": `
    // "only a comment"
    test("no alert is missed", async () => {});
    test.each(ROWS)(
      "%s is refused (always)",
      async () => {},
    );`,
};
const check = (text: string) => findPromiseProblems({ path: "docs/promises.md", text }, (path) => SOURCES[path]);

test("a promise whose test file and test names exist has no problem", () => {
  expect(
    check('Proof: [kill.test.ts](../faults/kill.test.ts): "no alert is missed", "%s is refused (always)"'),
  ).toEqual([]);
  expect(check("Proof: [kill.test.ts](../faults/kill.test.ts).")).toEqual([]);
});

test("a link to a test file that does not exist is a problem", () => {
  expect(check('[gone.test.ts](../faults/gone.test.ts): "no alert is missed"')).toEqual([
    "docs/promises.md links to faults/gone.test.ts, which does not exist. Correct the link.",
  ]);
});

test("a quoted name that no test of the file has is a problem, also as the second name", () => {
  const [problem] = check('[kill.test.ts](../faults/kill.test.ts): "no alert is missed",\n  "no alert is late"');
  expect(problem).toContain('"no alert is late"');
  expect(check('[kill.test.ts](../faults/kill.test.ts): "no alert"')).toHaveLength(1);
  expect(check('[kill.test.ts](../faults/kill.test.ts): "only a comment"')).toHaveLength(1);
});

test("a document without any link to a test is a problem", () => {
  expect(check("We promise a lot.")).toHaveLength(1);
});
