import { posix } from "node:path";
import ts from "typescript";
import { collect, type Source } from "./sources.ts";

/** Each row may import the rows before it. `texts` is a folder of the SDK, and `top` are the files directly in src, such as
 *  app.ts. */
const FLOORS = [
  ["texts"],
  ["platform"],
  ["stores"],
  ["shoppers"],
  ["catalog"],
  ["lists"],
  ["subscriptions"],
  ["alerts"],
  ["insights", "events"],
  ["marketing"],
  ["dashboard"],
  ["privacy", "moving"],
  ["top"],
];

/** The texts of the elements, which the service answers with. It imports nothing else of another package. */
const TEXTS = "../../sdk/src/texts/";

export const featureOf = (path: string) => {
  if (path.startsWith(TEXTS)) return "texts";
  const [first = "", second = ""] = path.split("/");
  if (first === "features") return second;
  return first === "platform" ? first : "top";
};
const floorOf = (path: string) => FLOORS.findIndex((row) => row.includes(featureOf(path)));

/** The layers inside a feature: sql, then verbs, then wire and pages, then the files that call verbs. */
const LAYERS: Record<string, number> = { sql: 0, wire: 2, page: 2, routes: 3, reader: 3, commands: 3 };
const VERB = 1;
const layerOf = (path: string) => LAYERS[posix.basename(path, ".ts").split("-").at(-1) ?? ""] ?? VERB;
const isSql = (path: string) => posix.basename(path) === "sql.ts";
const isWire = (path: string) => layerOf(path) === 2;
const isStarter = (path: string) => layerOf(path) === 3;

export type Arrow = { readonly from: string; readonly to: string; readonly names: readonly string[] };

/** The imports of our own files. `withTypes` adds imports of types. A namespace import has the
 *  name `*`. */
export const arrowsOf = ({ path, tree }: Source, { withTypes }: { withTypes: boolean }): Arrow[] =>
  collect(tree, (node) => {
    if (!ts.isImportDeclaration(node) && !ts.isExportDeclaration(node)) return [];
    const specifier = node.moduleSpecifier;
    if (!specifier || !ts.isStringLiteral(specifier) || !specifier.text.startsWith(".")) return [];
    const to = posix.join(posix.dirname(path), specifier.text);
    const clause = ts.isImportDeclaration(node) ? node.importClause : undefined;
    const bindings = clause?.namedBindings;
    if (bindings && ts.isNamespaceImport(bindings))
      return withTypes || !clause?.isTypeOnly ? [{ from: path, to, names: ["*"] }] : [];
    const named = bindings && ts.isNamedImports(bindings) ? bindings.elements : [];
    const used = named.filter((one) => withTypes || (!clause?.isTypeOnly && !one.isTypeOnly));
    if (!withTypes && (named.length > 0 || clause?.isTypeOnly) && used.length === 0) return [];
    return [{ from: path, to, names: used.map(({ propertyName, name }) => (propertyName ?? name).text) }];
  });

const isAbove = (folder: string, path: string) => posix.dirname(path).startsWith(`${folder}/`);

/** The files that run SQL: those that import a sql.ts, and those that import such a file. Imports of types do not count. */
function findSqlUsers(sources: readonly Source[]): ReadonlySet<string> {
  const arrows = sources.flatMap((source) => arrowsOf(source, { withTypes: false }));
  const users = new Set<string>();
  for (let before = -1; before < users.size; ) {
    before = users.size;
    for (const { from, to } of arrows) if (isSql(to) || users.has(to)) users.add(from);
  }
  return users;
}

/** Returns the rule that an import breaks, or undefined. */
function findBrokenRule(
  { from, to, names }: Arrow,
  { isRunning, sqlUsers }: { isRunning: boolean; sqlUsers: ReadonlySet<string> },
): string | undefined {
  if (floorOf(from) < 0 || floorOf(to) < 0) return "is not on a known floor";
  const isSameFeature = featureOf(from) === featureOf(to);
  if (floorOf(to) > floorOf(from) || (floorOf(to) === floorOf(from) && !isSameFeature)) return "goes up";
  const isFromFeature = from.startsWith("features/") && to.startsWith("features/");
  if (!isFromFeature) return undefined;
  const isSameRoom = posix.dirname(from) === posix.dirname(to);
  if (isSql(to) && !isSameRoom && !(isSameFeature && isAbove(posix.dirname(to), from)))
    return "imports the sql.ts of another room";
  if (isStarter(to)) return "imports routes, readers or commands";
  if (!isRunning) return undefined;
  if (isWire(to) && !isWire(from) && !isStarter(from)) return "imports a wire file or page from a verb";
  if (isSql(from) && !isSql(to) && layerOf(to) > VERB) return "imports an edge from sql.ts";
  // A sql.ts may use the constants of a record such as list.ts, but it may not call a verb.
  if (isSql(from) && !isSql(to) && sqlUsers.has(to)) return "imports a verb from sql.ts";
  if (isStarter(from) && isSql(to) && names.some((name) => !/^(select|find|count)/.test(name)))
    return "changes rows without a verb";
  return undefined;
}

export function badArrows(sources: readonly Source[]): string[] {
  const sqlUsers = findSqlUsers(sources);
  const problems = [true, false].flatMap((isRunning) =>
    sources
      .flatMap((source) => arrowsOf(source, { withTypes: !isRunning }))
      .flatMap((arrow) => {
        const rule = findBrokenRule(arrow, { isRunning, sqlUsers });
        return rule ? [`${arrow.from} -> ${arrow.to}: ${rule}`] : [];
      }),
  );
  return [...new Set(problems)];
}

/** Circles of imports, each as its files in order. Imports of types count, so that every file can be read alone. */
export function circles(sources: readonly Source[]): string[] {
  const next = new Map(
    sources.map((source) => [source.path, [...new Set(arrowsOf(source, { withTypes: true }).map(({ to }) => to))]]),
  );
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]) => {
    const at = trail.indexOf(path);
    if (at >= 0) {
      found.push([...trail.slice(at), path].join(" -> "));
      return;
    }
    if (done.has(path)) return;
    for (const to of next.get(path) ?? []) visit(to, [...trail, path]);
    done.add(path);
  };
  for (const path of next.keys()) visit(path, []);
  return found;
}

/** Files with an outbox reader are named `…-reader.ts`, so that the rules for layers apply to them. */
export const misnamedReaders = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path }) => path.startsWith("features/") && !path.endsWith("-reader.ts"))
    .filter(({ tree }) => collect(tree, (node) => (isReaderType(node, tree) ? [node] : [])).length > 0)
    .map(({ path }) => `${path}: a file with an OutboxReader must be named …-reader.ts`);

const isReaderType = (node: ts.Node, tree: ts.SourceFile) =>
  ts.isTypeReferenceNode(node) && node.typeName.getText(tree) === "OutboxReader";
