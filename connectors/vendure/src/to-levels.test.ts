import { expect, test } from "vitest";
import { toLevels } from "./to-levels.ts";

const at = (location: string, onHand: number, allocated = 0, held = 0) => ({ location, onHand, allocated, held });
const quantities = (...args: Parameters<typeof toLevels>) => toLevels(...args).map(({ quantity }) => quantity);

test("what is allocated cannot be sold, except what we allocated for accepted offers", () => {
  expect(toLevels([at("1", 10, 4, 1)], 0)).toEqual([{ location: "1", quantity: 7 }]);
});

test("backorders are not stock: neither a negative threshold nor negative stock counts", () => {
  expect(quantities([at("1", 0, 3)], -100)).toEqual([0]);
  expect(quantities([at("1", 5, 2)], -100)).toEqual([3]);
});

test("what was sold at one location without being there is missing at the next", () => {
  expect(quantities([at("1", 0, 2), at("2", 5)], 0)).toEqual([0, 3]);
});

test("what Vendure keeps back is taken from the locations together", () => {
  expect(quantities([at("1", 2), at("2", 5)], 3)).toEqual([0, 4]);
  expect(quantities([at("1", 1), at("2", 1)], 3)).toEqual([0, 0]);
});
