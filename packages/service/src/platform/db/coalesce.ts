import { AppError, unavailable } from "../errors.ts";

export type Outcome<Out> = { readonly value: Out } | { readonly error: Error };

/** A call that waited this long for a batch is refused, so that calls do not pile up behind a slow database. */
const WAIT_MAX_MS = 1_000;

type Waiting<In, Out> = { input: In; since: number; resolve: (value: Out) => void; reject: (error: unknown) => void };

/** Turns a function over many inputs into a function over one. Calls of one turn of the event loop, and calls made while
 *  `inFlight` batches run, share a batch: a single caller never waits, and many callers share one round trip. The batch
 *  returns a value or an error for each call; when the whole batch fails, its calls run one by one. */
export function coalesce<In, Out>(
  many: (inputs: readonly In[]) => Promise<readonly Outcome<Out>[]>,
  options: {
    inFlight: number;
    max: number;
    waitingMax?: number;
    onBatch?: (size: number) => void;
    /** Inputs with the same key are never put in one batch. */
    separateBy?: (input: In) => string;
  },
): (input: In) => Promise<Out> {
  const { inFlight, max, waitingMax = 10_000, onBatch, separateBy } = options;
  let waiting: Waiting<In, Out>[] = [];
  let running = 0;
  let isDue = false;

  async function answer(batch: Waiting<In, Out>[]) {
    const outcomes = await many(batch.map((call) => call.input));
    batch.forEach((call, index) => {
      const outcome = outcomes[index];
      if (!outcome) call.reject(new Error("The batch returned fewer results than it was given inputs"));
      else if ("error" in outcome) call.reject(outcome.error);
      else call.resolve(outcome.value);
    });
  }

  async function run(batch: Waiting<In, Out>[]) {
    running += 1;
    onBatch?.(batch.length);
    try {
      await answer(batch);
    } catch (error) {
      // While the database is unavailable, running the calls one by one would only prolong the outage.
      const isUnavailable = error instanceof AppError && error.kind === "unavailable";
      if (batch.length === 1 || isUnavailable) for (const call of batch) call.reject(error);
      else for (const call of batch) await answer([call]).catch(call.reject);
    } finally {
      running -= 1;
      flush();
    }
  }

  function takeBatch() {
    const oldest = performance.now() - WAIT_MAX_MS;
    // The first call is always the one that waited longest, although `separateBy` lets later ones overtake.
    while ((waiting[0]?.since ?? oldest) < oldest) waiting.shift()?.reject(unavailable("The database"));
    if (!separateBy) return waiting.splice(0, max);
    const keys = new Set<string>();
    const batch: Waiting<In, Out>[] = [];
    waiting = waiting.filter((call) => {
      const key = separateBy(call.input);
      if (batch.length >= max || keys.has(key)) return true;
      keys.add(key);
      batch.push(call);
      return false;
    });
    return batch;
  }

  function flush() {
    while (running < inFlight && waiting.length > 0) {
      const batch = takeBatch();
      if (batch.length > 0) void run(batch);
    }
  }

  function flushAfterThisTurn() {
    if (isDue || running >= inFlight) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      flush();
    });
  }

  return (input) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= waitingMax) return reject(unavailable("The database"));
      waiting.push({ input, since: performance.now(), resolve, reject });
      flushAfterThisTurn();
    });
}
