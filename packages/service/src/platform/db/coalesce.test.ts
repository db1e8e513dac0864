import { expect, onTestFinished, test, vi } from "vitest";
import { unavailable } from "../errors.ts";
import { coalesce, type Outcome } from "./coalesce.ts";

/** A batch function whose batches wait until the test releases them. */
function aGate<Out>(answer: (input: number) => Outcome<Out>) {
  const batches: number[][] = [];
  const waiting: (() => void)[] = [];
  return {
    batches,
    many: async (inputs: readonly number[]) => {
      batches.push([...inputs]);
      await new Promise<void>((resolve) => waiting.push(resolve));
      return inputs.map(answer);
    },
    async release(count = 1) {
      for (const open of waiting.splice(0, count)) open();
      await new Promise<void>((resolve) => setImmediate(resolve));
    },
  };
}
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
const double = (input: number) => ({ value: input * 2 });
const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, index) => index + from);

test("a single call runs at once, in a batch of its own", async () => {
  const batches: number[] = [];
  const one = coalesce(async (inputs: readonly number[]) => inputs.map(double), {
    inFlight: 1,
    max: 10,
    onBatch: (size) => batches.push(size),
  });
  expect([await one(1), await one(2), await one(3)]).toEqual([2, 4, 6]);
  expect(batches).toEqual([1, 1, 1]);
});

test("calls of one turn of the event loop share batches, in order and up to the maximum size", async () => {
  const gate = aGate(double);
  const one = coalesce(gate.many, { inFlight: 1, max: 4 });
  const answers = Promise.all(numbers(10).map(one));
  for (let time = 0; time < 4; time += 1) await gate.release();

  expect(await answers).toEqual(numbers(10).map((input) => input * 2));
  expect(gate.batches).toEqual([
    [1, 2, 3, 4],
    [5, 6, 7, 8],
    [9, 10],
  ]);
});

test("calls that are made while a batch runs share the next batch", async () => {
  const gate = aGate(double);
  const one = coalesce(gate.many, { inFlight: 1, max: 100 });
  const first = one(1);
  await nextTurn();
  const answers = [];
  for (const input of [2, 3, 4]) {
    answers.push(one(input));
    await nextTurn();
  }
  expect(gate.batches).toEqual([[1]]);
  await gate.release();
  expect(gate.batches).toEqual([[1], [2, 3, 4]]);
  await gate.release();
  expect(await Promise.all([first, ...answers])).toEqual([2, 4, 6, 8]);
});

test("at most inFlight batches run at the same time", async () => {
  const gate = aGate(double);
  const one = coalesce(gate.many, { inFlight: 2, max: 100 });
  const answers = [];
  for (const input of numbers(6)) {
    answers.push(one(input));
    await nextTurn();
  }
  expect(gate.batches).toEqual([[1], [2]]);
  await gate.release();
  expect(gate.batches).toEqual([[1], [2], [3, 4, 5, 6]]);
  await gate.release(2);
  await expect(Promise.all(answers)).resolves.toHaveLength(6);
});

test("an error for one call does not fail the other calls of its batch", async () => {
  const gate = aGate<number>((input) => (input === 3 ? { error: new Error("refused") } : double(input)));
  const one = coalesce(gate.many, { inFlight: 1, max: 100 });
  const answers = Promise.allSettled(numbers(5).map(one));
  await gate.release();
  await gate.release();

  expect((await answers).map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
    "fulfilled",
  ]);
});

test("the calls of a batch that fails as a whole run one by one, so that only the bad call fails", async () => {
  const runs: number[][] = [];
  const one = coalesce(
    async (inputs: readonly number[]) => {
      runs.push([...inputs]);
      await new Promise<void>((resolve) => setImmediate(resolve));
      if (inputs.includes(13)) throw new Error("poison");
      return inputs.map(double);
    },
    { inFlight: 1, max: 100 },
  );
  const answers = await Promise.allSettled([1, 2, 13, 4].map(one));

  expect(answers.map((answer) => (answer.status === "fulfilled" ? answer.value : answer.reason.message))).toEqual([
    2,
    4,
    "poison",
    8,
  ]);
  expect(runs).toEqual([[1, 2, 13, 4], [1], [2], [13], [4]]);
});

test("a batch of one call that fails is not repeated", async () => {
  let runs = 0;
  const one = coalesce<number, number>(
    async () => {
      runs += 1;
      throw new Error("broken");
    },
    { inFlight: 1, max: 10 },
  );
  await expect(one(1)).rejects.toThrow("broken");
  expect(runs).toBe(1);
});

test("when the database is unavailable, all calls of the batch fail and none is repeated", async () => {
  let runs = 0;
  const one = coalesce<number, number>(
    async () => {
      runs += 1;
      await new Promise<void>((resolve) => setImmediate(resolve));
      throw unavailable("The database");
    },
    { inFlight: 1, max: 100 },
  );
  const answers = await Promise.allSettled(numbers(50).map(one));

  expect(answers.every((answer) => answer.status === "rejected" && answer.reason.kind === "unavailable")).toBe(true);
  expect(runs).toBe(1);
});

