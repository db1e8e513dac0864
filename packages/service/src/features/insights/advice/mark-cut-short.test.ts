import { expect, test } from "vitest";
import { markCutShort, type Timed } from "./mark-cut-short.ts";

const HOUR = 3_600;
const restock = (bought: number, hoursToBuy: number, hoursInStock: number | null): Timed => ({
  notified: 1_000,
  bought,
  secondsToBuy: bought > 0 ? hoursToBuy * HOUR : null,
  secondsInStock: hoursInStock && hoursInStock * HOUR,
});
const areCutShort = (...restocks: Timed[]) => markCutShort(restocks).map(({ isCutShort }) => isCutShort);

test("a restock that sold out is cut short unless it lasted four times as long as buyers take", () => {
  expect(areCutShort(restock(20, 24, null), restock(20, 24, 95), restock(20, 24, 97))).toEqual([false, true, false]);
});

test("how long buyers take is seen in the restocks that lasted about as long, or longer", () => {
  expect(areCutShort(restock(50, 0.5, 5))).toEqual([false]);
  expect(areCutShort(restock(50, 0.5, 5), restock(50, 24, null))).toEqual([true, false]);
  expect(areCutShort(restock(500, 0.1, 1), restock(20, 24, 90))).toEqual([true, true]);
});

test("a restock that sold out is cut short when hardly anybody bought, because it is not known how long buyers take", () => {
  expect(areCutShort(restock(0, 0, 120), restock(9, 1, 120))).toEqual([true, true]);
});
