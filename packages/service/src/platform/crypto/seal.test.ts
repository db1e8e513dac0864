import { createCipheriv, randomBytes } from "node:crypto";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createSeal, deriveKey, HEADER_BYTES, type SealContext } from "./seal.ts";

const SECRET = "a-secret-for-tests-only-0123456789abcdef";
const OTHER = "another-secret-for-tests-0123456789abcdef";
const seal = createSeal([SECRET]);
const context: SealContext = { purpose: "store-secret", owner: 7 };

/** As 0.1 sealed: no header, no context, one key for everything. */
function sealAsBefore(secret: string, plain: Buffer) {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", deriveKey(secret, "seal"), nonce);
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

test("a sealed value opens unchanged", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
      expect(seal.open(seal.seal(Buffer.from(bytes), context), context).equals(Buffer.from(bytes))).toBe(true);
    }),
  );
});

test("the same text is sealed differently each time, and the result does not contain it", () => {
  const plain = Buffer.from("a store's secret, 32 bytes long!!");
  const [one, other] = [seal.seal(plain, context), seal.seal(plain, context)];
  expect(one.equals(other)).toBe(false);
  expect(one.includes(plain.subarray(0, 8))).toBe(false);
});

test("a sealed value with any changed byte is refused", () => {
  const sealed = seal.seal(Buffer.from("secret"), context);
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => seal.open(changed, context), `byte ${at}`).toThrow("KEEPSAKE_SECRET");
  }
  expect(seal.open(sealed, context).toString()).toBe("secret");
});

test("a sealed value that is cut to any length is refused", () => {
  const sealed = seal.seal(Buffer.from("secret"), context);
  for (let length = 0; length < sealed.length; length += 1) {
    expect(() => seal.open(sealed.subarray(0, length), context), `${length} bytes`).toThrow("KEEPSAKE_SECRET");
  }
});

test("a sealed value does not open for another store or another purpose", () => {
  const sealed = seal.seal(Buffer.from("secret"), context);
  expect(() => seal.open(sealed, { ...context, owner: 8 })).toThrow("KEEPSAKE_SECRET");
  expect(() => seal.open(sealed, { ...context, purpose: "answer" })).toThrow("KEEPSAKE_SECRET");
});

test("a value sealed with another secret does not open, and the error text says how to replace a secret", () => {
  const other = createSeal([OTHER]);
  expect(() => other.open(seal.seal(Buffer.from("x"), context), context)).toThrow(
    "set KEEPSAKE_SECRET=new,old, run `keepsake secret rotate`",
  );
});

test("with several secrets the first one seals and each of them opens", () => {
  const both = createSeal([OTHER, SECRET]);
  expect(both.open(seal.seal(Buffer.from("x"), context), context).toString()).toBe("x");
  const sealed = both.seal(Buffer.from("y"), context);
  expect(createSeal([OTHER]).open(sealed, context).toString()).toBe("y");
  expect(() => seal.open(sealed, context)).toThrow("KEEPSAKE_SECRET");
  expect(sealed.subarray(0, HEADER_BYTES)).toEqual(createSeal([OTHER]).header);
  expect(both.header).not.toEqual(seal.header);
});

test("a value that 0.1 sealed opens with any of the secrets", () => {
  const sealed = sealAsBefore(SECRET, Buffer.from("x"));
  expect(createSeal([OTHER, SECRET]).open(sealed, context).toString()).toBe("x");
  expect(() => createSeal([OTHER]).open(sealed, context)).toThrow("KEEPSAKE_SECRET");
});

test("each purpose and each secret has its own derived key, which is always the same", () => {
  const key = (purpose: string) => deriveKey("secret", purpose).export().toString("hex");
  expect(key("regid")).toBe(key("regid"));
  expect(new Set(["regid", "session", "identity:1", "identity:2"].map(key)).size).toBe(4);
  expect(key("regid")).not.toBe(deriveKey("other", "regid").export().toString("hex"));
});
