import { AppError, unavailable } from "../errors.ts";

export type Outcome<Out> = { readonly value: Out } | { readonly error: Error };

/** Whoever waited this long for a batch is told to try again, before a slow engine gathers a crowd. */
const PATIENCE_MS = 1_000;

type Waiting<In, Out> = { input: In; since: number; resolve: (value: Out) => void; reject: (error: unknown) => void };

/** Turns a function over many into a function over one. Calls made in one turn of the event loop, or while the
 *  batches in flight are under way, go together: a lone caller waits for nobody and a crowd shares one round trip.
 *  One caller's refusal never fails another's: the batch answers each with a value or an error,
 *  and when a whole batch fails its members are run one by one. */
export function coalesce<In, Out>(
  many: (inputs: readonly In[]) => Promise<readonly Outcome<Out>[]>,
  options: {
    inFlight: number;
    max: number;
    waitingMax?: number;
    onBatch?: (size: number) => void;
    /** Calls with the same mark never share a batch: the second waits for the next. */
    apart?: (input: In) => string;
  },
): (input: In) => Promise<Out> {
  const { inFlight, max, waitingMax = 10_000, onBatch, apart } = options;
  let waiting: Waiting<In, Out>[] = [];
  let running = 0;
  let isDue = false;

  async function answer(batch: Waiting<In, Out>[]) {
    const outcomes = await many(batch.map((call) => call.input));
    batch.forEach((call, index) => {
      const outcome = outcomes[index];
      if (!outcome) call.reject(new Error("The batch answered fewer calls than it was given"));
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
      // Where the engine itself is away, asking once per member would only prolong the outage.
      const engineIsAway = error instanceof AppError && error.kind === "unavailable";
      if (batch.length === 1 || engineIsAway) for (const call of batch) call.reject(error);
      else for (const call of batch) await answer([call]).catch(call.reject);
    } finally {
      running -= 1;
      flush();
    }
  }

  function takeBatch() {
    const patient = performance.now() - PATIENCE_MS;
    // In the order they came, except that `apart` lets some pass: the first is always the one who waited longest.
    while ((waiting[0]?.since ?? patient) < patient) waiting.shift()?.reject(unavailable("The database"));
    if (!apart) return waiting.splice(0, max);
    const marks = new Set<string>();
    const batch: Waiting<In, Out>[] = [];
    waiting = waiting.filter((call) => {
      const mark = apart(call.input);
      if (batch.length >= max || marks.has(mark)) return true;
      marks.add(mark);
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
