import { expect, test } from "vitest";
import { withNumbers } from "./numbers.ts";

test("numbers in text become numbers in the given fields only", () => {
  const sent = { qty: "2", pr: " 19.99", dt: "42", note: "7" };
  expect(withNumbers(sent, ["qty", "pr"])).toEqual({ qty: 2, pr: 19.99, dt: "42", note: "7" });
});

test.each(["", " ", "1e3", "0x10", "NaN", "Infinity", "1,5", "--1", "1.", "9".repeat(21)])(
  "%j is no number, and stays",
  (qty) => expect(withNumbers({ qty }, ["qty"])).toEqual({ qty }),
);

test.each([null, undefined, 1, "x", ["1"]])("%j is no object, and stays", (value) => {
  expect(withNumbers(value, ["0"])).toEqual(value);
});
