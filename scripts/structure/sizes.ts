import type { Source } from "./sources.ts";

const SQL_LINES_MAX = 300;

/** A room whose sql.ts is longer does more than one thing. */
export const longSqlFiles = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path, tree }) => path.endsWith("/sql.ts") && linesOf(tree.text) > SQL_LINES_MAX)
    .map(({ path, tree }) => `${path}: ${linesOf(tree.text)} lines; divide the room (at most ${SQL_LINES_MAX})`);

const linesOf = (text: string) => text.trimEnd().split("\n").length;
