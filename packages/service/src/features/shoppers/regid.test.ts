import { randomBytes } from "node:crypto";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { aStoreRecord } from "../../../test/fixtures/store-record.ts";
import { toEmail } from "../../platform/text/email.ts";
import { accountRegid, fromWire, guestRegid, isGuest, toUuid, toWire } from "./regid.ts";

const email = fc.emailAddress().map((address) => address.toLowerCase() as ReturnType<typeof toEmail>);

test("a regid survives the wire, and tells a guest from an account", () => {
  const store = aStoreRecord();
  fc.assert(
    fc.property(fc.uuid({ version: 4 }), email, (uuid, address) => {
      const [guest, account] = [guestRegid(store, uuid), accountRegid(store, address)];
      for (const regid of [guest, account]) {
        expect(toWire(regid)).toMatch(/^[\w-]{22}$/);
        expect(fromWire(store, toWire(regid))).toBe(regid);
      }
      expect([isGuest(guest), isGuest(account)]).toEqual([true, false]);
    }),
  );
});

test("the same person gives the same regid, another person or another store another one", () => {
  const [store, other] = [aStoreRecord(), aStoreRecord()];
  fc.assert(
    fc.property(email, email, (one, two) => {
      expect(accountRegid(store, one)).toBe(accountRegid(store, one));
      expect(accountRegid(store, one) === accountRegid(store, two)).toBe(one === two);
      expect(accountRegid(store, one)).not.toBe(accountRegid(other, one));
      expect(fromWire(other, toWire(accountRegid(store, one)))).toBeUndefined();
    }),
  );
});

test("any change of any byte of a regid is refused", () => {
  const store = aStoreRecord();
  const bytes = Buffer.from(guestRegid(store, "11bf5b37-e0b8-42e0-8dcf-dc8c4aefc000"), "hex");
  for (let at = 0; at < bytes.length; at += 1) {
    for (let value = 0; value < 256; value += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = value;
      expect(fromWire(store, changed.toString("base64url")) !== undefined).toBe(value === bytes[at]);
    }
  }
});

test("a text that is no regid is refused, whatever it is", () => {
  const store = aStoreRecord();
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 80 }), (text) => fromWire(store, text) === undefined),
    { numRuns: 2_000 },
  );
  for (const text of ["", "A".repeat(21), "A".repeat(23), `${"A".repeat(21)}=`, `${"A".repeat(20)}==`]) {
    expect(fromWire(store, text)).toBeUndefined();
  }
});

test("F4: a million guesses at a regid find none; the real one passes", () => {
  const store = aStoreRecord();
  const guesses = 1_000_000;
  const page = randomBytes(16 * 10_000);
  let hits = 0;
  for (let guess = 0; guess < guesses; guess += 1) {
    const start = (guess % 10_000) * 16;
    if (start === 0) page.set(randomBytes(page.length));
    if (fromWire(store, page.toString("base64url", start, start + 16))) hits += 1;
  }
  expect(hits).toBe(0);
  expect(fromWire(store, toWire(accountRegid(store, toEmail("a@example.com"))))).toBeDefined();
});

test("F4: one guess in 256 is found where only one byte vouches for a regid, so the count can see hits", () => {
  const store = aStoreRecord();
  const genuine = Buffer.from(guestRegid(store, "11bf5b37-e0b8-42e0-8dcf-dc8c4aefc000"), "hex");
  let hits = 0;
  for (let last = 0; last < 256; last += 1) {
    genuine[15] = last;
    if (fromWire(store, genuine.toString("base64url"))) hits += 1;
  }
  expect(hits).toBe(1);
});

test("spec 4.1: exactly the uuids of version 4 and RFC variant are taken", () => {
  const takes = (text: string) => {
    try {
      return toUuid(text) === text.trim().toLowerCase();
    } catch {
      return false;
    }
  };
  const ofVersion4 = fc.sample(fc.uuid({ version: 4 }), 200);
  const ofAnother = fc.sample(fc.uuid({ version: [1, 2, 3, 5, 6, 7, 8] }), 200);
  const ofAnotherVariant = ofVersion4.flatMap((uuid) =>
    "01234567cdef".split("").map((variant) => `${uuid.slice(0, 19)}${variant}${uuid.slice(20)}`),
  );
  expect([...ofVersion4, ...ofVersion4.map((uuid) => uuid.toUpperCase())].every(takes)).toBe(true);
  expect([...ofAnother, ...ofAnotherVariant].filter(takes)).toEqual([]);
});
