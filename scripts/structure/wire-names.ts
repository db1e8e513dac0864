import { posix } from "node:path";
import ts from "typescript";
import { collect, lineOf, type Source, textsOf } from "./sources.ts";

/** Short names of the public API. `pid` and `regid` are not here: they name things that exist only in this API. */
const WIRE_NAMES = new Set(
  `epi empi epis empis du dt bt iu pr stk vi uri lid lids fromlid lname lty lnote lprops ldesc cprops showcprops lbls lity
  anonRead cnt cby uby cfor cts uts lhash itemcmnts listcontents qty fname sessionid useremail useragenttype mediumvalue
  addtomailinglist toemail fromname platformitemid dryrun`.split(/\s+/),
);

/** The log redacts fields of requests by their public names. */
const mayUseWireNames = (path: string) => posix.basename(path) === "wire.ts" || path === "platform/log.ts";

/** Identifiers, whole strings and words of SQL that are wire names, outside the wire files. Sentences may name them. */
export const strayWireNames = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path }) => !mayUseWireNames(path))
    .flatMap(({ path, tree }) => {
      const identifiers = collect(tree, (node) =>
        (ts.isIdentifier(node) || ts.isStringLiteral(node)) && WIRE_NAMES.has(node.text)
          ? [{ name: node.text, node }]
          : [],
      );
      const inSql = path.endsWith("/sql.ts")
        ? textsOf(tree).flatMap(({ text, node }) =>
            text
              .split(/\W+/)
              .filter((word) => WIRE_NAMES.has(word))
              .map((name) => ({ name, node })),
          )
        : [];
      return [...identifiers, ...inSql].map(({ name, node }) => `${path}:${lineOf(tree, node)}: ${name}`);
    });
