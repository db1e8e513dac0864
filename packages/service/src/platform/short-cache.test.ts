import { expect, test } from "vitest";
import { aClock } from "../../test/fixtures/clock.ts";
import { shortCache } from "./short-cache.ts";

function aCache(
  options: { max?: number; keep?: (value: string) => boolean; load?: (key: string) => Promise<string> } = {},
) {
  const { clock, forward } = aClock();
  const loaded: string[] = [];
  const { load = async (key: string) => `${key}${loaded.length}`, max = 3, keep } = options;
  const cache = shortCache(
    (key) => {
      loaded.push(key);
      return load(key);
    },
    { ttlMs: 1_000, max, clock, ...(keep ? { keep } : {}) },
  );
  return { cache, loaded, forward };
}

test("a value is loaded once and cached until it expires", async () => {
  const { cache, loaded, forward } = aCache();
  expect(await cache.get("a")).toBe("a1");
  forward(999);
  expect(await cache.get("a")).toBe("a1");
  forward(1);
  expect(await cache.get("a")).toBe("a2");
  expect(loaded).toEqual(["a", "a"]);
});

test("parallel calls share one load", async () => {
  const { cache, loaded } = aCache();
  const values = await Promise.all(Array.from({ length: 100 }, () => cache.get("a")));
  expect(new Set(values).size).toBe(1);
  expect(loaded).toEqual(["a"]);
});

test("a failed load rejects all waiting calls and is not cached", async () => {
  let fails = true;
  const { cache, loaded } = aCache({
    load: async (key) => {
      if (fails) throw new Error("unavailable");
      return key;
    },
  });
  const answers = await Promise.allSettled([cache.get("a"), cache.get("a")]);
  expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(loaded).toHaveLength(1);
  fails = false;
  expect(await cache.get("a")).toBe("a");
});

test("a value that keep rejects is loaded each time", async () => {
  const { cache, loaded } = aCache({ keep: () => false });
  await cache.get("a");
  await cache.get("a");
  expect(loaded).toHaveLength(2);
});

test("at most max values are cached; the least recently used one is dropped first", async () => {
  const { cache, loaded } = aCache({ max: 3 });
  for (const key of ["a", "b", "c", "d"]) await cache.get(key);
  loaded.length = 0;
  for (const key of ["d", "c", "b"]) await cache.get(key);
  expect(loaded).toEqual([]);
  await cache.get("a");
  expect(loaded).toEqual(["a"]);
});

test("after clear a value is loaded again", async () => {
  const { cache } = aCache();
  await cache.get("a");
  cache.clear();
  expect(await cache.get("a")).toBe("a2");
});

test("a load that ends after the cache was cleared does not put the old value back", async () => {
  let release = (_value: string) => {};
  const { cache } = aCache({
    load: () =>
      new Promise<string>((resolve) => {
        release = resolve;
      }),
  });
  const slow = cache.get("a");
  cache.clear();
  release("old");
  expect(await slow).toBe("old");
  const next = cache.get("a");
  release("new");
  expect(await next).toBe("new");
});
