import { posix } from "node:path";

/** A link to a test file, and the quoted test names that follow it: `[x.test.ts](../x.test.ts): "name", "name"`. */
const PROOF = /\[[^\]]*\]\(([^)\s]+\.test\.ts)\)((?::|,)?(?:\s*"[^"]+",?)*)/g;

/** A promise is a bullet that begins in bold. It ends at the next one, or at the next heading. */
const PROMISE = /^- \*\*.*(?:\n(?!- \*\*|#).*)*/gm;
const EXEMPT_SECTION = /^## Not proven yet$(?:\n(?!## ).*)*/m;

/** Finds promises of a document that quote no test, and those whose test file does not exist or has no test of the
 *  quoted name. The section "Not proven yet" makes no promises. */
export function findPromiseProblems(
  document: { readonly path: string; readonly text: string },
  findTestFile: (path: string) => string | undefined,
): string[] {
  const promises = [...document.text.replace(EXEMPT_SECTION, "").matchAll(PROMISE)].map(([promise]) => promise);
  if (promises.length === 0) return [`${document.path} has no promises. Begin each with "- **".`];
  const unproven = promises
    .filter((promise) => ![...promise.matchAll(PROOF)].some(([, , quoted = ""]) => quoted.includes('"')))
    .map((promise) => `${document.path} quotes no test for "${promise.split("\n", 1)[0]}". Link and quote its test.`);
  const wrong = [...document.text.matchAll(PROOF)].flatMap(([, link = "", quoted = ""]) => {
    const path = posix.join(posix.dirname(document.path), link);
    const source = findTestFile(path);
    if (source === undefined) return [`${document.path} links to ${path}, which does not exist. Correct the link.`];
    const names = [...quoted.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name.replace(/\s+/g, " "));
    return names
      .filter((name) => !hasTest(source, name))
      .map((name) => `${document.path} quotes a test "${name}" that ${path} does not have. Quote its exact name.`);
  });
  return [...unproven, ...wrong];
}

/** The name must be the first argument of a call, as in `test("name"` or `test.each(rows)("name"`. */
function hasTest(source: string, name: string): boolean {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`\\(\\s*"${escaped}"`).test(source);
}
