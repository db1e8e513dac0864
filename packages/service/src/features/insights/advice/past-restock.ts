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
const PEOPLE_MAX_SOLD_OUT = 100;

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
  const size = spread === 0 ? Number.POSITIVE_INFINITY : 1 / spread - 1;
  // A restock that sold out before anybody bought says nothing.
  const telling = restocks.filter(({ bought, isSoldOut }) => bought > 0 || !isSoldOut);
  const ofSizes = spread === 0 ? 0 : telling.reduce((sum, { notified }) => sum + logGamma(notified + size), 0);
  return (logOdds) => {
    const share = shareOf(logOdds);
    const [a, b] = [share * size, (1 - share) * size];
    const [logShare, logRest] = [-Math.log1p(Math.exp(-logOdds)), -Math.log1p(Math.exp(logOdds))];
    let log = spread === 0 ? 0 : telling.length * (logGamma(size) - logGamma(a) - logGamma(b)) - ofSizes;
    for (const { notified, bought, isSoldOut } of telling) {
      log +=
        spread === 0
          ? bought * logShare + (notified - bought) * logRest
          : logGamma(bought + a) + logGamma(notified - bought + b);
      if (isSoldOut)
        log += Math.log(
          chancesFrom(bought, notified, (j) => (spread === 0 ? share / (1 - share) : (j + a) / (notified - j - 1 + b))),
        );
    }
    return log;
  };
}

/** The chances that `bought` or more buy, as a multiple of the chance that `bought` do. */
function chancesFrom(bought: number, notified: number, oddsOfNext: (bought: number) => number): number {
  let [chance, sum] = [1, 1];
  for (let one = bought; one + 1 <= notified; one += 1) {
    chance *= ((notified - one) / (one + 1)) * oddsOfNext(one);
    sum += chance;
  }
  return sum;
}
