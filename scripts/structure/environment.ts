import ts from "typescript";
import { collect, type Source } from "./sources.ts";

/** Files that read the environment. Only config.ts may. */
export const environmentReaders = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path }) => path !== "config.ts")
    .filter(({ tree }) => collect(tree, (node) => (readsEnvironment(node, tree) ? [node] : [])).length > 0)
    .map(({ path }) => `${path}: only config.ts reads the environment`);

const readsEnvironment = (node: ts.Node, tree: ts.SourceFile) =>
  (ts.isPropertyAccessExpression(node) && node.name.text === "env") ||
  (ts.isElementAccessExpression(node) && /["'`]env["'`]/.test(node.argumentExpression.getText(tree))) ||
  (ts.isBindingElement(node) && (node.propertyName ?? node.name).getText(tree) === "env") ||
  (ts.isImportSpecifier(node) && (node.propertyName ?? node.name).text === "env");
