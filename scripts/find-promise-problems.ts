import { posix } from "node:path";

/** A link to a test file, and the quoted test names that follow it: `[x.test.ts](../x.test.ts): "name", "name"`. */
const PROOF = /\[[^\]]*\]\(([^)\s]+\.test\.ts)\)((?::|,)?(?:\s*"[^"]+",?)*)/g;

/** Finds promises of a document whose test file does not exist or has no test of the quoted name. */
export function findPromiseProblems(
  document: { readonly path: string; readonly text: string },
  findTestFile: (path: string) => string | undefined,
): string[] {
  const proofs = [...document.text.matchAll(PROOF)];
  if (proofs.length === 0) return [`${document.path} links to no test. Link each promise to the test that proves it.`];
  return proofs.flatMap(([, link = "", quoted = ""]) => {
    const path = posix.join(posix.dirname(document.path), link);
    const source = findTestFile(path);
    if (source === undefined) return [`${document.path} links to ${path}, which does not exist. Correct the link.`];
    const names = [...quoted.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name.replace(/\s+/g, " "));
    return names
      .filter((name) => !hasTest(source, name))
      .map((name) => `${document.path} quotes a test "${name}" that ${path} does not have. Quote its exact name.`);
  });
}

/** The name must be the first argument of a call, as in `test("name"` or `test.each(rows)("name"`. */
function hasTest(source: string, name: string): boolean {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`\\(\\s*"${escaped}"`).test(source);
}
