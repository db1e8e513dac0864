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
const checkProof = (proof: string) => check(`- **We promise this.**\n  - ${proof}`);

test("a promise whose test file and test names exist has no problem", () => {
  expect(
    checkProof('Proof: [kill.test.ts](../faults/kill.test.ts): "no alert is missed", "%s is refused (always)"'),
  ).toEqual([]);
});

test("a link to a test file that does not exist is a problem", () => {
  expect(checkProof('[gone.test.ts](../faults/gone.test.ts): "no alert is missed"')).toEqual([
    "docs/promises.md links to faults/gone.test.ts, which does not exist. Correct the link.",
  ]);
});

test("a quoted name that no test of the file has is a problem, also as the second name", () => {
  const [problem] = checkProof('[kill.test.ts](../faults/kill.test.ts): "no alert is missed",\n  "no alert is late"');
  expect(problem).toContain('"no alert is late"');
  expect(checkProof('[kill.test.ts](../faults/kill.test.ts): "no alert"')).toHaveLength(1);
  expect(checkProof('[kill.test.ts](../faults/kill.test.ts): "only a comment"')).toHaveLength(1);
});

test("a document without any promise is a problem", () => {
  expect(check("We promise a lot.")).toHaveLength(1);
});

test.each([
  ["no link", "- **Unproven.** Trust us."],
  ["a link, but no quoted name", "- **Unproven.**\n  - [kill.test.ts](../faults/kill.test.ts)"],
  ["a quoted name, but no link", '- **Unproven.**\n  - "no alert is missed"'],
])("a promise with %s is a problem, also between proven ones", (_, unproven) => {
  const proven = '- **Proven.**\n  - [kill.test.ts](../faults/kill.test.ts): "no alert is missed"';
  for (const text of [unproven, `${proven}\n${unproven}\n${proven}`, `${unproven}\n\n## Next\n\n${proven}`])
    expect(check(text)).toEqual([expect.stringContaining('quotes no test for "- **Unproven.**')]);
});

test("the section of what is not proven yet needs no tests, and the one after it does", () => {
  const proven = '- **Proven.**\n  - [kill.test.ts](../faults/kill.test.ts): "no alert is missed"';
  const text = `${proven}\n\n## Not proven yet\n\n- **Backups.** Not tested.\n`;
  expect(check(text)).toEqual([]);
  expect(check(`${text}\n## More\n\n- **Unproven.** Trust us.`)).toHaveLength(1);
});
