import { markCutShort, type Timed } from "../../packages/service/src/features/insights/advice/mark-cut-short.ts";
import type { Past, Waiting } from "../../packages/service/src/features/insights/advice/predict-sales.ts";
import { createRandom, type Random } from "../honoured/random.ts";

/** The true conversions, differences between restocks, numbers of restocks, purchases of other customers for each of those who
 *  were notified, and units that come for each purchase on average: with 1, about half of the restocks sell out. None of the
 *  conversions and differences is one that the advice was tuned on. */
export const TRUTHS = {
  conversion: [0.015, 0.035, 0.08, 0.15, 0.3, 0.5],
  spread: [0, 0.001, 0.01, 0.03, 0.13, 0.25],
  restocks: [5, 7, 12, 25, 60],
  otherBuyers: [0, 3],
  supply: [Number.POSITIVE_INFINITY, 1.5, 1, 0.3],
} as const;
export type Sizes = { readonly low: number; readonly high: number };
const PEOPLE: Sizes = { low: 10, high: 2_000 };
/** Days until those who were notified buy, on average: most soon, ever fewer later. Other customers come all the time. */
const DAYS_TO_BUY = 1;
const WINDOW_DAYS = 7;
const DAY_SECONDS = 86_400;
/** Most people want one unit, as in the simulation of policies. */
const WANT_AT_LEAST = [1, 0.1, 0.03];

/** The next restock is drawn so often for each history, so that fewer histories are enough. */
const NEXT_RESTOCKS = 20;

/** A variant's past, and what its next restock may bring. */
export type History = {
  /** What the advice does not know. */
  readonly truth: Readonly<Record<string, number>>;
  readonly past: Past;
  /** The mean share of those who are notified that buys this variant. */
  readonly conversion: number;
  readonly waiting: Waiting;
  /** Units that those who wait buy in the next restock, as it may be. */
  readonly sold: readonly number[];
};

/** How the shares of restocks differ: as the advice assumes, or otherwise. */
export type Shape = "beta" | "logit-normal";

/** A variant with some restocks of its own, and nothing else. The same seed and number give the same history. */
export function drawHistory(seed: number, number: number, shape: Shape = "beta", sizes = PEOPLE): History {
  const random = createRandom(seed, number + 1);
  const truth = nthCombination(TRUTHS, number);
  const share = () => drawShare(random, truth, shape);
  const own = Array.from({ length: truth.restocks }, () => drawRestock(random, share(), truth, sizes));
  // The other shape has no short formula for its mean.
  const conversion = shape === "beta" ? truth.conversion : meanOf(Array.from({ length: 10_000 }, share));
  return { truth, past: { own: markCutShort(own), others: [] }, conversion, ...drawNext(random, share, sizes) };
}

/** How much the variants of a store differ (in the logarithm of their odds), how many restocks the variant itself had, and how
 *  many the store's other variants. */
export const STORES = {
  difference: [0, 0.2, 0.8],
  own: [0, 1, 2, 4, 8],
  others: [6, 30, 60],
  spread: [0, 0.03, 0.13],
  conversion: [0.035, 0.08, 0.3],
} as const;

/** A variant of a store that had three restocks of each of its other variants. */
export function drawStoreHistory(seed: number, number: number): History {
  const random = createRandom(seed, number + 1);
  const truth = nthCombination(STORES, number);
  const drawVariant = () => {
    const conversion = shareOf(logOddsOf(truth.conversion) + truth.difference * normal(random));
    return { conversion, share: () => drawShare(random, { conversion, spread: truth.spread }, "beta") };
  };
  const drawPast = (share: () => number, length: number) =>
    markCutShort(Array.from({ length }, () => drawRestock(random, share(), ENOUGH, PEOPLE)));
  const others = Array.from({ length: truth.others / 3 }, () => drawPast(drawVariant().share, 3));
  const { conversion, share } = drawVariant();
  return { truth, past: { own: drawPast(share, truth.own), others }, conversion, ...drawNext(random, share, PEOPLE) };
}

/** Walks through all combinations in large steps, so that any thousand of them have all values about equally often. */
function nthCombination<Name extends string>(values: Readonly<Record<Name, readonly number[]>>, number: number) {
  let rest = number * 617;
  const chosen = Object.entries<readonly number[]>(values).map(([name, some]) => {
    const value = some[rest % some.length] as number;
    rest = Math.floor(rest / some.length);
    return [name, value];
  });
  return Object.fromEntries(chosen) as Record<Name, number>;
}

type Trade = { readonly conversion: number; readonly otherBuyers: number; readonly supply: number };
const ENOUGH: Trade = { conversion: 1, otherBuyers: 0, supply: Number.POSITIVE_INFINITY };

/** Sells to one buyer after the other, in the order in which they come, until the units are gone. */
function drawRestock(random: Random, share: number, { conversion, otherBuyers, supply }: Trade, sizes: Sizes): Timed {
  const notified = Math.round(random.logBetween(sizes));
  const buyers = countBuyers(random, notified, share);
  if (supply === Number.POSITIVE_INFINITY)
    return { notified, bought: buyers, secondsToBuy: null, secondsInStock: null };
  const usual = notified * conversion;
  const units = Math.max(1, Math.round(usual * (1 + otherBuyers) * supply * random.logNormal(1, 0.5)));
  const times = Array.from({ length: buyers }, () => ({ at: drawTime(random), isOurs: true }));
  const others = Array.from({ length: Math.round(usual * otherBuyers) }, () => ({
    at: random.between({ low: 0, high: WINDOW_DAYS * DAY_SECONDS }),
    isOurs: false,
  }));
  const sold = [...times, ...others].toSorted((one, other) => one.at - other.at).slice(0, units);
  const ours = sold.filter(({ isOurs }) => isOurs).map(({ at }) => at);
  return {
    notified,
    bought: ours.length,
    secondsToBuy: ours.length > 0 ? meanOf(ours) : null,
    secondsInStock: sold.length === units ? (sold.at(-1)?.at ?? 0) : null,
  };
}

function drawTime(random: Random): number {
  let days = Number.POSITIVE_INFINITY;
  while (days > WINDOW_DAYS) days = random.exponential(DAYS_TO_BUY);
  return days * DAY_SECONDS;
}

function drawNext(random: Random, drawShareOf: () => number, sizes: Sizes): Pick<History, "waiting" | "sold"> {
  const all = Math.round(random.logBetween(sizes));
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

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
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
