import { boundRestock, createLikelihood, type PastRestock, shareOf } from "./past-restock.ts";

/** The restocks of one variant. */
export type VariantPast = readonly PastRestock[];

/** One possible truth: the variant's mean share of notified people who buy, as the logarithm of its odds, and how much restocks
 *  differ from each other. */
export type Candidate = { readonly logOdds: number; readonly spread: number; readonly chance: number };

export type Conversion = {
  readonly candidates: readonly Candidate[];
  /** How far apart neighbouring candidates are. */
  readonly step: number;
};

/** How much the restocks of a variant may differ. Before anything is known, a tenth of a spread is a quarter more likely.
 *  With fewer spreads, the interval of the conversion holds the truth too seldom. */
const SPREADS = [0, 0.002, 0.006, 0.015, 0.04, 0.1, 0.2, 0.4];
const logPriorOf = (spread: number) => -0.1 * Math.log(Math.max(spread, 0.001));
/** How much the variants of a store may differ, in log odds. Before anything is known, all are equally likely. */
const DIFFERENCES = [0.1, 0.3, 0.7, 1.2];

/** Odds from 1 in 2,000 to 90 to 1, in bins. */
const RANGE = { low: -7.5, high: 4.5 };
const BINS = 80;
const BIN = (RANGE.high - RANGE.low) / BINS;
const MIDDLES = Array.from({ length: BINS }, (_, index) => RANGE.low + (index + 0.5) * BIN);
/** A likelihood that fills only so many bins is averaged over some points of each, because its peak may lie between two middles. */
const NARROW_BINS = 3;
const POINTS_IN_BIN = 10;
/** Bins that are less likely than the highest one by more than this, as a logarithm, do not matter. */
const NEAR = 40;

/** The least likelihood of a bin, so that one variant never rules out what all others say. */
const TINY = 1e-70;

const STEPS = 40;
/** Less likely candidates do not matter. */
const CHANCE_MIN = 1e-5;

/** How likely each mean share of a variant is, and each spread, given its own restocks and those of the store's other variants.
 *  The variant's mean is one of the store's, which differ; how much they do, and how much the restocks of one variant do,
 *  follows from the data. So a variant without restocks is taken for one of the store's, and one with many for itself. */
export function estimateConversion(own: VariantPast, others: readonly VariantPast[]): Conversion {
  const bounded = own.map(boundRestock);
  const models = SPREADS.map((spread) => ({
    spread,
    prior: learnFrom(
      others.map((past) => past.map(boundRestock)),
      spread,
    ),
    likelihood: createLikelihood(bounded, spread),
  }));
  const all = [...own, ...others.flat()];
  // Nobody bought, or everybody did: that fits large differences best, but says nothing about them.
  const isMixed = all.some(({ bought }) => bought > 0) && all.some(({ notified, bought }) => bought < notified);
  const coarse = gridOver(models, RANGE, isMixed);
  const likely = coarse.candidates.filter(({ chance }) => chance > CHANCE_MIN).map(({ logOdds }) => logOdds);
  const range = {
    low: Math.max(RANGE.low, Math.min(...likely) - coarse.step),
    high: Math.min(RANGE.high, Math.max(...likely) + coarse.step),
  };
  return gridOver(models, range, isMixed);
}

type Model = {
  readonly spread: number;
  readonly prior: Float64Array;
  readonly likelihood: (logOdds: number) => number;
};

/** Weighs each point of a grid with each spread. Without `tellsSpread`, each spread stays as likely as it was beforehand. */
function gridOver(models: readonly Model[], { low, high }: typeof RANGE, tellsSpread: boolean): Conversion {
  const step = (high - low) / STEPS;
  const grid = Array.from({ length: STEPS }, (_, index) => low + (index + 0.5) * step);
  const tables = models.map(({ spread, prior, likelihood }) => {
    const logs = grid.map((logOdds) => between(prior, logOdds) + likelihood(logOdds));
    const all = tellsSpread ? 0 : logSum(logs);
    return { spread, logs: logs.map((log) => log - all + logPriorOf(spread)) };
  });
  const all = logSum(tables.flatMap(({ logs }) => logs));
  const candidates = grid.flatMap((logOdds, index) =>
    tables.map(({ spread, logs }) => ({ logOdds, spread, chance: Math.exp((logs[index] as number) - all) })),
  );
  return { candidates, step };
}

/** The logarithm of a sum, from the logarithms of what is added up. */
function logSum(logs: readonly number[]): number {
  const max = logs.reduce((one, log) => Math.max(one, log), Number.NEGATIVE_INFINITY);
  return max + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - max), 0));
}

/** The value of a table of bins at a point between their middles. */
function between(bins: Float64Array, logOdds: number): number {
  const at = Math.min(Math.max((logOdds - RANGE.low) / BIN - 0.5, 0), BINS - 1);
  const index = Math.min(Math.floor(at), BINS - 2);
  return (bins[index] ?? 0) * (index + 1 - at) + (bins[index + 1] ?? 0) * (at - index);
}

