import { estimateConversion, type VariantPast } from "./estimate-conversion.ts";
import { shareOf } from "./past-restock.ts";
import { createRandom } from "./random.ts";

/** How many people wait for how many units each. */
export type Waiting = readonly { readonly units: number; readonly people: number }[];

/** What is known of the past: the variant's own restocks, and those of the store's other variants. */
export type Past = { readonly own: VariantPast; readonly others: readonly VariantPast[] };

export type Prediction = {
  /** The share of the notified people who buy this variant on average, and the interval that holds it. */
  readonly conversion: { readonly low: number; readonly mean: number; readonly high: number };
  /** Units that those who wait will buy. */
  readonly units: { readonly low: number; readonly expected: number; readonly high: number };
  /** If this many units came: how many of them they will buy on average, and how likely it is that they buy all. */
  readonly next: { readonly units: number; readonly expected: number; readonly chanceOfAll: number };
};

/** An interval holds the truth in this share of the cases. */
export const COVERAGE = 0.9;
/** How often the next restock is played. */
const PLAYS = 2_000;
const SEED = 1;

/** Plays the next restock thousands of times: each time it draws a conversion that fits the past restocks, the share of this
 *  one restock, and who of those who wait buys the units they asked for. So the interval holds what is not known of the
 *  conversion, the differences between restocks, and the chance in the next one. The same input gives the same answer, and
 *  the expected units do not depend on the draws: they are the units that are waited for, times the mean conversion. */
export function predictSales({ own, others }: Past, waiting: Waiting, nextUnits: number): Prediction {
  const { candidates, step } = estimateConversion(own, others);
  const random = createRandom(SEED);
  const sold: number[] = [];
  const shares: number[] = [];
  const offset = random.next();
  let index = 0;
  let reached = candidates[0]?.chance ?? 1;
  for (let play = 0; play < PLAYS; play += 1) {
    // Each candidate is played as often as it is likely.
    while (reached < (play + offset) / PLAYS && index < candidates.length - 1) {
      index += 1;
      reached += candidates[index]?.chance ?? 0;
    }
    const { logOdds = 0, spread = 0 } = candidates[index] ?? {};
    const mean = shareOf(logOdds + (random.next() - 0.5) * step);
    shares.push(mean);
    const size = 1 / spread - 1;
    const share = spread === 0 ? mean : random.beta(mean * size, (1 - mean) * size);
    sold.push(waiting.reduce((sum, { units, people }) => sum + units * random.binomial(people, share), 0));
  }
  const mean = candidates.reduce((sum, { logOdds, chance }) => sum + chance * shareOf(logOdds), 0);
  const expected = mean * waiting.reduce((sum, { units, people }) => sum + units * people, 0);
  return {
    conversion: { ...holding(intervalOf(shares, COVERAGE), mean), mean },
    units: { ...holding(intervalOf(sold, COVERAGE), Math.round(expected)), expected },
    next: {
      units: nextUnits,
      expected: meanOf(sold.map((units) => Math.min(units, nextUnits))),
      chanceOfAll: sold.filter((units) => units >= nextUnits).length / sold.length,
    },
  };
}

type Interval = { readonly low: number; readonly high: number };

/** The interval, widened if the expected value is not in it: a mean can lie far from the middle. */
const holding = ({ low, high }: Interval, value: number): Interval => ({
  low: Math.min(low, value),
  high: Math.max(high, value),
});

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The interval from about the lowest to about the highest twentieth. Few whole numbers can seldom be cut exactly there: of the
 *  intervals that come near, this is the one whose share of the values is nearest to `coverage`. */
export function intervalOf(values: readonly number[], coverage: number): Interval {
  const steps: { readonly value: number; upTo: number }[] = [];
  for (const value of Float64Array.from(values).toSorted()) {
    const last = steps.at(-1);
    if (last?.value === value) last.upTo += 1 / values.length;
    else steps.push({ value, upTo: (last?.upTo ?? 0) + 1 / values.length });
  }
  const tail = (1 - coverage) / 2;
  const low = steps.findIndex(({ upTo }) => upTo >= tail);
  const high = steps.findIndex(({ upTo }) => upTo >= 1 - tail);
  const sets = [low, low + 1].flatMap((from) => [high, high - 1].map((to) => ({ from, to })));
  const chances = sets.flatMap(({ from, to }) => {
    const [first, last] = [steps[from], steps[to]];
    if (!first || !last || to < from) return [];
    const share = last.upTo - (steps[from - 1]?.upTo ?? 0);
    return [{ low: first.value, high: last.value, off: Math.abs(share - coverage) }];
  });
  const best = chances.reduce((one, other) => (other.off < one.off - 1e-9 ? other : one));
  return { low: best.low, high: best.high };
}
