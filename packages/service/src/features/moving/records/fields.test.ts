import { expect, test } from "vitest";
import { createFields } from "./fields.ts";

test.each([
  ["12.50", 12.5],
  ["€ 12.50", 12.5],
  [" 0 ", 0],
  [0, 0],
  ["", null],
  ["  ", null],
  [undefined, null],
])("the number %j is read as %j", (price, expected) => {
  expect(createFields({ price }).number("price", 0, 100)).toBe(expected);
});

test.each(["N/A", "-", "free", "€", "1,2", "101", true])("the number %j is refused", (price) => {
  expect(() => createFields({ price }).number("price", 0, 100)).toThrow(
    expect.objectContaining({ reason: "invalid-value", field: "price" }),
  );
});
