import { expect, test } from "vitest";
import { drawHistory, drawStoreHistory } from "./draw-history.ts";
import {
  advised,
  allAlike,
  atFaceValue,
  type Coverage,
  findAll,
  isCovered,
  measureCoverage,
  naive,
} from "./measure-coverage.ts";

const isFull = process.env["KEEPSAKE_TESTS"] === "full";
const SEED = 1;
/** A stratum has about 200 histories, so that chance alone moves it by two points. */
const STRATUM_BAR = 0.06;

const numbersTo = (count: number) => Array.from({ length: count }, (_, number) => number);
const histories = numbersTo(1_000).map((number) => drawHistory(SEED, number));
/** CI has fewer of these: they take longest. */
const stores = numbersTo(isFull ? 1_000 : 405).map((number) => drawStoreHistory(SEED, number));
const outside = (strata: readonly Coverage[], bar = STRATUM_BAR) =>
  strata.filter(({ covered }) => !isCovered(covered, bar));
const named = (strata: readonly Coverage[], name: string) =>
  strata.find((stratum) => stratum.name === name) as Coverage;

test("the same seed gives the same history and the same advice", () => {
  expect(drawHistory(SEED, 7)).toEqual(histories[7]);
  expect(drawHistory(SEED + 1, 7)).not.toEqual(histories[7]);
  expect(histories.slice(0, 5).map(advised)).toEqual(histories.slice(0, 5).map(advised));
});

test("in 1,000 histories with known conversion, the interval of the advice holds what is sold in 90 % ± 2 points, and in no stratum much more or less", () => {
  const strata = measureCoverage(histories, advised);
  expect(findAll(strata).covered).toSatisfy((covered: number) => isCovered(covered));
  expect(outside(strata)).toEqual([]);
  expect(strata.length).toBeGreaterThan(15);
});

test("for a variant with few restocks or none in a store with others, the interval holds what is sold in 90 % ± 2 points", () => {
  const strata = measureCoverage(stores, advised);
  expect(findAll(strata).covered).toSatisfy((covered: number) => isCovered(covered));
  expect(outside(strata, isFull ? STRATUM_BAR : 1.5 * STRATUM_BAR)).toEqual([]);
});

test("control: an interval that takes all restocks for alike misses far more often", () => {
  const strata = measureCoverage(histories, naive);
  expect(findAll(strata).covered).toBeLessThan(0.75);
  expect(outside(strata).length).toBeGreaterThan(10);
  expect(findAll(measureCoverage(stores, naive)).covered).toBeLessThan(0.75);
});

test("control: an interval that takes a sold-out restock for all that people wanted misses those that sold out", () => {
  const half = histories.filter((_, number) => isFull || number % 2 === 0);
  expect(named(measureCoverage(half, atFaceValue), "supply 1").covered).toBeLessThan(0.86);
});

test("control: an interval that takes the variants of a store for one is far wider for a variant with restocks of its own, and misses one without more often", () => {
  const different = stores.filter(({ truth }) => truth["difference"] === 0.8);
  const [right, wrong] = [measureCoverage(different, advised), measureCoverage(different, allAlike)];
  expect(named(wrong, "own 8").width).toBeGreaterThan(1.4 * named(right, "own 8").width);
  expect(named(wrong, "own 0").covered).toBeLessThan(named(right, "own 0").covered - 0.02);
});

test("when the restocks differ in another way than assumed, the interval still holds what is sold in 90 % ± 4 points", () => {
  const others = numbersTo(isFull ? 1_000 : 450).map((number) => drawHistory(SEED, number, "logit-normal"));
  expect(findAll(measureCoverage(others, advised)).covered).toSatisfy((covered: number) => isCovered(covered, 0.04));
});
