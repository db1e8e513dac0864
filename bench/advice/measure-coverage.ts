import { isEnough } from "../../packages/service/src/features/insights/advice/advise.ts";
import { COVERAGE, predictSales } from "../../packages/service/src/features/insights/advice/predict-sales.ts";
import type { History } from "./draw-history.ts";

/** Of the histories with enough for an answer: how often the interval of the conversion held the true one, how often the
 *  interval of the units held what the next restock sold, and how wide that was for each person who waits. */
export type Coverage = {
  readonly name: string;
  readonly histories: number;
  readonly answered: number;
  readonly conversionCovered: number;
  readonly covered: number;
  readonly width: number;
};

type Interval = { readonly low: number; readonly high: number };
export type Method = (history: Pick<History, "past" | "waiting">) => {
  readonly units: Interval;
  readonly conversion: Interval;
};

export const advised: Method = ({ past, waiting }) => predictSales(past, waiting, 10);

const allOf = ({ own, others }: History["past"]) => [...own, ...others.flat()];

/** The share over all restocks, and the spread of a coin that is tossed for each person: neither the differences between
 *  restocks nor the uncertainty of the share. */
export const naive: Method = ({ past, waiting }) => {
  const sum = (of: (one: History["past"]["own"][number]) => number) =>
    allOf(past).reduce((total, one) => total + of(one), 0);
  const people = sum(({ notified }) => notified);
  const share = sum(({ bought }) => bought) / people;
  const units = waiting.reduce((total, one) => total + one.units * one.people, 0);
  const variance = waiting.reduce((total, one) => total + one.units ** 2 * one.people, 0) * share * (1 - share);
  const around = (value: number, deviation: number) => ({
    low: value - 1.645 * deviation,
    high: value + 1.645 * deviation,
  });
  const { low, high } = around(units * share, Math.sqrt(variance));
  return {
    units: { low: Math.floor(low), high: Math.ceil(high) },
    conversion: around(share, Math.sqrt((share * (1 - share)) / people)),
  };
};

/** The advice, if it took the sales of a restock that was cut short for all that it could have sold. */
export const atFaceValue: Method = ({ past, waiting }) =>
  advised({ past: { ...past, own: past.own.map((one) => ({ ...one, isCutShort: false })) }, waiting });

/** The advice, if it took all variants of the store for the same one. */
export const allAlike: Method = ({ past, waiting }) => advised({ past: { own: allOf(past), others: [] }, waiting });

const holds = ({ low, high }: Interval, value: number) => low <= value && value <= high;

/** Measures the coverage over all histories, and of those that have one true value in common. */
export function measureCoverage(histories: readonly History[], method: Method): Coverage[] {
  const strata = new Map<
    string,
    { histories: number; answered: number; conversion: number; covered: number; width: number }
  >();
  for (const history of histories) {
    const people = history.waiting.reduce((sum, one) => sum + one.people, 0);
    const names = Object.entries({ ...history.truth, waiting: sizeOf(people) }).map(
      ([name, value]) => `${name} ${value}`,
    );
    const answer = isEnough(allOf(history.past)) ? method(history) : undefined;
    for (const name of ["all", ...names]) {
      const stratum = strata.get(name) ?? { histories: 0, answered: 0, conversion: 0, covered: 0, width: 0 };
      strata.set(name, stratum);
      stratum.histories += 1;
      if (!answer) continue;
      const { units, conversion } = answer;
      stratum.answered += 1;
      stratum.conversion += holds(conversion, history.conversion) ? 1 : 0;
      stratum.covered += history.sold.filter((sold) => holds(units, sold)).length / history.sold.length;
      stratum.width += (units.high - units.low) / people;
    }
  }
  return [...strata].map(([name, { histories: count, answered, conversion, covered, width }]) => ({
    name,
    histories: count,
    answered: answered / count,
    conversionCovered: conversion / answered,
    covered: covered / answered,
    width: width / answered,
  }));
}

const sizeOf = (people: number) =>
  people < 10 ? "1 to 9" : people < 50 ? "10 to 49" : people < 300 ? "50 to 299" : "300 to 2,000";

export function findAll(strata: readonly Coverage[]): Coverage {
  const all = strata.find(({ name }) => name === "all");
  if (!all) throw new Error("There are no histories");
  return all;
}

/** The advice holds what it says if the coverage is at most so far away. */
export const COVERAGE_BAR = 0.02;
/** Where variants are exactly alike, few wait, or restocks differ in another way, the intervals do not hold so well. */
export const COVERAGE_BAR_OTHERS = 0.04;
export const isCovered = (covered: number, bar = COVERAGE_BAR) => Math.abs(covered - COVERAGE) <= bar;
