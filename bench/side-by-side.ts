import { waitForQuiet } from "./quiet.ts";

export type Spread = { readonly median: number; readonly min: number; readonly max: number };

/** Runs the contenders one after the other, again and again. Every second round goes backwards: a machine that
 *  slows down or a checkpoint that comes along hits each of them alike. `busy` is how much of the machine somebody
 *  else had in use before a slice, at the median: much above 0 the figures are not worth a decision. */
export async function sideBySide<Name extends string, Sample>(
  contenders: Readonly<Record<Name, () => Promise<Sample>>>,
  reps: number,
): Promise<{ rounds: Record<Name, Sample>[]; busy: number }> {
  const names = Object.keys(contenders) as Name[];
  const rounds: Record<Name, Sample>[] = [];
  const busy: number[] = [];
  for (let rep = 0; rep < reps; rep += 1) {
    const round: Partial<Record<Name, Sample>> = {};
    for (const name of rep % 2 === 0 ? names : names.toReversed()) {
      busy.push(await waitForQuiet());
      round[name] = await contenders[name]();
    }
    rounds.push(round as Record<Name, Sample>);
  }
  return { rounds, busy: spreadOf(busy, (share) => share).median };
}

/** A ratio is taken within its round: rounds minutes apart are not comparable on a shared machine. */
export function spreadOf<Round>(rounds: readonly Round[], figure: (round: Round) => number): Spread {
  const sorted = rounds.map(figure).toSorted((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  return {
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    min: at(0),
    max: at(sorted.length - 1),
  };
}
