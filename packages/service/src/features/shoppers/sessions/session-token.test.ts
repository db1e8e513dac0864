import { createHmac } from "node:crypto";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { aStoreRecord } from "../../../../test/fixtures/store-record.ts";
import { guestRegid } from "../regid.ts";
import { mintSession, readSession } from "./session-token.ts";

const NOW = 1_800_000_000_000;
const uint32 = fc.integer({ min: 0, max: 0xffff_ffff });

test("a session is read back with the values it was issued with", () => {
  fc.assert(
    fc.property(fc.uuid({ version: 4 }), uint32, uint32, uint32, fc.boolean(), (...issued) => {
      const [uuid, storeEpoch, shopperEpoch, seconds, isStored] = issued;
      const store = aStoreRecord(storeEpoch);
      const regid = guestRegid(store, uuid);
      const text = mintSession(store, regid, shopperEpoch, seconds * 1000 + 999, { isStored });

      expect(text).toMatch(/^[\w-]{68}$/);
      expect(readSession(store, text)).toEqual({
        id: expect.stringMatching(/^\d{1,15}$/),
        isStored,
        regid,
        storeEpoch,
        shopperEpoch,
        issuedAt: seconds * 1000,
      });
    }),
  );
});

test("sessions that are issued to one shopper in the same millisecond differ", () => {
  const store = aStoreRecord();
  const regid = guestRegid(store, "11bf5b37-e0b8-42e0-8dcf-dc8c4aefc000");
  const minted = new Set(Array.from({ length: 1_000 }, () => mintSession(store, regid, 0, NOW)));
  expect(minted.size).toBe(1_000);
});

test("a session with any changed bit is refused", () => {
  const store = aStoreRecord();
  const bytes = Buffer.from(mintSession(store, guestRegid(store, "a"), 3, NOW), "base64url");
  expect(readSession(store, bytes.toString("base64url"))).toBeDefined();
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const changed = Buffer.from(bytes);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(readSession(store, changed.toString("base64url")), `bit ${bit}`).toBeUndefined();
  }
});

test("a session with several changed bytes, or a shorter or longer one, is refused", () => {
  const store = aStoreRecord();
  fc.assert(
    fc.property(
      fc.uuid({ version: 4 }),
      fc.array(fc.tuple(fc.nat(50), fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 8 }),
      (uuid, mutations) => {
        const genuine = mintSession(store, guestRegid(store, uuid), 0, NOW);
        const bytes = Buffer.from(genuine, "base64url");
        for (const [at, by] of mutations) bytes[at] = ((bytes[at] ?? 0) + by) % 256;
        const changed = bytes.toString("base64url");

        expect(readSession(store, changed) !== undefined).toBe(changed === genuine);
        expect(readSession(store, genuine.slice(1))).toBeUndefined();
        expect(readSession(store, `${genuine}A`)).toBeUndefined();
      },
    ),
    { numRuns: 1_000 },
  );
});

test("a session of another version is refused, even with a valid signature", () => {
  const store = aStoreRecord();
  const ofVersion = (version: number) => {
    const token = Buffer.from(mintSession(store, guestRegid(store, "a"), 0, NOW), "base64url");
    token[0] = version;
    const signature = createHmac("sha256", store.keys.session).update(token.subarray(0, 35)).digest();
    return Buffer.concat([token.subarray(0, 35), signature.subarray(0, 16)]).toString("base64url");
  };
  for (const version of [1, 2]) expect(readSession(store, ofVersion(version))).toBeDefined();
  for (const version of [0, 3, 255]) expect(readSession(store, ofVersion(version))).toBeUndefined();
});

test("a session of another store is refused", () => {
  const [store, other] = [aStoreRecord(), aStoreRecord()];
  const text = mintSession(other, guestRegid(other, "a"), 0, NOW);
  expect(readSession(store, text)).toBeUndefined();
  expect(readSession(other, text)).toBeDefined();
});

test("a text that is not a session is refused", () => {
  const store = aStoreRecord();
  const text = fc.oneof(fc.string({ unit: "binary", maxLength: 100 }), fc.base64String({ maxLength: 100 }));
  const read = fc.sample(text, 2_000).filter((one) => readSession(store, one) !== undefined);
  expect(read).toEqual([]);
});
