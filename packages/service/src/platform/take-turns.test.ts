import { expect, test } from "vitest";
import { unavailable } from "./errors.ts";
import { takeTurns } from "./take-turns.ts";

/** Work that shows when it began and ends when it is told to. */
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
const turnOfTheLoop = () => new Promise((resolve) => setImmediate(resolve));

test("work of one key runs one after the other in the order it came, and of two keys at once", async () => {
  const take = takeTurns({ waitingMax: 10 });
  const [one, two, other] = [aTask(), aTask(), aTask()];
  const answers = [take("a", one.work), take("a", two.work), take("b", other.work)];
  await turnOfTheLoop();
  expect([one, two, other].map((task) => task.hasBegun)).toEqual([true, false, true]);
  other.finish("other");
  one.finish("one");
  await turnOfTheLoop();
  expect(two.hasBegun).toBe(true);
  two.finish("two");
  expect(await Promise.all(answers)).toEqual(["one", "two", "other"]);
});

test("work that fails fails alone", async () => {
  const take = takeTurns({ waitingMax: 10 });
  const answers = Promise.allSettled([
    take("a", () => Promise.reject(new Error("refused"))),
    take("a", async () => "served"),
  ]);
  expect((await answers).map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
});

test("where the engine is away nobody behind waits for it again, and who comes later tries anew", async () => {
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

test("a line that is full turns away, and takes again when it has moved", async () => {
  const take = takeTurns({ waitingMax: 1 });
  const tasks = [aTask(), aTask()];
  const answers = tasks.map((task) => take("a", task.work));
  await expect(take("a", async () => "too many")).rejects.toMatchObject({ type: "unavailable" });
  for (const task of tasks) task.finish("done");
  expect(await Promise.all(answers)).toEqual(["done", "done"]);
  expect(await take("a", async () => "served")).toBe("served");
});
