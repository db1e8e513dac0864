import { expect, test } from "vitest";
import type { StoreId } from "../../../platform/ids.ts";
import { createCompiler } from "./compile-queue.ts";

const [ONE, TWO, THREE] = [1, 2, 3] as [StoreId, StoreId, StoreId];

const settle = () => new Promise(setImmediate);

/** A compiler whose runs end when the test says so. */
function aCompiler() {
  const running = new Map<string, () => void>();
  const started: string[] = [];
  const compiler = createCompiler(
    (source) =>
      new Promise((resolve) => {
        started.push(source);
        running.set(source, () => resolve(`<p>${source}</p>`));
      }),
  );
  const finish = async (source: string) => {
    running.get(source)?.();
    running.delete(source);
    await settle();
  };
  return { compile: compiler.compile, started, finish };
}

test("two templates are compiled at a time, one of each store, and the stores take turns", async () => {
  const { compile, started, finish } = aCompiler();
  const answers = [
    ...["a1", "a2", "a3"].map((source) => compile(ONE, source)),
    compile(TWO, "b1"),
    compile(TWO, "b2"),
    compile(THREE, "c1"),
  ];
  await settle();
  expect(started).toEqual(["a1", "b1"]);
  await finish("a1");
  expect(started).toEqual(["a1", "b1", "a2"]);
  await finish("a2");
  expect(started).toEqual(["a1", "b1", "a2", "c1"]);
  for (const source of ["b1", "c1", "b2", "a3"]) await finish(source);
  expect(await Promise.all(answers)).toEqual(["a1", "a2", "a3", "b1", "b2", "c1"].map((source) => `<p>${source}</p>`));
});

test("a store may have ten templates waiting; the next one is refused, and another store's is not", async () => {
  const { compile, started, finish } = aCompiler();
  const many = Array.from({ length: 11 }, (_, n) => compile(ONE, `a${n}`));
  await expect(compile(ONE, "a11")).rejects.toMatchObject({
    kind: "unavailable",
    message: expect.stringContaining("a store may have 10"),
  });
  const other = compile(TWO, "b");
  await settle();
  await finish("b");
  expect(await other).toBe("<p>b</p>");
  for (let n = 0; n < 11; n += 1) await finish(`a${n}`);
  expect([(await Promise.all(many)).length, started.length]).toEqual([11, 12]);
});

test("a template that does not compile gives its place to the next one", async () => {
  const compiler = createCompiler(async (source) => {
    if (source === "bad") throw new Error("bad");
    return source;
  });
  await expect(compiler.compile(ONE, "bad")).rejects.toThrow("bad");
  expect(await compiler.compile(ONE, "good")).toBe("good");
});

test("what a store had compiled a moment ago is not compiled again; another store's is", async () => {
  const { compile, started, finish } = aCompiler();
  const first = compile(ONE, "a");
  await settle();
  await finish("a");
  expect([await first, await compile(ONE, "a")]).toEqual(["<p>a</p>", "<p>a</p>"]);
  const other = compile(TWO, "a");
  await settle();
  await finish("a");
  await other;
  expect(started).toEqual(["a", "a"]);
});
