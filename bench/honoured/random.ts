type Range = { readonly low: number; readonly high: number };

/** Random numbers that are the same for the same seed and stream (sfc32). */
export function createRandom(seed: number, stream: number) {
  let [a, b, c, counter] = [seed | 0, stream | 0, 0x9e3779b9 | 0, 1];
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let round = 0; round < 16; round += 1) next(); // the first numbers still resemble the seed

  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  const between = ({ low, high }: Range) => low + (high - low) * next();
  return {
    chance: (share: number) => next() < share,
    between,
    /** As often between 1 and 10 as between 10 and 100. */
    logBetween: ({ low, high }: Range) => Math.exp(between({ low: Math.log(low), high: Math.log(high) })),
    logNormal: (median: number, sigma: number) => median * Math.exp(sigma * normal()),
    exponential: (mean: number) => -mean * Math.log(1 - next()),
  };
}
export type Random = ReturnType<typeof createRandom>;
