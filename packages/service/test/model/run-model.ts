import { randomInt } from "node:crypto";
import fc from "fast-check";

// MODEL_RUNS plays that many sequences, MODEL_SEED repeats a run, and MODEL_SEED with MODEL_PATH one sequence of it.
// MODEL_SEED=random plays others where a test has a seed of its own.
const { MODEL_RUNS, MODEL_SEED, MODEL_PATH, KEEPSAKE_TESTS } = process.env;
const RANDOM = randomInt(2 ** 31);
const SHRINK_MS = 120_000;
const PROGRESS_MS = 60_000;

/** A part of a run. Each part is a test of its own, so that the stores and databases of one part go before the next. Without
 *  `shrinks`, the first sequence that fails is enough. */
export type Part = { readonly seed: number; readonly runs: number; readonly path?: string; readonly shrinks?: boolean };

/** The parts of this run, of at most `partSize` sequences each. A test that counts what its sequences contain has a seed of its
 *  own: otherwise it would depend on luck. */
export function partsOf({
  short,
  full,
  partSize,
  seed: own = RANDOM,
}: {
  short: number;
  full: number;
  partSize: number;
  seed?: number;
}): Part[] {
  const first = MODEL_SEED === "random" ? RANDOM : Number(MODEL_SEED ?? own);
  if (MODEL_PATH) return [{ seed: first, runs: 1, path: MODEL_PATH }];
  const runs = Number(MODEL_RUNS ?? (KEEPSAKE_TESTS === "full" ? full : short));
  return Array.from({ length: Math.ceil(runs / partSize) }, (_, index) => ({
    seed: first + index,
    runs: Math.min(partSize, runs - index * partSize),
  }));
}

/** Plays sequences at the same time and returns the error of each, or undefined. */
export type PlayMany<Sequence> = (sequences: readonly Sequence[]) => Promise<readonly unknown[]>;

/** The failure of one sequence: a report for people, and the smallest sequence that fails too. */
type Failure<Sequence> = { readonly report: string; readonly sequence: Sequence };

/** Plays the sequences of a part, `batchSize` at a time. When one fails, it is played alone to find a smaller one. Returns
 *  undefined when none fails. */
export async function findFailure<Sequence>(
  sequences: fc.Arbitrary<Sequence>,
  playMany: PlayMany<Sequence>,
  { seed, runs, path, shrinks = true }: Part,
  batchSize: number,
): Promise<Failure<Sequence> | undefined> {
  const alone = fc.asyncProperty(sequences, async (sequence) => {
    const [error] = await playMany([sequence]);
    if (error !== undefined) throw error instanceof Error ? error : new Error("The sequence failed", { cause: error });
  });
  const shrink = (from: string) =>
    fc.check(alone, {
      seed,
      path: from,
      numRuns: 1,
      endOnFailure: path !== undefined,
      interruptAfterTimeLimit: SHRINK_MS,
    });
  if (path) return toFailure(await shrink(path));

  const all = fc.sample(fc.tuple(sequences), { seed, numRuns: runs });
  const begun = performance.now();
  let printedAt = begun;
  const rate = (played: number) => `${Math.round((1_000 * played) / (performance.now() - begun))} a second`;
  for (let first = 0; first < all.length; first += batchSize) {
    const batch = all.slice(first, first + batchSize).map(([sequence]) => sequence);
    const errors = await playMany(batch);
    const failed = errors.findIndex((error) => error !== undefined);
    if (failed >= 0) {
      const [sequence] = all[first + failed] as [Sequence];
      if (!shrinks) return { report: String(errors[failed]), sequence };
      console.error(`Sequence ${first + failed} of MODEL_SEED=${seed} failed: ${String(errors[failed])}`);
      const smaller = toFailure(await shrink(String(first + failed)));
      const report = `It failed beside other sequences, and not alone: ${String(errors[failed])}\n${fc.stringify(sequence)}`;
      return smaller ?? { report, sequence };
    }
    if (performance.now() - printedAt < PROGRESS_MS) continue;
    printedAt = performance.now();
    console.log(`${first + batch.length} of ${runs} sequences of MODEL_SEED=${seed}, ${rate(first + batch.length)}`);
  }
  console.log(`${runs} sequences of MODEL_SEED=${seed}, ${rate(runs)}`);
  return undefined;
}

function toFailure<Sequence>(details: fc.RunDetails<[Sequence]>): Failure<Sequence> | undefined {
  const { failed, counterexample, counterexamplePath, errorInstance, seed } = details;
  if (!failed || !counterexample) return undefined;
  const repeat = `MODEL_SEED=${seed} MODEL_PATH=${counterexamplePath}`;
  const report = `${String(errorInstance)}\n${repeat}\n${fc.stringify(counterexample[0])}`;
  return { report, sequence: counterexample[0] };
}

/** For sequences that do not disturb each other: `lanes` of them are played at any time. */
export const playEach =
  <Sequence>(play: (sequence: Sequence) => Promise<unknown>, lanes: number): PlayMany<Sequence> =>
  async (sequences) => {
    const errors: unknown[] = sequences.map(() => undefined);
    const queue = sequences.entries();
    const playOn = async () => {
      for (const [index, sequence] of queue)
        await play(sequence).catch((error: unknown) => {
          errors[index] = error;
        });
    };
    await Promise.all(Array.from({ length: lanes }, playOn));
    return errors;
  };

/** Divides the sequences among several players, each with a world of its own, so that one uses the machine while another
 *  waits. */
export const playInLanes =
  <Sequence>(lanes: readonly PlayMany<Sequence>[]): PlayMany<Sequence> =>
  async (sequences) => {
    const size = Math.ceil(sequences.length / lanes.length);
    const parts = lanes.map((play, lane) => play(sequences.slice(lane * size, (lane + 1) * size)));
    return (await Promise.all(parts)).flat();
  };
