import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createSeal, deriveKey } from "./seal.ts";

const seal = createSeal("a-secret-for-tests-only-0123456789abcdef");

test("a sealed value opens unchanged", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
      expect(seal.open(seal.seal(Buffer.from(bytes))).equals(Buffer.from(bytes))).toBe(true);
    }),
  );
});

test("the same text is sealed differently each time, and the result does not contain it", () => {
  const plain = Buffer.from("a store's secret, 32 bytes long!!");
  const [one, other] = [seal.seal(plain), seal.seal(plain)];
  expect(one.equals(other)).toBe(false);
  expect(one.includes(plain.subarray(0, 8))).toBe(false);
});

test("a sealed value with any changed byte is refused", () => {
  const sealed = seal.seal(Buffer.from("secret"));
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => seal.open(changed), `byte ${at}`).toThrow("KEEPSAKE_SECRET");
  }
  expect(seal.open(sealed).toString()).toBe("secret");
});

test("a sealed value that is cut to any length is refused", () => {
  const sealed = seal.seal(Buffer.from("secret"));
  for (let length = 0; length < sealed.length; length += 1) {
    expect(() => seal.open(sealed.subarray(0, length)), `${length} bytes`).toThrow(
      /KEEPSAKE_SECRET|authentication tag|initialization vector/i,
    );
  }
});

test("a value sealed with another secret does not open, and the error text names the setting to check", () => {
  const other = createSeal("another-secret-for-tests-0123456789abcdef");
  expect(() => other.open(seal.seal(Buffer.from("x")))).toThrow(
    "KEEPSAKE_SECRET is not the one that this database was written with. Start with the old secret.",
  );
});

test("each purpose and each secret has its own derived key, which is always the same", () => {
  const key = (purpose: string) => deriveKey("secret", purpose).export().toString("hex");
  expect(key("regid")).toBe(key("regid"));
  expect(new Set(["regid", "session", "identity:1", "identity:2"].map(key)).size).toBe(4);
  expect(key("regid")).not.toBe(deriveKey("other", "regid").export().toString("hex"));
});
