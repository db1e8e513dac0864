import { createRandom } from "../../insights/advice/random.ts";

export type Draw = ReturnType<typeof createDraw>;

/** Draws that are the same for the same seed. */
export function createDraw(seed: number) {
  const { next } = createRandom(seed);
  const between = (low: number, high: number) => low + (high - low) * next();
  return {
    next,
    between,
    whole: (low: number, high: number) => Math.floor(between(low, high + 1)),
    chance: (share: number) => next() < share,
    pick<T>(from: readonly T[]): T {
      if (from.length === 0) throw new Error("There is nothing to pick from");
      return from[Math.floor(next() * from.length)] as T;
    },
    /** Makes a function that draws an index, each as often as its weight says. */
    byWeight(weights: readonly number[]): () => number {
      const sums: number[] = [];
      let total = 0;
      for (const weight of weights) sums.push((total += weight));
      return () => {
        const sought = next() * total;
        let [low, high] = [0, sums.length - 1];
        while (low < high) {
          const middle = (low + high) >> 1;
          if ((sums[middle] ?? 0) <= sought) low = middle + 1;
          else high = middle;
        }
        return low;
      };
    },
  };
}
