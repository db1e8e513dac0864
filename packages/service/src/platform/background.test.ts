import { expect, test } from "vitest";
import { createBackground } from "./background.ts";

test("work runs up to a limit, in all and for each key, and rings when a place is free", async () => {
  const background = createBackground<string>({ max: 3, maxOfKey: 2 });
  let rung = 0;
  background.onFree(() => void (rung += 1));
  const { promise, resolve } = Promise.withResolvers<void>();
  expect(background.start("a", () => promise)).toBe(true);
  expect(background.start("a", () => promise)).toBe(true);
  expect(background.start("a", () => promise)).toBe(false);
  expect(background.fullKeys()).toEqual(["a"]);
  expect(background.start("b", () => promise)).toBe(true);
  expect(background.start("c", () => promise)).toBe(false);
  resolve();
  await background.settled();
  expect([rung, background.fullKeys()]).toEqual([3, []]);
  expect(background.start("a", async () => undefined)).toBe(true);
  await background.settled();
});
