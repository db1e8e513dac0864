import { expect, test } from "vitest";
import { toLevels } from "./to-levels.ts";

const at = (location: string, stocked: number, reserved = 0, held = 0) => ({ location, stocked, reserved, held });

test("what is reserved cannot be sold, except what we reserved for accepted offers", () => {
  expect(toLevels([{ required: 1, stock: [at("a", 10, 4, 1)] }], ["a"])).toEqual([{ location: "a", quantity: 7 }]);
});

test("backorders are not stock", () => {
  expect(toLevels([{ required: 1, stock: [at("a", 0, 3)] }], ["a"])).toEqual([{ location: "a", quantity: 0 }]);
});

test("a bundle can be sold as often as its scarcest part allows", () => {
  const [table, chairs] = [
    { required: 1, stock: [at("a", 5), at("b", 5)] },
    { required: 4, stock: [at("a", 11)] },
  ];
  expect(toLevels([table, chairs], ["a", "b"])).toEqual([
    { location: "a", quantity: 2 },
    { location: "b", quantity: 0 },
  ]);
});

test("a location without a level, and a variant without inventory, have nothing", () => {
  expect(toLevels([{ required: 1, stock: [at("a", 3)] }], ["a", "gone"])[1]).toEqual({ location: "gone", quantity: 0 });
  expect(toLevels([], ["a"])).toEqual([{ location: "a", quantity: 0 }]);
});
