import { expect, test } from "vitest";
import { createHints } from "../src/hints.ts";

const SHOP = "tarn.example";

test("hints that arrive together are read once, each named once", async () => {
  const reads: (readonly string[])[] = [];
  const hints = createHints({
    run: async (_, named) => void reads.push(named),
    giveUp: () => undefined,
    foldMs: 20,
  });
  for (let times = 0; times < 50; times += 1) hints.add(SHOP, [`v${times % 3}`]);
  await hints.drain();
  expect(reads).toEqual([["v0", "v1", "v2"]]);
});

test("a hint that arrives during a read begins another one, so that the change after the read is not missed", async () => {
  const reads: (readonly string[])[] = [];
  const hints = createHints({
    async run(shop, named) {
      reads.push(named);
      if (reads.length === 1) hints.add(shop, ["v0"]);
    },
    giveUp: () => undefined,
    foldMs: 1,
  });
  hints.add(SHOP, ["v0"]);
  await hints.drain();
  expect(reads).toEqual([["v0"], ["v0"]]);
});

test("a failed read is tried again with what it named, and the oldest change counts for the lag", async () => {
  const oldest: number[] = [];
  const hints = createHints({
    async run(_, __, oldestChange) {
      oldest.push(oldestChange);
      if (oldest.length === 1) throw new Error("The platform is away");
    },
    giveUp: () => undefined,
    foldMs: 1,
  });
  hints.add(SHOP, ["v0"], 2_000);
  hints.add(SHOP, ["v1"], 1_000);
  await hints.drain();
  expect(oldest).toEqual([1_000, 1_000]);
});

test("more hints than there is room for are given up, and so are those of a shop that fails", async () => {
  const given: string[] = [];
  const hints = createHints({
    run: async () => undefined,
    giveUp: (shop) => void given.push(shop),
    foldMs: 1,
  });
  hints.add(
    SHOP,
    Array.from({ length: 2_001 }, (_, index) => `v${index}`),
  );
  expect(given).toEqual([SHOP]);
  await hints.drain();
});

test("a shop whose reads hang delays nobody else, and eight at most are under way", async () => {
  let running = 0;
  let most = 0;
  const done: string[] = [];
  const { promise: hanging, resolve: release } = Promise.withResolvers<void>();
  const hints = createHints({
    async run(shop) {
      running += 1;
      most = Math.max(most, running);
      if (shop === "hangs") await hanging;
      else await Promise.resolve();
      running -= 1;
      done.push(shop);
    },
    giveUp: () => undefined,
    foldMs: 1,
  });
  hints.add("hangs", ["v0"]);
  for (let shop = 0; shop < 40; shop += 1) hints.add(`shop-${shop}`, ["v0"]);
  await expect.poll(() => done.length).toBe(40);
  release();
  await hints.drain();
  expect(done.length).toBe(41);
  expect(most).toBeLessThanOrEqual(8);
});
