import { waitForQuiet } from "./quiet.ts";

export type Spread = { readonly median: number; readonly min: number; readonly max: number };

/** Runs the contenders in turn, `reps` times. Every second round runs backwards, so that a machine that gets slower
 *  affects each of them equally. `busy` is the median share of the machine that other processes used before a slice;
 *  well above 0, do not decide by the figures. */
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

/** Compute ratios within a round: rounds that are minutes apart are not comparable on a shared machine. */
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
