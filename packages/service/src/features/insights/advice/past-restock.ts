import { logGamma } from "./log-gamma.ts";

/** What came of the alerts of one restock. */
export type PastRestock = {
  readonly notified: number;
  /** How many of them bought. */
  readonly bought: number;
  /** Whether the units ran out before they had the time to buy: then more of them might have bought. */
  readonly isCutShort: boolean;
};

/** More people tell little more about a share, because restocks differ from each other. */
const PEOPLE_MAX = 10_000;
/** For a restock that was cut short, the chances of all higher numbers are added up. */
const PEOPLE_MAX_CUT_SHORT = 40;

/** Returns the restock with at most as many people as are counted, and the same share of buyers. */
export function boundRestock({ notified, bought, isCutShort }: PastRestock): PastRestock {
  const people = Math.min(notified, isCutShort ? PEOPLE_MAX_CUT_SHORT : PEOPLE_MAX);
  return { notified: people, bought: Math.min(people, (bought / Math.max(notified, 1)) * people), isCutShort };
}

export const shareOf = (logOdds: number) => 1 / (1 + Math.exp(-logOdds));

/** Makes a function that says how likely these restocks are if the mean share of buyers has these log odds, as a logarithm and
 *  without what is the same for all shares and spreads. `spread` says how much restocks differ from each other: 0 not at all,
 *  1 all or nothing. The share of each restock comes from a beta distribution. */
export function createLikelihood(restocks: readonly PastRestock[], spread: number): (logOdds: number) => number {
  // A restock that was cut short before anybody bought says nothing.
  const telling = restocks.filter(({ bought, isCutShort }) => bought > 0 || !isCutShort);
  const cutShort = telling.filter(({ isCutShort }) => isCutShort);
  if (spread === 0) {
    const bought = telling.reduce((sum, one) => sum + one.bought, 0);
    const others = telling.reduce((sum, one) => sum + one.notified - one.bought, 0);
    return (logOdds) => {
      let log = -bought * Math.log1p(Math.exp(-logOdds)) - others * Math.log1p(Math.exp(logOdds));
      for (const one of cutShort) log += Math.log(moreThan(one, Math.exp(logOdds), 1, 0));
      return log;
    };
  }
  const size = 1 / spread - 1;
  const ofSizes = telling.reduce((sum, { notified }) => sum + logGamma(size) - logGamma(notified + size), 0);
  return (logOdds) => {
    const share = shareOf(logOdds);
    const a = share * size;
    const b = (1 - share) * size;
    let log = ofSizes - telling.length * (logGamma(a) + logGamma(b));
    for (const { notified, bought } of telling) log += logGamma(bought + a) + logGamma(notified - bought + b);
    for (const one of cutShort) log += Math.log(moreThan(one, a, b, 1));
    return log;
  };
}

/** The chance that as many people or more buy, as a multiple of the chance that as many do. When `each` is 1, every buyer makes
 *  the next one likelier: the beta distribution with `a` and `b`. When it is 0, the odds are always `a` to `b`. */
function moreThan({ notified, bought }: PastRestock, a: number, b: number, each: 0 | 1): number {
  let chance = 1;
  let sum = 1;
  for (let one = bought; one + 1 <= notified; one += 1) {
    const others = notified - one;
    chance *= (others * (each * one + a)) / ((one + 1) * (each * (others - 1) + b));
    sum += chance;
  }
  return sum;
}
