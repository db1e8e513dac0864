/** Keepsake reads at most 1 MiB at once. The rest is for what is around the batch. */
const BYTES_MAX = 900_000;

/** Divides what is sent into calls of at most `max`, whose `weight` together stays below `weightMax`. */
export function toBatches<T>(all: readonly T[], { max, weightMax = BYTES_MAX, weight = bytesOf }: Limits<T>): T[][] {
  const batches: T[][] = [];
  let batch: T[] = [];
  let sum = 0;
  for (const one of all) {
    const added = weight(one);
    if (batch.length === max || (batch.length > 0 && sum + added > weightMax)) {
      batches.push(batch);
      batch = [];
      sum = 0;
    }
    batch.push(one);
    sum += added;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}

/** With the comma that follows. */
const bytesOf = (one: unknown) => Buffer.byteLength(JSON.stringify(one)) + 1;

type Limits<T> = { readonly max: number; readonly weightMax?: number; readonly weight?: (one: T) => number };
