import { expect, test, vi } from "vitest";
import type { Change } from "./changes.ts";
import { createHearts } from "./hearts.ts";
import { createObservers } from "./observers.ts";
import type { PlatformId } from "./records.ts";

const aProduct = (epi: PlatformId) => ({ epi, empi: `p${epi}`, du: `https://shop.example/${epi}` });

/** Hearts on a service that has these saved, each on list L. */
function aPage(saved: readonly PlatformId[] = []) {
  const asked: PlatformId[][] = [];
  const changed = createObservers();
  let pending: Change[] = [];
  let answer = async () => undefined as void;
  const hearts = createHearts({
    contains: async (epis) => {
      asked.push([...epis]);
      await answer();
      return epis.filter((epi) => saved.includes(epi)).map((epi) => ({ epi, lids: ["L"] }));
    },
    changes: { pending: () => pending, subscribe: changed.add },
    add: async () => undefined,
    remove: async () => undefined,
  });
  return {
    hearts,
    asked,
    setPending(next: Change[]) {
      pending = next;
      changed.tell();
    },
    answerAfter: (wait: () => Promise<void>) => {
      answer = wait;
    },
  };
}
const change = (verb: Change["verb"], epi: PlatformId, lid?: string): Change => ({
  id: `${verb}${epi}`,
  path: "",
  field: verb,
  verb,
  items: [{ epi }],
  ...(lid === undefined ? {} : { lid }),
});
const told = (page: ReturnType<typeof aPage>, epi: PlatformId) =>
  new Promise<void>((resolve) => void page.hearts.saved(aProduct(epi)).subscribe(resolve));

test("a page of 600 asks in three calls of at most 250, each variant once", async () => {
  const page = aPage([599]);
  const all = Array.from({ length: 600 }, (_, epi) => epi);
  const last = told(page, 599);
  for (const epi of [...all, ...all]) page.hearts.saved(aProduct(epi)).subscribe(() => undefined);
  await last;
  expect(page.asked.map((ids) => ids.length)).toEqual([250, 250, 100]);
  expect(new Set(page.asked.flat()).size).toBe(600);
  expect(page.hearts.saved(aProduct(599)).get()).toEqual({
    isSaved: true,
    lids: ["L"],
    isKnown: true,
    isPending: false,
  });
});

test("a state is the same object until something changes", async () => {
  const page = aPage(["a"]);
  await told(page, "a");
  const saved = page.hearts.saved(aProduct("a"));
  const before = saved.get();
  page.hearts.showAll();
  expect(saved.get()).toBe(before);
});

test("what is on its way shows on top of what the service said, and goes with it", async () => {
  const page = aPage([1]);
  await told(page, 1);
  const saved = page.hearts.saved(aProduct(1));
  page.setPending([change("d", 1, "L"), change("a", 1)]);
  expect(saved.get()).toEqual({ isSaved: true, lids: [""], isKnown: true, isPending: true });
  page.setPending([change("d", 1, "L")]);
  expect(saved.get().isSaved).toBe(false);
  page.setPending([]);
  expect(saved.get()).toEqual({ isSaved: true, lids: ["L"], isKnown: true, isPending: false });
});

test("an answer that a change has overtaken is asked for again", async () => {
  const page = aPage();
  let isFirst = true;
  page.answerAfter(async () => {
    if (isFirst) page.hearts.apply(change("a", 1, "M"));
    isFirst = false;
  });
  await told(page, 1);
  await vi.waitFor(() => expect(page.asked).toEqual([[1], [1]]));
});

test("a number and its text are one variant", async () => {
  const page = aPage([7]);
  await told(page, 7);
  expect(page.hearts.saved(aProduct("7")).get().isSaved).toBe(true);
});