/** What the other variants of the store say about the mean share of one more: the logarithm of how likely each bin is. */
function learnFrom(others: readonly VariantPast[], spread: number): Float64Array {
  const likelihoods = others.map((past) => binsOf(past, spread));
  const peaks = likelihoods.reduce((sum, { peak }) => sum + peak, 0);
  // For each difference between variants and each mean of the store: how likely the other variants are.
  const ofStores = KERNELS.map((kernel) => {
    const logs = STORE_PRIOR.map((log) => log + peaks);
    for (const { bins } of likelihoods) {
      const smoothed = smooth(bins, kernel);
      for (let bin = 0; bin < BINS; bin += 1)
        logs[bin] = (logs[bin] as number) + Math.log(Math.max(smoothed[bin] as number, TINY));
    }
    return logs;
  });
  const max = ofStores.reduce((one, logs) => logs.reduce((a, b) => Math.max(a, b), one), Number.NEGATIVE_INFINITY);
  const chances = new Float64Array(BINS);
  for (const [index, kernel] of KERNELS.entries()) {
    const ofOneMore = smooth(
      (ofStores[index] ?? chances).map((log) => Math.exp(log - max)),
      kernel,
    );
    for (let bin = 0; bin < BINS; bin += 1) chances[bin] = (chances[bin] ?? 0) + (ofOneMore[bin] ?? 0);
  }
  return chances.map((chance) => Math.log(Math.max(chance, Number.MIN_VALUE)) + max);
}

/** Half way between equally likely odds and Jeffreys' distribution, with which a few restocks that hardly anybody bought after gave
 *  a figure far above what they sold. */
const STORE_PRIOR = Float64Array.from(MIDDLES, (logOdds) => 0.25 * Math.log(shareOf(logOdds) * (1 - shareOf(logOdds))));

/** The likelihood of each bin, as a share of the highest one, and the logarithm of that. */
function binsOf(past: VariantPast, spread: number): { readonly bins: Float64Array; readonly peak: number } {
  const likelihood = createLikelihood(past, spread);
  const logs = Float64Array.from(MIDDLES, likelihood);
  const peak = logs.reduce((max, log) => Math.max(max, log), Number.NEGATIVE_INFINITY);
  const isNarrow = logs.reduce((count, log) => count + (log > peak - 2 ? 1 : 0), 0) <= NARROW_BINS;
  if (!isNarrow) return { bins: logs.map((log) => shareOfPeak(log, peak)), peak };
  const points = logs
    .map((_, bin) => Math.max(logs[bin - 1] ?? peak, logs[bin] ?? peak, logs[bin + 1] ?? peak))
    .map((nearest) => (nearest > peak - NEAR ? POINTS_IN_BIN : 0));
  const fine = MIDDLES.map((middle, bin) =>
    Array.from({ length: points[bin] ?? 0 }, (_, nth) =>
      likelihood(middle + ((nth + 0.5) / POINTS_IN_BIN - 0.5) * BIN),
    ),
  );
  const finePeak = fine.flat().reduce((max, log) => Math.max(max, log), peak);
  const meanOf = (ofBin: readonly number[]) =>
    ofBin.reduce((sum, log) => sum + shareOfPeak(log, finePeak), 0) / POINTS_IN_BIN;
  return { bins: Float64Array.from(fine, meanOf), peak: finePeak };
}

const shareOfPeak = (log: number, peak: number) => (log > peak - NEAR ? Math.exp(log - peak) : 0);

/** For each difference between variants: how likely a variant lies so many bins away from the store's mean, on one side. */
const KERNELS = DIFFERENCES.map((difference) => {
  const reach = Math.min(Math.ceil((3.5 * difference) / BIN), BINS - 1);
  const weights = Array.from({ length: reach + 1 }, (_, bins) => Math.exp(-0.5 * ((bins * BIN) / difference) ** 2));
  const sum = weights.reduce((total, weight, bins) => total + (bins === 0 ? 1 : 2) * weight, 0);
  return Float64Array.from(weights, (weight) => weight / sum);
});

/** Spreads each bin over its neighbours. What lies outside of the range counts as the bin at its end. */
function smooth(bins: Float64Array, kernel: Float64Array): Float64Array {
  const reach = kernel.length - 1;
  const padded = new Float64Array(BINS + 2 * reach);
  padded.fill(bins[0] ?? 0, 0, reach);
  padded.set(bins, reach);
  padded.fill(bins[BINS - 1] ?? 0, reach + BINS);
  const smoothed = new Float64Array(BINS);
  for (let bin = 0; bin < BINS; bin += 1) {
    const at = bin + reach;
    let sum = (kernel[0] as number) * (padded[at] as number);
    for (let away = 1; away <= reach; away += 1)
      sum += (kernel[away] as number) * ((padded[at - away] as number) + (padded[at + away] as number));
    smoothed[bin] = sum;
  }
  return smoothed;
}
