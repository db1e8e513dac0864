import { expect, test } from "vitest";
import { expectWaves } from "./expect-waves.ts";
import type { Rules } from "./policy-rules.ts";

const RULES: Rules = {
  audience: "per-unit",
  order: "oldest",
  perUnit: 1,
  waveSize: 100,
  waitSeconds: 900,
  unitsMax: 3,
  offerMinutes: 0,
  afterOffer: "keep",
};
const FIRST = { units: 80, told: 80, waiting: 1_000 };
const peopleOf = (rules: Partial<Rules>, first = FIRST, share = 0.5) =>
  expectWaves({ ...RULES, ...rules }, first, share).map(({ people }) => people);

test("one person for each unit: then one for each unit that is left, until none is", () => {
  expect(peopleOf({})).toEqual([80, 40, 20, 10, 5, 2, 1, 1]);
  expect(expectWaves(RULES, FIRST, 0.5)[1]).toEqual({ afterSeconds: 900, people: 40, units: 40 });
});

test("without a wait, only the first hear", () => {
  expect(peopleOf({ waitSeconds: 0 })).toEqual([80]);
});

test("everyone at once is one wave", () => {
  expect(peopleOf({ audience: "all" }, { units: 80, told: 1_000, waiting: 1_000 })).toEqual([1_000]);
});

test("waves have one size, until the units or the people are used up", () => {
  const first = { units: 80, told: 100, waiting: 350 };
  expect(peopleOf({ audience: "waves" }, first, 0.1)).toEqual([100, 100, 100, 50]);
  expect(peopleOf({ audience: "waves" }, first, 1)).toEqual([100]);
});

test("an offer that ends goes to the next, after its time", () => {
  const waves = expectWaves({ ...RULES, audience: "all", offerMinutes: 30 }, FIRST, 0.25);
  expect(waves.slice(0, 2)).toEqual([
    { afterSeconds: 0, people: 80, units: 80 },
    { afterSeconds: 1_800, people: 60, units: 60 },
  ]);
});

test("nobody waits, or nobody buys: the waves end", () => {
  expect(peopleOf({}, { units: 80, told: 0, waiting: 0 })).toEqual([]);
  expect(peopleOf({}, FIRST, 0)).toHaveLength(13); // 1,000 people, 80 at a time
});