test("when waitingMax calls are waiting, the next call fails as unavailable", async () => {
  const gate = aGate(double);
  const one = coalesce(gate.many, { inFlight: 1, max: 100, waitingMax: 5 });
  const served = [one(1)];
  await nextTurn();
  served.push(...numbers(5, 2).map(one)); // one in flight, five waiting
  await expect(one(7)).rejects.toMatchObject({ kind: "unavailable" });
  await gate.release();
  await gate.release();
  await expect(Promise.all(served)).resolves.toHaveLength(6);
  const later = one(8);
  await nextTurn();
  await gate.release();
  await expect(later).resolves.toBe(16);
});

test("calls for which the batch returns no result fail", async () => {
  const one = coalesce(
    async (inputs: readonly number[]) => {
      await new Promise<void>((resolve) => setImmediate(resolve));
      return inputs.slice(0, 1).map(double);
    },
    { inFlight: 1, max: 10 },
  );
  const answers = await Promise.allSettled(numbers(3).map(one));
  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
});

test("a failed batch does not stop later batches", async () => {
  let runs = 0;
  const one = coalesce(
    async (inputs: readonly number[]) => {
      runs += 1;
      if (runs === 1) throw new Error("first");
      return inputs.map(double);
    },
    { inFlight: 1, max: 10 },
  );
  await expect(one(1)).rejects.toThrow("first");
  await expect(one(2)).resolves.toBe(4);
});

test("a call that waited too long for a batch fails as unavailable, and later calls are served", async () => {
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  onTestFinished(() => clock.mockRestore());
  const gate = aGate(double);
  const one = coalesce(gate.many, { inFlight: 1, max: 100 });
  const first = one(1);
  await nextTurn();
  const expired = one(2).catch((error: unknown) => error);
  clock.mockReturnValue(900);
  const later = one(3);
  clock.mockReturnValue(1_100);
  await gate.release();
  expect(await expired).toMatchObject({ kind: "unavailable" });
  await gate.release();
  expect([await first, await later]).toEqual([2, 6]);
  expect(gate.batches).toEqual([[1], [3]]);
});

test("calls with the same key never run at the same time, and calls with other keys overtake them", async () => {
  const gate = aGate(double);
  const one = coalesce(gate.many, { inFlight: 2, max: 100, separateBy: (input) => String(input % 10) });
  const answers = Promise.all([1, 11, 2, 21, 12, 3].map(one));
  await nextTurn();
  expect(gate.batches).toEqual([[1, 2, 3]]);
  const other = one(4);
  await nextTurn();
  expect(gate.batches).toEqual([[1, 2, 3], [4]]);
  await gate.release(2);
  await gate.release();
  await gate.release();
  expect(gate.batches).toEqual([[1, 2, 3], [4], [11, 12], [21]]);
  expect(await answers).toEqual([2, 22, 4, 42, 24, 6]);
  expect(await other).toBe(8);
});

/** Calls of odd numbers find their row locked. They wait until the test unlocks it. */
function aCallWithLocks() {
  const locks = new Map<number, PromiseWithResolvers<number>>();
  const one = coalesce<number, number>(
    async (inputs) => inputs.map((input) => (input % 2 ? "locked" : double(input))),
    {
      inFlight: 1,
      max: 100,
      separateBy: (input) => String(input % 100),
      whenLocked: (input) => {
        const lock = Promise.withResolvers<number>();
        locks.set(input, lock);
        return lock.promise;
      },
    },
  );
  return { one, locks };
}

test("a call whose row is locked waits for it alone: only calls with the same key wait behind it", async () => {
  const { one, locks } = aCallWithLocks();
  const answers = Promise.all([1, 2, 4].map(one));
  const behind = one(101);
  expect(await Promise.all([6, 8].map(one))).toEqual([12, 16]);
  expect([...locks.keys()]).toEqual([1]);
  locks.get(1)?.resolve(-1);
  expect(await answers).toEqual([-1, 4, 8]);
  await nextTurn();
  locks.get(101)?.reject(unavailable("The database"));
  await expect(behind).rejects.toMatchObject({ kind: "unavailable" });
});

test("at most four calls wait for locked rows, and more are refused at once", async () => {
  const { one, locks } = aCallWithLocks();
  const waiting = [1, 3, 5, 7].map(one);
  await expect(one(9)).rejects.toMatchObject({ kind: "unavailable", message: /^Too many requests at once/ });
  expect(await one(2)).toBe(4);
  for (const [input, lock] of locks) lock.resolve(-input);
  expect(await Promise.all(waiting)).toEqual([-1, -3, -5, -7]);
  const later = one(9);
  await nextTurn();
  locks.get(9)?.resolve(-9);
  expect(await later).toBe(-9);
});
