import { randomBytes } from "node:crypto";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { aStoreRecord } from "../../../test/fixtures/store-record.ts";
import { toEmail } from "../../platform/text/email.ts";
import { accountRegid, formatRegid, guestRegid, isGuest, parseRegid, toUuid } from "./regid.ts";

const email = fc.emailAddress().map((address) => address.toLowerCase() as ReturnType<typeof toEmail>);

test("a regid can be formatted and parsed back, and shows whether it is a guest's", () => {
  const store = aStoreRecord();
  fc.assert(
    fc.property(fc.uuid({ version: 4 }), email, (uuid, address) => {
      const [guest, account] = [guestRegid(store, uuid), accountRegid(store, address)];
      for (const regid of [guest, account]) {
        expect(formatRegid(regid)).toMatch(/^[\w-]{22}$/);
        expect(parseRegid(store, formatRegid(regid))).toBe(regid);
      }
      expect([isGuest(guest), isGuest(account)]).toEqual([true, false]);
    }),
  );
});

test("one email always gives the same regid; another email or another store gives another one", () => {
  const [store, other] = [aStoreRecord(), aStoreRecord()];
  fc.assert(
    fc.property(email, email, (one, two) => {
      expect(accountRegid(store, one)).toBe(accountRegid(store, one));
      expect(accountRegid(store, one) === accountRegid(store, two)).toBe(one === two);
      expect(accountRegid(store, one)).not.toBe(accountRegid(other, one));
      expect(parseRegid(other, formatRegid(accountRegid(store, one)))).toBeUndefined();
    }),
  );
});

test("a regid with any changed byte is refused", () => {
  const store = aStoreRecord();
  const bytes = Buffer.from(guestRegid(store, "11bf5b37-e0b8-42e0-8dcf-dc8c4aefc000"), "hex");
  for (let at = 0; at < bytes.length; at += 1) {
    for (let value = 0; value < 256; value += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = value;
      expect(parseRegid(store, changed.toString("base64url")) !== undefined).toBe(value === bytes[at]);
    }
  }
});

test("a text that is not a regid is refused", () => {
  const store = aStoreRecord();
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 80 }), (text) => parseRegid(store, text) === undefined),
    { numRuns: 2_000 },
  );
  for (const text of ["", "A".repeat(21), "A".repeat(23), `${"A".repeat(21)}=`, `${"A".repeat(20)}==`]) {
    expect(parseRegid(store, text)).toBeUndefined();
  }
});

test("a million random guesses find no valid regid; the real one passes", () => {
  const store = aStoreRecord();
  const guesses = 1_000_000;
  const page = randomBytes(16 * 10_000);
  let hits = 0;
  for (let guess = 0; guess < guesses; guess += 1) {
    const start = (guess % 10_000) * 16;
    if (start === 0) page.set(randomBytes(page.length));
    if (parseRegid(store, page.toString("base64url", start, start + 16))) hits += 1;
  }
  expect(hits).toBe(0);
  expect(parseRegid(store, formatRegid(accountRegid(store, toEmail("a@example.com"))))).toBeDefined();
}, 300_000); // seconds on an idle machine, minutes on a busy one

test("control: trying every last byte finds the one valid regid, so the test above would count a hit", () => {
  const store = aStoreRecord();
  const genuine = Buffer.from(guestRegid(store, "11bf5b37-e0b8-42e0-8dcf-dc8c4aefc000"), "hex");
  let hits = 0;
  for (let last = 0; last < 256; last += 1) {
    genuine[15] = last;
    if (parseRegid(store, genuine.toString("base64url"))) hits += 1;
  }
  expect(hits).toBe(1);
});

test("only uuids of version 4 and of the RFC variant are accepted", () => {
  const isAccepted = (text: string) => {
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
  expect([...ofVersion4, ...ofVersion4.map((uuid) => uuid.toUpperCase())].every(isAccepted)).toBe(true);
  expect([...ofAnother, ...ofAnotherVariant].filter(isAccepted)).toEqual([]);
});
