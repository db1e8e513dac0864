import { COVERAGE, predictSales } from "../../packages/service/src/features/insights/advice/predict-sales.ts";
import type { History } from "./draw-history.ts";

/** How often the interval held what the next restock sold, and how wide it was for each person who waits. */
export type Coverage = {
  readonly name: string;
  readonly histories: number;
  readonly covered: number;
  readonly width: number;
};

type Interval = { readonly low: number; readonly high: number };
export type Method = (history: Pick<History, "past" | "waiting">) => Interval;

export const advised: Method = ({ past, waiting }) => predictSales(past, waiting, 10).units;

/** The share over all restocks, and the spread of a coin that is tossed for each person: neither the differences between
 *  restocks nor the uncertainty of the share. */
export const naive: Method = ({ past, waiting }) => {
  const all = [...past.own, ...past.others.flat()];
  const sum = (of: (one: (typeof all)[number]) => number) => all.reduce((total, one) => total + of(one), 0);
  const share = sum(({ bought }) => bought) / sum(({ notified }) => notified);
  const units = waiting.reduce((total, one) => total + one.units * one.people, 0);
  const variance = waiting.reduce((total, one) => total + one.units ** 2 * one.people, 0) * share * (1 - share);
  const reach = 1.645 * Math.sqrt(variance);
  return { low: Math.floor(units * share - reach), high: Math.ceil(units * share + reach) };
};

/** The advice, if it took the sales of a restock that sold out for all that it could have sold. */
export const atFaceValue: Method = ({ past, waiting }) =>
  advised({ past: { ...past, own: past.own.map((one) => ({ ...one, isSoldOut: false })) }, waiting });

/** The advice, if it took all variants of the store for the same one. */
export const allAlike: Method = ({ past, waiting }) =>
  advised({ past: { own: [...past.own, ...past.others.flat()], others: [] }, waiting });

/** Measures the coverage over all histories, and of those that have one true value in common. */
export function measureCoverage(histories: readonly History[], method: Method): Coverage[] {
  const strata = new Map<string, { histories: number; covered: number; width: number }>();
  for (const history of histories) {
    const { low, high } = method(history);
    const people = history.waiting.reduce((sum, one) => sum + one.people, 0);
    const names = Object.entries({ ...history.truth, waiting: sizeOf(people) }).map(
      ([name, value]) => `${name} ${value}`,
    );
    for (const name of ["all", ...names]) {
      const stratum = strata.get(name) ?? { histories: 0, covered: 0, width: 0 };
      strata.set(name, stratum);
      stratum.histories += 1;
      stratum.covered += history.sold.filter((units) => low <= units && units <= high).length / history.sold.length;
      stratum.width += (high - low) / people;
    }
  }
  return [...strata].map(([name, { histories: count, covered, width }]) => ({
    name,
    histories: count,
    covered: covered / count,
    width: width / count,
  }));
}

const sizeOf = (people: number) => (people < 50 ? "10 to 49" : people < 300 ? "50 to 299" : "300 to 2,000");

export function findAll(strata: readonly Coverage[]): Coverage {
  const all = strata.find(({ name }) => name === "all");
  if (!all) throw new Error("There are no histories");
  return all;
}

/** The advice holds what it says if the coverage is at most so far away. */
export const COVERAGE_BAR = 0.02;
export const isCovered = (covered: number, bar = COVERAGE_BAR) => Math.abs(covered - COVERAGE) <= bar;
