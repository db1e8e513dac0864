import { expect, test } from "vitest";
import { unavailable } from "./errors.ts";
import { takeTurns } from "./take-turns.ts";

/** Work that records that it began and ends when the test calls `finish` or `fail`. */
function aTask() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const task = {
    hasBegun: false,
    work: () => {
      task.hasBegun = true;
      return promise;
    },
    finish: resolve,
    fail: reject,
  };
  return task;
}
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test("calls of one key run one after the other in order, and calls of different keys in parallel", async () => {
  const take = takeTurns({ waitingMax: 10 });
  const [one, two, other] = [aTask(), aTask(), aTask()];
  const answers = [take("a", one.work), take("a", two.work), take("b", other.work)];
  await nextTurn();
  expect([one, two, other].map((task) => task.hasBegun)).toEqual([true, false, true]);
  other.finish("other");
  one.finish("one");
  await nextTurn();
  expect(two.hasBegun).toBe(true);
  two.finish("two");
  expect(await Promise.all(answers)).toEqual(["one", "two", "other"]);
});

test("a call that fails does not fail the calls behind it", async () => {
  const take = takeTurns({ waitingMax: 10 });
  const answers = Promise.allSettled([
    take("a", () => Promise.reject(new Error("refused"))),
    take("a", async () => "served"),
  ]);
  expect((await answers).map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
});

test("when one call finds the database unavailable, the calls behind it fail at once, and a later call runs", async () => {
  const take = takeTurns({ waitingMax: 10 });
  const [first, behind] = [aTask(), aTask()];
  const answers = Promise.allSettled([take("a", first.work), take("a", behind.work)]);
  first.fail(unavailable("The database"));
  expect(await answers).toMatchObject([
    { status: "rejected", reason: { type: "unavailable" } },
    { status: "rejected", reason: { type: "unavailable" } },
  ]);
  expect(behind.hasBegun).toBe(false);
  expect(await take("a", async () => "served")).toBe("served");
});

test("a call is refused while waitingMax calls are queued, and accepted afterwards", async () => {
  const take = takeTurns({ waitingMax: 1 });
  const tasks = [aTask(), aTask()];
  const answers = tasks.map((task) => take("a", task.work));
  await expect(take("a", async () => "too many")).rejects.toMatchObject({ type: "unavailable" });
  for (const task of tasks) task.finish("done");
  expect(await Promise.all(answers)).toEqual(["done", "done"]);
  expect(await take("a", async () => "served")).toBe("served");
});
