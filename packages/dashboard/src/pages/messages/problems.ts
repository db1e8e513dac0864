import { ApiError } from "../../api/api-error.ts";
import type { components } from "../../api/schema.gen.ts";

/** What is wrong with a message, as the service says. Lines and columns count from 1. */
export type Problem = NonNullable<components["schemas"]["Failure"]["problems"]>[number];

/** A part of a text, by its positions from 0. */
export type Range = { readonly from: number; readonly to: number };

/** The mistakes for which a message was refused; undefined when the call failed for another reason. */
export const problemsIn = (error: unknown): readonly Problem[] | undefined =>
  error instanceof ApiError && error.type === "invalid-template"
    ? (error.body["problems"] as readonly Problem[])
    : undefined;

/** Where a mistake is in the text of its field. Undefined when nobody knows its line. */
export function rangeOf(text: string, { line, column, unknown }: Problem): Range | undefined {
  if (line === null) return undefined;
  const lines = text.split("\n");
  const lineText = lines[line - 1];
  if (lineText === undefined) return undefined;
  const begin = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  const end = begin + lineText.length;
  const indent = lineText.length - lineText.trimStart().length;
  const start = Math.min(column === null ? indent : column - 1, lineText.length);
  const name = unknown ? lineText.indexOf(unknown.name, start) : -1;
  if (unknown && name >= 0) return { from: begin + name, to: begin + name + unknown.name.length };
  return { from: begin + start, to: end };
}

/** The correction of an unknown name, when the text has it just as the service read it. */
export function fixOf(text: string, problem: Problem): (Range & { readonly insert: string }) | undefined {
  const insert = problem.unknown?.suggestion;
  const range = rangeOf(text, problem);
  if (!insert || !range || text.slice(range.from, range.to) !== problem.unknown?.name) return undefined;
  return { ...range, insert };
}

/** The text after its correction. */
export function corrected(text: string, problem: Problem): string {
  const fix = fixOf(text, problem);
  return fix ? text.slice(0, fix.from) + fix.insert + text.slice(fix.to) : text;
}
