const BATCH = 100;

/** A whole number from 1 to `max`. */
export const random = (max: number) => 1 + Math.floor(Math.random() * max);

export function distinct(count: number, draw: () => number): number[] {
  const drawn = new Set<number>();
  while (drawn.size < count) drawn.add(draw());
  return [...drawn];
}

/** Does `count` changes, at most 100 in one transaction, as the service combines its calls. */
export async function eachBatch(count: number, change: (size: number) => Promise<unknown>): Promise<void> {
  for (let done = 0; done < count; done += BATCH) await change(Math.min(BATCH, count - done));
}
