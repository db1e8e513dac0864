import { expect, test } from "vitest";
import { fairQueue } from "./fair-queue.ts";

const aQueue = () => fairQueue<string, number>({ perOwner: 3, total: 5 });
const takeAll = (queue: ReturnType<typeof aQueue>, may?: (owner: string) => boolean) =>
  Array.from({ length: 10 }, () => queue.take(may)).flatMap((turn) => (turn ? [`${turn.owner}${turn.job}`] : []));

test("owners take turns, and each owner's jobs keep their order", () => {
  const queue = aQueue();
  for (const n of [1, 2, 3]) queue.add("a", n);
  queue.add("b", 1);
  expect([queue.take()?.owner, queue.add("c", 1)]).toEqual(["a", true]);
  expect(takeAll(queue)).toEqual(["b1", "a2", "c1", "a3"]);
});

test("an owner who may not run is passed over and keeps the place", () => {
  const queue = aQueue();
  for (const owner of ["a", "b", "c"]) queue.add(owner, 1);
  expect(takeAll(queue, (owner) => owner !== "a")).toEqual(["b1", "c1"]);
  expect(takeAll(queue)).toEqual(["a1"]);
});

test("the owner who has used least comes first; among equals, the owners take turns", () => {
  const used: Record<string, number> = { a: 2, b: 0, c: 0 };
  const queue = fairQueue<string, number>({ perOwner: 3, total: 9, usedBy: (owner) => used[owner] ?? 0 });
  for (const owner of ["a", "b", "c"]) for (const n of [1, 2]) queue.add(owner, n);
  expect(takeAll(queue, (owner) => owner !== "c")).toEqual(["b1", "b2", "a1", "a2"]);
  for (const owner of ["a", "b"]) for (const n of [3, 4]) queue.add(owner, n);
  expect(takeAll(queue)).toEqual(["c1", "b3", "c2", "b4", "a3", "a4"]);
});

test("an owner has at most three jobs waiting, all together at most five", () => {
  const queue = aQueue();
  expect([1, 2, 3, 4].map((n) => queue.add("a", n))).toEqual([true, true, true, false]);
  expect([1, 2, 3].map((n) => queue.add("b", n))).toEqual([true, true, false]);
  queue.take();
  expect([queue.add("c", 1), queue.add("c", 2)]).toEqual([true, false]);
});
