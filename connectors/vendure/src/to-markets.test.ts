import { expect, test } from "vitest";
import { toMarkets } from "./to-markets.ts";

const page = { slug: "boots", productId: "1", variantId: "7" };

test("a market has the price and currency of its channel, and its own page", () => {
  const eu = {
    name: "eu",
    productUrl: ({ slug }: { slug: string }) => `https://eu.shop.example/${slug}`,
    prices: new Map([["7", { pr: 120, currency: "EUR" }]]),
  };
  expect(toMarkets("7", page, [eu])).toEqual({
    eu: { pr: 120, currency: "EUR", du: "https://eu.shop.example/boots" },
  });
});

test("a variant that is not in the channel of a market loses the price that was sent before", () => {
  const us = { name: "us", productUrl: undefined, prices: new Map([["8", { pr: 1, currency: "USD" }]]) };
  expect(toMarkets("7", page, [us])).toEqual({ us: { pr: null, du: null } });
});
