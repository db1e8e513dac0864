import type { Facts } from "./find-facts.ts";
import type { PastRestock } from "./past-restock.ts";
import { type Prediction, predictSales } from "./predict-sales.ts";

/** With fewer restocks in the whole store, too little is known about how restocks differ. One that was cut short does not count:
 *  it says only how many bought at least. */
export const RESTOCKS_MIN = 5;

/** Whether enough restocks were not cut short. If most were, the others are those that few people wanted, and the conversion is
 *  anywhere between what they sold and all: simulated intervals held it in 4 of 10 cases. */
export const isEnough = (restocks: readonly PastRestock[]): boolean => {
  const whole = restocks.filter(({ isCutShort }) => !isCutShort).length;
  return whole >= RESTOCKS_MIN && 2 * whole >= restocks.length;
};

export type Basis = {
  readonly own: number;
  readonly others: number;
  readonly notified: number;
  readonly bought: number;
  readonly cutShort: number;
};

export type Advice = {
  readonly facts: Facts;
  readonly people: number;
  /** What they want. */
  readonly units: number;
  readonly basis: Basis;
  /** Absent when there is not enough history. */
  readonly prediction: Prediction | undefined;
};

/** How many units the people in line will buy, if enough is known. Takes some tens of milliseconds of the processor. */
export function advise(facts: Facts, nextUnits: number): Advice {
  const { past, waiting } = facts;
  const all = [...past.own, ...past.others.flat()];
  const sum = (of: (restock: PastRestock) => number) => all.reduce((total, one) => total + of(one), 0);
  const basis = {
    own: past.own.length,
    others: all.length - past.own.length,
    notified: sum(({ notified }) => notified),
    bought: sum(({ bought }) => bought),
    cutShort: sum(({ isCutShort }) => (isCutShort ? 1 : 0)),
  };
  // Stock that never fell was not reported, or nothing was for sale: that says nothing about buyers.
  const isKnown = isEnough(all) && (facts.source === "reports" || basis.bought > 0);
  return {
    facts,
    people: waiting.reduce((total, { people }) => total + people, 0),
    units: Math.round(waiting.reduce((total, { units, people }) => total + units * people, 0)),
    basis,
    prediction: isKnown ? predictSales(past, waiting, nextUnits) : undefined,
  };
}
