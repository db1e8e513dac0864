import { closestTo } from "../text/closest-to.ts";

export const noSuch = (what: string, name: string, known: readonly string[]) => {
  const nearest = closestTo(name, known);
  const hint = nearest ? `Did you mean ${nearest}?` : `These are known: ${known.join(", ")}`;
  return `There is no ${what} ${name.slice(0, 80)}. ${hint}`;
};

/** What Liquid knows of every text and list. */
const OF_TEXTS = new Set(["size", "first", "last"]);

/** What is wrong with the name of a variable, such as `["product", "tilte"]`. Undefined when the facts have it, or when part
 *  of it is computed. */
export function problemOfName(segments: readonly unknown[], facts: object): string | undefined {
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
