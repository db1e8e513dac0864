import { createSecretKey, randomBytes } from "node:crypto";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createHashSecret, newApiKey, parseApiKey } from "./api-key.ts";

test("a key is parsed into its id and secret", () => {
  for (let time = 0; time < 100; time += 1) {
    const { id, secret, text } = newApiKey();
    expect(text).toMatch(/^ks_[0-9A-Za-z]{8}_[0-9A-Za-z]{32}_[0-9a-f]{8}$/);
    expect(parseApiKey(text)).toEqual({ id, secret });
  }
});

test("the checksum detects a typing error in any position of a key", () => {
  const { text } = newApiKey();
  for (let at = 0; at < text.length; at += 1) {
    const typed = `${text.slice(0, at)}${text[at] === "a" ? "b" : "a"}${text.slice(at + 1)}`;
    expect(parseApiKey(typed)).toBeUndefined();
  }
});

test("a text that is not a key is refused", () => {
  fc.assert(fc.property(fc.string({ maxLength: 100 }), (text) => parseApiKey(text) === undefined));
  const { text } = newApiKey();
  for (const near of ["", text.toUpperCase(), ` ${text}`, `${text}\n`, text.slice(0, -1), `${text}0`]) {
    expect(parseApiKey(near)).toBeUndefined();
  }
});

test("every character is equally likely in a key", () => {
  const counts = new Map<string, number>();
  for (let time = 0; time < 2_000; time += 1) {
    for (const letter of newApiKey().secret) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  const expected = (2_000 * 32) / 62;
  expect(counts.size).toBe(62);
  // Six standard deviations. With bytes taken modulo 62, the first eight characters would be 25 % too frequent.
  for (const count of counts.values()) expect(Math.abs(count - expected)).toBeLessThan(6 * Math.sqrt(expected));
});

test("control: with bytes taken modulo 62, the test above would fail", () => {
  const counts = new Map<number, number>();
  for (const byte of randomBytes(2_000 * 32)) counts.set(byte % 62, (counts.get(byte % 62) ?? 0) + 1);
  const expected = (2_000 * 32) / 62;
  const worst = Math.max(...[...counts.values()].map((count) => Math.abs(count - expected)));
  expect(worst).toBeGreaterThan(6 * Math.sqrt(expected));
});

test("the stored hash depends on the secret and on the pepper", () => {
  const [pepper, another] = [createSecretKey(randomBytes(32)), createSecretKey(randomBytes(32))];
  const [one, other] = [createHashSecret(pepper), createHashSecret(another)];
  expect(one("x")).toEqual(createHashSecret(pepper)("x"));
  expect(one("x")).not.toEqual(one("y"));
  expect(one("x")).not.toEqual(other("x"));
  expect(one("x")).toHaveLength(32);
});
