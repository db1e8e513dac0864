import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const SRC = fileURLToPath(new URL("../../packages/service/src/", import.meta.url));

/** A file of the service, parsed. `path` is relative to packages/service/src. */
export type Source = { readonly path: string; readonly tree: ts.SourceFile };

export const toSource = (path: string, text: string): Source => ({
  path,
  tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true),
});

/** Every file of the service except the tests. */
export const readSources = (): Source[] =>
  globSync("**/*.ts", { cwd: SRC })
    .filter((path) => !path.endsWith(".test.ts"))
    .toSorted()
    .map((path) => toSource(path, readFileSync(`${SRC}${path}`, "utf8")));

/** What `find` returns for each node, in the order of the file. */
export function collect<T>(tree: ts.SourceFile, find: (node: ts.Node) => readonly T[]): T[] {
  const found: T[] = [];
  const visit = (node: ts.Node) => {
    found.push(...find(node));
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

export const lineOf = (tree: ts.SourceFile, node: ts.Node) =>
  tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;

/** The string literals of a file, and its templates with `?` in place of each value. */
export const textsOf = (tree: ts.SourceFile) =>
  collect<{ text: string; node: ts.Node }>(tree, (node) => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [{ text: node.text, node }];
    if (!ts.isTemplateExpression(node)) return [];
    return [{ text: node.head.text + node.templateSpans.map((span) => `?${span.literal.text}`).join(""), node }];
  });
