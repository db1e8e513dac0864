import { AppError, tooManyAtOnce, unavailable } from "../errors.ts";

export type Outcome<Out> = { readonly value: Out } | { readonly error: Error };
/** The batch skipped this call, because another transaction has locked its row. */
export type Locked = "locked";

/** A call that waited this long for a batch is refused, so that calls do not pile up behind a slow database. */
const WAIT_MAX_MS = 1_000;

/** How many calls may wait for locked rows at once, each with a connection of its own. More are refused. */
const AT_LOCKS_MAX = 4;

type Call<In, Out> = {
  input: In;
  key: string;
  since: number;
  resolve: (value: Out) => void;
  reject: (error: unknown) => void;
};

/** Turns a function over many inputs into a function over one. Calls of one turn of the event loop, and calls made while
 *  `inFlight` batches run, share a batch: a single caller never waits, and many callers share one round trip. The batch
 *  returns a value, an error or `Locked` for each call; when the whole batch fails, its calls run one by one. */
export function coalesce<In, Out>(
  many: (inputs: readonly In[]) => Promise<readonly (Outcome<Out> | Locked)[]>,
  options: {
    inFlight: number;
    max: number;
    waitingMax?: number;
    onBatch?: (size: number) => void;
    /** Inputs with the same key never run at the same time. */
    separateBy?: (input: In) => string;
    /** Runs a call whose row is locked, and waits for the lock. Only batches count as in flight, so no other call waits. */
    whenLocked?: (input: In) => Promise<Out>;
  },
): (input: In) => Promise<Out> {
  const { inFlight, max, waitingMax = 10_000, onBatch, separateBy, whenLocked } = options;
  let waiting: Call<In, Out>[] = [];
  const runningByKey = new Map<string, Call<In, Out>>();
  const atLocks = new Set<Call<In, Out>>();
  let running = 0;
  let isDue = false;

  async function answer(batch: Call<In, Out>[]) {
    const outcomes = await many(batch.map((call) => call.input));
    batch.forEach((call, index) => {
      const outcome = outcomes[index];
      if (outcome === "locked") void waitForLock(call);
      else if (!outcome) call.reject(new Error("The batch returned fewer results than it was given inputs"));
      else if ("error" in outcome) call.reject(outcome.error);
      else call.resolve(outcome.value);
    });
  }

  async function waitForLock(call: Call<In, Out>) {
    if (!whenLocked || atLocks.size >= AT_LOCKS_MAX) return call.reject(tooManyAtOnce());
    atLocks.add(call);
    await whenLocked(call.input).then(call.resolve, call.reject);
    atLocks.delete(call);
    freeKey(call);
    flush();
  }

  function freeKey(call: Call<In, Out>) {
    if (runningByKey.get(call.key) === call) runningByKey.delete(call.key);
  }

  async function run(batch: Call<In, Out>[]) {
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
      for (const call of batch) if (!atLocks.has(call)) freeKey(call);
      flush();
    }
  }

  function takeBatch() {
    const oldest = performance.now() - WAIT_MAX_MS;
    // The first call is always the one that waited longest, although `separateBy` lets later ones overtake.
    while ((waiting[0]?.since ?? oldest) < oldest) waiting.shift()?.reject(unavailable("The database"));
    if (!separateBy) return waiting.splice(0, max);
    const batch: Call<In, Out>[] = [];
    waiting = waiting.filter((call) => {
      if (batch.length >= max || runningByKey.has(call.key)) return true;
      runningByKey.set(call.key, call);
      batch.push(call);
      return false;
    });
    return batch;
  }

  function flush() {
    while (running < inFlight && waiting.length > 0) {
      const batch = takeBatch();
      if (batch.length === 0) return;
      void run(batch);
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
      waiting.push({ input, key: separateBy?.(input) ?? "", since: performance.now(), resolve, reject });
      flushAfterThisTurn();
    });
}
