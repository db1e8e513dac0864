import { closestTo } from "../text/closest-to.ts";
import { MISTAKES } from "./mistakes.ts";

/** A name that does not exist, and the one that was most likely meant. */
export type UnknownName = {
  readonly kind: "variable" | "filter" | "tag";
  readonly name: string;
  readonly suggestion: string | null;
};
/** What is wrong, and the unknown name if that is the reason. */
export type Fault = { readonly text: string; readonly unknown?: UnknownName };

export function noSuch(kind: UnknownName["kind"], wanted: string, known: readonly string[]): Fault {
  const name = wanted.slice(0, 80);
  const suggestion = closestTo(wanted, known) ?? null;
  const text = suggestion
    ? MISTAKES.say("unknown-name-close", { kind, name, suggestion })
    : MISTAKES.say("unknown-name", { kind, name, known: known.join(", ") });
  return { text, unknown: { kind, name, suggestion } };
}

/** What Liquid knows of every text and list. */
const OF_TEXTS = new Set(["size", "first", "last"]);

/** What is wrong with the name of a variable, such as `["product", "tilte"]`. Undefined when the facts have it, or when part
 *  of it is computed. */
export function problemOfName(segments: readonly unknown[], facts: object): Fault | undefined {
  let at: unknown = facts;
  for (const segment of segments) {
    if (typeof segment !== "string") return undefined;
    if (!isObject(at)) return OF_TEXTS.has(segment) ? undefined : unknownName(segments, facts);
    if (!Object.hasOwn(at, segment)) return unknownName(segments, facts);
    at = at[segment];
  }
  return undefined;
}

function unknownName(segments: readonly unknown[], facts: object) {
  const name = segments
    .map((segment) => (typeof segment === "string" ? segment : "…"))
    .join(".")
    .slice(0, 80);
  return noSuch("variable", name, namesOf(facts));
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

export const namesOf = (facts: object): string[] =>
  Object.entries(facts).flatMap(([name, value]) =>
    isObject(value) ? namesOf(value).map((inner) => `${name}.${inner}`) : [name],
  );
