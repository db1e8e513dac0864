import * as fc from "fast-check";
import { expect, test } from "vitest";
import { maskAddresses } from "./mask-address.ts";

test.each([
  ["550 <ann.lee+shop@mail.example.com>: unknown", "550 <a…@mail.example.com>: unknown"],
  ["john.smith=work@example.com, o'brien@example.com", "j…@example.com, o…@example.com"],
  ["GET /x?email=o'brien%2Bshop%40example.com", "GET /x?email=o…%40example.com"],
  ['duplicate key (email)=("ann lee"@example.com)', 'duplicate key (email)=("…@example.com)'],
  ["GET /x?email=ann%40example.com&y=1", "GET /x?email=a…%40example.com&y=1"],
  ["jörg@exämple.com does not exist", "j…@exämple.com does not exist"],
  ["The number +4915112345678 is not valid", "The number +49…78 is not valid"],
  ["To=%2B4915112345678", "To=%2B…78"],
  ["The number +49 (151) 1234-5678 is not valid", "The number +49…78 is not valid"],
  ["4915112345678 is blocked", "491…78 is blocked"],
])("addresses in a text are masked: %s", (text, masked) => {
  expect(maskAddresses(text)).toBe(masked);
});

test.each([
  "connect ECONNREFUSED 127.0.0.1:5432",
  "at send (file:///srv/packages/service/src/main.ts:10:15)",
  "The mail 1152921504606846977 of store 524289 was refused with 550 5.7.1",
  "postgres:16-bookworm @ 3",
  "at cors (file:///srv/node_modules/@fastify/cors/index.js:10:15)",
])("what is no address stays: %s", (text) => {
  expect(maskAddresses(text)).toBe(text);
});

test("no address is left in any text around it", () => {
  const around = fc.string({ maxLength: 40 });
  const local = fc.stringMatching(/^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{4,30}$/).filter((name) => !name.includes("%40"));
  fc.assert(
    fc.property(around, local, around, (before, name, after) => {
      expect(maskAddresses(`${before} ${name}@example.com ${after}`)).toContain(` ${name[0]}…@example.com `);
      const query = `${before} /x?to=${encodeURIComponent(`${name}@example.com`)}&x=1 ${after}`;
      expect(maskAddresses(query)).toMatch(/ \/x\?to=.…%40example\.com&x=1 /);
    }),
  );
});

test("a text of 20,000 characters that is nearly an address is masked within a second", () => {
  const times = [10_000, 20_000].map((length) => {
    const text = "a.".repeat(length / 2);
    const begun = performance.now();
    maskAddresses(text);
    return performance.now() - begun;
  });
  expect(Math.max(...times)).toBeLessThan(1_000);
});
