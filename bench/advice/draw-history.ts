import type { PastRestock } from "../../packages/service/src/features/insights/advice/past-restock.ts";
import type { Past, Waiting } from "../../packages/service/src/features/insights/advice/predict-sales.ts";
import { createRandom, type Random } from "../honoured/random.ts";

/** The true conversions, differences between restocks, numbers of restocks and units that come for each person who buys on
 *  average: with 1, about half of the restocks sell out. Each is simulated with each. */
export const TRUTHS = {
  conversion: [0.02, 0.05, 0.1, 0.2, 0.4, 0.6],
  spread: [0, 0.005, 0.02, 0.08, 0.2],
  restocks: [5, 8, 15, 30, 50],
  supply: [Number.POSITIVE_INFINITY, 1.5, 1],
} as const;
const PEOPLE = { low: 10, high: 2_000 };
/** Most people want one unit, as in the simulation of policies. */
const WANT_AT_LEAST = [1, 0.1, 0.03];

/** The next restock is drawn so often for each history, so that fewer histories are enough. */
const NEXT_RESTOCKS = 20;

/** A variant's past, and what its next restock may bring. */
export type History = {
  /** What the advice does not know. */
  readonly truth: Readonly<Record<string, number>>;
  readonly past: Past;
  readonly waiting: Waiting;
  /** Units that those who wait buy in the next restock, as it may be. */
  readonly sold: readonly number[];
};

/** How the shares of restocks differ: as the advice assumes, or otherwise. */
export type Shape = "beta" | "logit-normal";

/** A variant with some restocks of its own, and nothing else. The same seed and number give the same history. */
export function drawHistory(seed: number, number: number, shape: Shape = "beta"): History {
  const random = createRandom(seed, number + 1);
  const truth = nthCombination(TRUTHS, number);
  const share = () => drawShare(random, truth, shape);
  const own = Array.from({ length: truth.restocks }, () =>
    drawRestock(random, share(), truth.supply * truth.conversion),
  );
  return { truth, past: { own, others: [] }, ...drawNext(random, share) };
}

/** How much the variants of a store differ (in the logarithm of their odds), how many restocks the variant itself had, and how
 *  many the store's other variants. */
export const STORES = {
  difference: [0, 0.3, 0.8],
  own: [0, 1, 2, 4, 8],
  others: [6, 30, 60],
  spread: [0, 0.02, 0.08],
  conversion: [0.05, 0.12, 0.3],
} as const;

/** A variant of a store that had three restocks of each of its other variants. */
export function drawStoreHistory(seed: number, number: number): History {
  const random = createRandom(seed, number + 1);
  const truth = nthCombination(STORES, number);
  const drawVariant = () => {
    const conversion = shareOf(logOddsOf(truth.conversion) + truth.difference * normal(random));
    return () => drawShare(random, { conversion, spread: truth.spread }, "beta");
  };
  const drawPast = (share: () => number, length: number) =>
    Array.from({ length }, () => drawRestock(random, share(), Number.POSITIVE_INFINITY));
  const others = Array.from({ length: truth.others / 3 }, () => drawPast(drawVariant(), 3));
  const share = drawVariant();
  return { truth, past: { own: drawPast(share, truth.own), others }, ...drawNext(random, share) };
}

/** Counts through all combinations, the first name fastest. */
function nthCombination<Name extends string>(values: Readonly<Record<Name, readonly number[]>>, number: number) {
  let rest = number;
  const chosen = Object.entries<readonly number[]>(values).map(([name, some]) => {
    const value = some[rest % some.length] as number;
    rest = Math.floor(rest / some.length);
    return [name, value];
  });
  return Object.fromEntries(chosen) as Record<Name, number>;
}

/** `unitsPerPerson`: how many units come for each person who is notified, on average. */
function drawRestock(random: Random, share: number, unitsPerPerson: number): PastRestock {
  const notified = Math.round(random.logBetween(PEOPLE));
  const buyers = countBuyers(random, notified, share);
  const units = Math.max(1, Math.round(notified * unitsPerPerson * random.logNormal(1, 0.5)));
  return { notified, bought: Math.min(buyers, units), isSoldOut: buyers >= units };
}

function drawNext(random: Random, drawShareOf: () => number): Pick<History, "waiting" | "sold"> {
  const all = Math.round(random.logBetween(PEOPLE));
  const people = WANT_AT_LEAST.map((atLeast, index) => Math.round(all * (atLeast - (WANT_AT_LEAST[index + 1] ?? 0))));
  const waiting = people.map((count, index) => ({ units: index + 1, people: count }));
  const sold = Array.from({ length: NEXT_RESTOCKS }, () => {
    const share = drawShareOf();
    return waiting.reduce((sum, one) => sum + one.units * countBuyers(random, one.people, share), 0);
  });
  return { waiting, sold };
}

/** Person by person: the truth takes no shortcut. */
function countBuyers(random: Random, people: number, share: number): number {
  let buyers = 0;
  for (let nth = 0; nth < people; nth += 1) if (random.chance(share)) buyers += 1;
  return buyers;
}

const logOddsOf = (share: number) => Math.log(share / (1 - share));
const shareOf = (logOdds: number) => 1 / (1 + Math.exp(-logOdds));
const normal = (random: Random) => Math.log(random.logNormal(1, 1));

type Truth = { readonly conversion: number; readonly spread: number };

function drawShare(random: Random, { conversion, spread }: Truth, shape: Shape): number {
  if (spread === 0) return conversion;
  if (shape === "beta") return drawFrom(betaTable(conversion, spread), random.between({ low: 0, high: 1 }));
  // As much variance as the beta distribution, around the same middle.
  const sigma = Math.sqrt(spread / (conversion * (1 - conversion)));
  return shareOf(logOddsOf(conversion) + Math.min(sigma, 2) * normal(random));
}

type Table = { readonly logOdds: readonly number[]; readonly upTo: readonly number[] };
const tables = new Map<string, Table>();
const POINTS = 4_000;
const LOG_ODDS = { low: -60, high: 30 };

/** The beta distribution as a table of its density over the logarithm of the odds. Not the method of the service, so that a
 *  mistake there does not hide here. */
function betaTable(conversion: number, spread: number): Table {
  const key = `${conversion} ${spread}`;
  const known = tables.get(key);
  if (known) return known;
  const size = 1 / spread - 1;
  const step = (LOG_ODDS.high - LOG_ODDS.low) / POINTS;
  const logOdds = Array.from({ length: POINTS }, (_, index) => LOG_ODDS.low + (index + 0.5) * step);
  const logs = logOdds.map(
    (at) => conversion * size * -Math.log1p(Math.exp(-at)) + (1 - conversion) * size * -Math.log1p(Math.exp(at)),
  );
  const max = Math.max(...logs);
  const upTo: number[] = [];
  for (const log of logs) upTo.push((upTo.at(-1) ?? 0) + Math.exp(log - max));
  const table = { logOdds, upTo: upTo.map((sum) => sum / (upTo.at(-1) ?? 1)) };
  tables.set(key, table);
  return table;
}

function drawFrom({ logOdds, upTo }: Table, chance: number): number {
  let [low, high] = [0, upTo.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((upTo[middle] ?? 1) < chance) low = middle + 1;
    else high = middle;
  }
  return shareOf(logOdds[low] ?? 0);
}
