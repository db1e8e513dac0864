import { expect, onTestFinished, test, vi } from "vitest";
import { createFold } from "./create-fold.ts";

function aFold() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const calls: string[][] = [];
  const ends: (() => void)[] = [];
  const add = createFold((ids) => {
    calls.push(ids);
    return new Promise((resolve) => void ends.push(resolve));
  });
  const endNext = async () => {
    ends.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { add, calls, endNext };
}

test("ids that come within a moment are worked on together, each once", async () => {
  const { add, calls } = aFold();
  add(["a"]);
  await vi.advanceTimersByTimeAsync(100);
  add(["b", "a"]);
  await vi.advanceTimersByTimeAsync(100);
  expect(calls).toEqual([["a", "b"]]);
});

test("what comes during the work waits for its end, also the same id", async () => {
  const { add, calls, endNext } = aFold();
  add(["a"]);
  await vi.advanceTimersByTimeAsync(200);
  add(["a"]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(calls).toEqual([["a"]]);
  await endNext();
  expect(calls).toEqual([["a"], ["a"]]);
  await endNext();
  add(["b"]);
  await vi.advanceTimersByTimeAsync(200);
  expect(calls[2]).toEqual(["b"]);
});

test("at most 500 are worked on at once, one call after the other", async () => {
  const { add, calls, endNext } = aFold();
  add(Array.from({ length: 501 }, (_, id) => `${id}`));
  await vi.advanceTimersByTimeAsync(200);
  expect(calls.map(({ length }) => length)).toEqual([500]);
  await endNext();
  expect(calls.map(({ length }) => length)).toEqual([500, 1]);
});
