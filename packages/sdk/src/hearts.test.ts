import { expect, test, vi } from "vitest";
import type { Change } from "./changes.ts";
import { createHearts } from "./hearts.ts";
import { createObservers } from "./observers.ts";
import type { PlatformId } from "./records.ts";

const aProduct = (epi: PlatformId) => ({ epi, empi: `p${epi}`, du: `https://shop.example/${epi}` });

/** Hearts with a service on which these variants are saved, each on list L. */
function aPage(saved: readonly PlatformId[] = []) {
  const requests: PlatformId[][] = [];
  const changed = createObservers();
  let pending: Change[] = [];
  let answer = async () => undefined as void;
  const hearts = createHearts({
    contains: async (epis) => {
      requests.push([...epis]);
      await answer();
      return epis.filter((epi) => saved.includes(epi)).map((epi) => ({ epi, lids: ["L"] }));
    },
    changes: { pending: () => pending, subscribe: changed.add },
    add: async () => undefined,
    remove: async () => undefined,
  });
  return {
    hearts,
    requests,
    setPending(next: Change[]) {
      pending = next;
      changed.notify();
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
const nextChange = (page: ReturnType<typeof aPage>, epi: PlatformId) =>
  new Promise<void>((resolve) => void page.hearts.saved(aProduct(epi)).subscribe(resolve));

test("600 hearts are fetched in three calls of at most 250, each variant once", async () => {
  const page = aPage([599]);
  const all = Array.from({ length: 600 }, (_, epi) => epi);
  const last = nextChange(page, 599);
  for (const epi of [...all, ...all]) page.hearts.saved(aProduct(epi)).subscribe(() => undefined);
  await last;
  expect(page.requests.map((ids) => ids.length)).toEqual([250, 250, 100]);
  expect(new Set(page.requests.flat()).size).toBe(600);
  expect(page.hearts.saved(aProduct(599)).get()).toEqual({
    isSaved: true,
    lids: ["L"],
    isKnown: true,
    isPending: false,
  });
});

test("a state is the same object until something changes", async () => {
  const page = aPage(["a"]);
  await nextChange(page, "a");
  const saved = page.hearts.saved(aProduct("a"));
  const before = saved.get();
  page.hearts.updateAll();
  expect(saved.get()).toBe(before);
});

test("a pending change shows on top of the service's answer, and disappears when it is dropped", async () => {
  const page = aPage([1]);
  await nextChange(page, 1);
  const saved = page.hearts.saved(aProduct(1));
  page.setPending([change("d", 1, "L"), change("a", 1)]);
  expect(saved.get()).toEqual({ isSaved: true, lids: [""], isKnown: true, isPending: true });
  page.setPending([change("d", 1, "L")]);
  expect(saved.get().isSaved).toBe(false);
  page.setPending([]);
  expect(saved.get()).toEqual({ isSaved: true, lids: ["L"], isKnown: true, isPending: false });
});

test("an answer from before a change is fetched again", async () => {
  const page = aPage();
  let isFirst = true;
  page.answerAfter(async () => {
    if (isFirst) page.hearts.apply(change("a", 1, "M"));
    isFirst = false;
  });
  await nextChange(page, 1);
  await vi.waitFor(() => expect(page.requests).toEqual([[1], [1]]));
});

test("an id sent as a number or as a string is the same variant", async () => {
  const page = aPage([7]);
  await nextChange(page, 7);
  expect(page.hearts.saved(aProduct("7")).get().isSaved).toBe(true);
});
