import { expect, test } from "vitest";
import { toPrice } from "./to-price.ts";

const price = { calculated_amount: "90", original_amount: 120, currency_code: "eur" };

test("a reduced price is reported with the price before", () => {
  expect(toPrice(price)).toEqual({ pr: 90, compareAtPrice: 120, currency: "EUR" });
});

test("a price that is not reduced has none before", () => {
  expect(toPrice({ ...price, original_amount: 90 })).toEqual({ pr: 90, compareAtPrice: null, currency: "EUR" });
});

test("a variant without a price in a region loses the price that was sent before", () => {
  for (const none of [undefined, null, { ...price, calculated_amount: null }])
    expect(toPrice(none)).toEqual({ pr: null });
});
