import { expect, test } from "vitest";
import { toOrderLine } from "./to-order-line.ts";

const item = { variant_id: "variant_1", quantity: "3", unit_price: 10, total: 20 };

test("a unit costs what was paid for it after promotions, with four decimals", () => {
  expect(toOrderLine(item)).toEqual({ epi: "variant_1", quantity: 3, price: 6.6667 });
});

test("returned units are not in Medusa's total, and do not make the others cheaper", () => {
  expect(toOrderLine({ ...item, detail: { return_received_quantity: "1" } })?.price).toBe(10);
  expect(toOrderLine({ ...item, total: 0, detail: { return_received_quantity: 3 } })?.price).toBe(10);
});

test("a price is never below zero, and an item without a variant is left out", () => {
  expect(toOrderLine({ ...item, total: -1 })?.price).toBe(0);
  expect(toOrderLine({ ...item, variant_id: null })).toBeUndefined();
});
