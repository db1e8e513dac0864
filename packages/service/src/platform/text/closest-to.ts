/** Letters that may be wrong in a name for us to guess which one is meant. */
const WRONG_MAX = 3;
const LENGTH_MAX = 100;

/** The name that somebody most likely meant, or undefined when none is close. */
export function closestTo(name: string, names: readonly string[]): string | undefined {
  if (name.length > LENGTH_MAX) return undefined;
  const [nearest] = names
    .map((other) => ({ other, wrong: distance(name, other) }))
    .filter(({ wrong }) => wrong <= Math.min(WRONG_MAX, name.length / 2))
    .toSorted((one, two) => one.wrong - two.wrong);
  return nearest?.other;
}

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
