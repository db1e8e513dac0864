/** Random numbers that are the same for the same seed (sfc32). */
export function createRandom(seed: number) {
  let [a, b, c, counter] = [seed | 0, 0x2545f491 | 0, 0x9e3779b9 | 0, 1];
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

  /** By Marsaglia and Tsang, "A simple method for generating gamma variables" (2000). */
  function gamma(shape: number): number {
    if (shape < 1) return gamma(shape + 1) * (1 - next()) ** (1 / shape);
    const d = shape - 1 / 3;
    const width = 1 / Math.sqrt(9 * d);
    for (;;) {
      const x = normal();
      const v = (1 + width * x) ** 3;
      if (v > 0 && Math.log(1 - next()) < x ** 2 / 2 + d - d * v + d * Math.log(v)) return d * v;
    }
  }

  /** A share whose mean is a / (a + b). */
  function beta(shapeA: number, shapeB: number): number {
    const [one, other] = [gamma(shapeA), gamma(shapeB)];
    // With tiny shapes both may be too small for a double: then the share is as good as none or all.
    if (one + other === 0) return next() < shapeA / (shapeA + shapeB) ? 1 : 0;
    return one / (one + other);
  }

  /** How many of `count` do what each does with the chance `share`. Exact up to 30 expected, and rounded from the normal
   *  distribution above that. */
  function binomial(count: number, share: number): number {
    if (share <= 0 || count === 0) return 0;
    if (share > 0.5) return count - binomial(count, 1 - share);
    const mean = count * share;
    if (mean > 30) return Math.min(Math.max(Math.round(mean + Math.sqrt(mean * (1 - share)) * normal()), 0), count);
    let chance = (1 - share) ** count;
    let left = next() - chance;
    let found = 0;
    for (; left > 0 && found < count; left -= chance) {
      found += 1;
      chance *= ((share / (1 - share)) * (count - found + 1)) / found;
    }
    return found;
  }

  return { next, beta, binomial };
}
