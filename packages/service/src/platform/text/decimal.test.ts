import fc from "fast-check";
import { expect, test } from "vitest";
import { formatDecimal, parseDecimal } from "./decimal.ts";

test("a decimal is read exactly, and written without needless zeros", () => {
  expect(parseDecimal("19.99")).toBe(199_900n);
  expect(parseDecimal("0.1")).toBe(1_000n);
  expect(parseDecimal("-3")).toBe(-30_000n);
  expect(parseDecimal("5.12340000")).toBe(51_234n);
  expect([199_900n, 1_000n, -30_000n, 1n, 0n].map(formatDecimal)).toEqual(["19.99", "0.1", "-3", "0.0001", "0"]);
});

test.each(["", "1e3", "1.23456", "NaN", "1,5", " 1", "--1", ".5", "1."])(
  "%j is no decimal with up to four decimals",
  (text) => {
    expect(parseDecimal(text)).toBeUndefined();
  },
);

test("every amount comes back as it was", () => {
  const amounts = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n });
  fc.assert(
    fc.property(amounts, (value) => {
      expect(parseDecimal(formatDecimal(value))).toBe(value);
    }),
  );
});
