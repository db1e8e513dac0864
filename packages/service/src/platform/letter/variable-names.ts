/** What Liquid knows of every text and list. */
const OF_TEXTS = new Set(["size", "first", "last"]);
/** Letters that may be wrong in a name for us to guess which one is meant. */
const WRONG_MAX = 3;

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
  const known = namesOf(facts);
  const [nearest] = known
    .map((other) => ({ other, wrong: distance(name, other) }))
    .filter(({ wrong }) => wrong <= Math.min(WRONG_MAX, name.length / 2))
    .toSorted((one, two) => one.wrong - two.wrong);
  const hint = nearest ? `Did you mean ${nearest.other}?` : `These are known: ${known.join(", ")}`;
  return `There is no variable ${name}. ${hint}`;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const namesOf = (facts: object): string[] =>
  Object.entries(facts).flatMap(([name, value]) =>
    isObject(value) ? namesOf(value).map((inner) => `${name}.${inner}`) : [name],
  );

/** How many letters have to be added, removed or replaced to make one of the other (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of one.split("").entries()) {
    const next = [index + 1];
    for (let at = 1; at <= other.length; at += 1)
      next.push(
        Math.min((row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, (row[at - 1] ?? 0) + (letter === other[at - 1] ? 0 : 1)),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
