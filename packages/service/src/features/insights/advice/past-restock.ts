import { logGamma } from "./log-gamma.ts";

/** What came of the alerts of one restock. */
export type PastRestock = {
  readonly notified: number;
  /** How many of them bought. */
  readonly bought: number;
  /** Whether the units ran out: then more of them might have bought. */
  readonly isSoldOut: boolean;
};

/** More people tell little more about a share, because restocks differ from each other. */
const PEOPLE_MAX = 10_000;
/** For a restock that sold out, the chances of all higher numbers are added up. */
const PEOPLE_MAX_SOLD_OUT = 40;

/** Returns the restock with at most as many people as are counted, and the same share of buyers. */
export function boundRestock({ notified, bought, isSoldOut }: PastRestock): PastRestock {
  const people = Math.min(notified, isSoldOut ? PEOPLE_MAX_SOLD_OUT : PEOPLE_MAX);
  return { notified: people, bought: Math.min(people, (bought / Math.max(notified, 1)) * people), isSoldOut };
}

export const shareOf = (logOdds: number) => 1 / (1 + Math.exp(-logOdds));

/** Makes a function that says how likely these restocks are if the mean share of buyers has these log odds, as a logarithm and
 *  without what is the same for all shares and spreads. `spread` says how much restocks differ from each other: 0 not at all,
 *  1 all or nothing. The share of each restock comes from a beta distribution. */
export function createLikelihood(restocks: readonly PastRestock[], spread: number): (logOdds: number) => number {
  // A restock that sold out before anybody bought says nothing.
  const telling = restocks.filter(({ bought, isSoldOut }) => bought > 0 || !isSoldOut);
  const soldOut = telling.filter(({ isSoldOut }) => isSoldOut);
  if (spread === 0) {
    const bought = telling.reduce((sum, one) => sum + one.bought, 0);
    const others = telling.reduce((sum, one) => sum + one.notified - one.bought, 0);
    return (logOdds) => {
      let log = -bought * Math.log1p(Math.exp(-logOdds)) - others * Math.log1p(Math.exp(logOdds));
      for (const one of soldOut) log += Math.log(moreThan(one, Math.exp(logOdds), 1, 0));
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
    for (const one of soldOut) log += Math.log(moreThan(one, a, b, 1));
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
