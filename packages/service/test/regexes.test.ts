import ts from "typescript";
import { expect, test } from "vitest";
import { collect, lineOf, readSources, type Source, toSource } from "../../../scripts/structure/sources.ts";

const SIZE = 50_000;
const FIRST_SIZE = 1_000;
const LIMIT_MS = 10;

type Found = { where: string; pattern: RegExp };

/** Every regex of the sources: literals, `new RegExp` of a text, and `pattern` in a schema. */
function regexesOf({ path, tree }: Source): Found[] {
  return collect(tree, (node) => {
    const where = `${path}:${lineOf(tree, node)}`;
    if (ts.isRegularExpressionLiteral(node)) {
      const [, pattern = "", flags = ""] = /^\/(.*)\/(\w*)$/s.exec(node.text) ?? [];
      return [{ where, pattern: new RegExp(pattern, flags) }];
    }
    if (ts.isPropertyAssignment(node) && node.name.getText(tree) === "pattern") {
      if (!ts.isStringLiteral(node.initializer))
        throw new Error(`${where}: a pattern that is not a string literal cannot be tested`);
      return [{ where, pattern: new RegExp(node.initializer.text, "u") }];
    }
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText(tree) === "RegExp") {
      const [first] = node.arguments ?? [];
      if (!first || !ts.isStringLiteral(first))
        throw new Error(`${where}: a RegExp that is not made from a string literal cannot be tested`);
      return [{ where, pattern: new RegExp(first.text) }];
    }
    return [];
  });
}

/** Texts that make a regex backtrack: long runs that match, followed by a character that does not. */
function adversaries({ source }: RegExp, size: number) {
  const literal = source.replace(/\\[dwsDWSbB]|\\u\{?[0-9a-f]+\}?|[\^$()[\]{}*+?|\\]/gi, "");
  const seeds = new Set([
    ...'a0A-._/ \t\n@%:+=&,;"\\{[\u00e9'.split(""),
    ...literal.slice(0, 20).split(""),
    "a.",
    "a-",
    "0a",
    "-a",
    "a@",
    ". ",
    "\r\n",
  ]);
  const prefixes = new Set(["", literal.slice(0, 20), "Basic ", "http://", "a@"]);
  return [...seeds].flatMap((seed) =>
    [...prefixes].flatMap((prefix) => {
      const run = (prefix + seed.repeat(Math.ceil(size / seed.length))).slice(0, size);
      return [run, `${run}!`, `${run}\n`];
    }),
  );
}

/** The longest time over all inputs. A slow one is measured several times, because the machine may be busy. */
function slowest(pattern: RegExp, size = SIZE): { ms: number; input: string } {
  if (size > FIRST_SIZE) {
    const first = slowest(pattern, FIRST_SIZE); // a regex that backtracks without end would never finish the large one
    if (first.ms > LIMIT_MS) return first;
  }
  let worst = { ms: 0, input: "" };
  for (const input of adversaries(pattern, size)) {
    let ms = measure(pattern, input);
    for (let retry = 0; retry < 12 && ms > LIMIT_MS; retry += 1) ms = Math.min(ms, measure(pattern, input));
    if (ms > worst.ms) worst = { ms, input: `${JSON.stringify(input.slice(0, 30))}…` };
    if (ms > LIMIT_MS) return worst;
  }
  return worst;
}

/** In processor time, so that other load on the machine does not count. */
function measure(pattern: RegExp, input: string) {
  const start = process.cpuUsage();
  if (pattern.global) input.replace(pattern, "");
  else pattern.test(input);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

test("every regex of the service takes at most 10 ms for 50 kB of adversarial text", () => {
  const found = readSources().flatMap(regexesOf);
  expect(found.length).toBeGreaterThan(20);
  const slow = found
    .map(({ where, pattern }) => ({ where, pattern: String(pattern), ...slowest(pattern) }))
    .filter(({ ms }) => ms > LIMIT_MS);
  expect(slow).toEqual([]);
});

test.each([
  [22, String.raw`const SLOW = /^(a+)+$/;`],
  [22, String.raw`const SLOW = /^(?:[a-z0-9]+[-.]?)*@$/;`],
  [5_000, String.raw`const SLOW = /\s+$/;`],
  [22, String.raw`const schema = { pattern: "^([a-z]+)*x$" };`],
  [20, String.raw`const made = new RegExp("(.*)*[0-9]$");`],
])("control: with %i characters, a regex that backtracks without end is found: %s", (size, text) => {
  const [regex] = regexesOf(toSource("a.ts", text));
  expect(slowest(regex?.pattern ?? /x/, size).ms).toBeGreaterThan(LIMIT_MS);
});

test("control: a regex that cannot be read from the source fails the test", () => {
  expect(() => regexesOf(toSource("a.ts", "const made = new RegExp(text);"))).toThrow("cannot be tested");
  expect(() => regexesOf(toSource("a.ts", "const schema = { pattern: text };"))).toThrow("cannot be tested");
});
