import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { newSecret } from "../secret.ts";
import { messageId, signatureHeaders } from "./sign.ts";

const NOW = new Date("2026-11-17T09:30:00.000Z");
beforeAll(() => void vi.useFakeTimers({ now: NOW, toFake: ["Date"] }));
afterAll(() => void vi.useRealTimers());

const verify = (secret: string, body: string, headers: Record<string, string>) => {
  try {
    return new Webhook(secret).verify(body, headers, { jsonParse: false }) === undefined;
  } catch {
    return false;
  }
};

test("the published example of Standard Webhooks gets the published signature", () => {
  const headers = signatureHeaders(["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"], {
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    at: new Date(1_614_265_330_000),
    body: '{"test": 2432232314}',
  });
  expect(headers).toEqual({
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

test("a secret has 32 random bytes and the prefix that the libraries know", () => {
  const [one, other] = [newSecret(), newSecret()];
  expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(one).not.toBe(other);
});

const secret = newSecret();
const message = { id: "msg_store_58", at: NOW, body: '{"type":"item.added","number":58,"data":{"epi":"ä€𝄞"}}' };
const signed = { body: message.body, ...signatureHeaders([secret], message) } as Record<string, string>;
const isValid = ({ body = "", ...headers }: Record<string, string>) => verify(secret, body, headers);

/** One change of a text that is not the text itself. */
const changed = (text: string): fc.Arbitrary<string> => {
  const place = fc.integer({ min: 0, max: text.length - 1 });
  const unit = fc.string({ unit: "binary", minLength: 1, maxLength: 1 });
  return fc
    .oneof(
      fc.tuple(place, unit).map(([at, one]) => text.slice(0, at) + one + text.slice(at + 1)),
      fc.tuple(place, unit).map(([at, one]) => text.slice(0, at) + one + text.slice(at)),
      place.map((at) => text.slice(0, at) + text.slice(at + 1)),
      fc.tuple(place, place).map(([a, b]) => text.slice(0, Math.min(a, b)) + text.slice(Math.max(a, b))),
      fc.constantFrom(text.normalize("NFD"), text.toUpperCase(), `${text} `, ` ${text}`, `\uFEFF${text}`, `${text}\n`),
      place.map((at) => text.slice(at) + text.slice(0, at)),
    )
    .filter((one) => one !== text && one.toWellFormed() !== text);
};
/** A time other than the signed one. The library reads the digits at the beginning of the header. */
const otherTime = fc
  .integer({ min: -400, max: 400 })
  .filter((seconds) => seconds !== 0)
  .map((seconds) => String(NOW.getTime() / 1_000 + seconds));
/** Bits of the signature itself, which is 44 characters of base64. The last one has two bits that do not count. */
const otherSignature = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => `v1,${Buffer.from(bytes).toString("base64")}`);

test("of 10,000 changes to body, id, time or signature, every one is rejected", () => {
  expect(isValid(signed)).toBe(true); // control: without a change it is accepted
  const mutated = fc.oneof(
    changed(message.body).map((body) => ({ ...signed, body })),
    changed(message.id).map((id) => ({ ...signed, "webhook-id": id })),
    otherTime.map((at) => ({ ...signed, "webhook-timestamp": at })),
    otherSignature.map((signature) => ({ ...signed, "webhook-signature": signature })),
    fc.constantFrom("webhook-id", "webhook-timestamp", "webhook-signature").map((name) => ({ ...signed, [name]: "" })),
    fc.constantFrom(
      { ...signed, "webhook-signature": String(signed["webhook-signature"]).replace("v1,", "v1a,") },
      { ...signed, "webhook-id": String(signed["webhook-timestamp"]), "webhook-timestamp": message.id },
      { ...signed, body: '{"number":58,"type":"item.added","data":{"epi":"ä€𝄞"}}' },
    ),
  );
  fc.assert(
    fc.property(mutated, (one) => !isValid(one)),
    { numRuns: 10_000 },
  );
});

test("during a rotation both secrets verify, and no other", () => {
  const [old, next, other] = [newSecret(), newSecret(), newSecret()];
  const headers = signatureHeaders([next, old], message);
  expect(headers["webhook-signature"]?.split(" ")).toHaveLength(2);
  expect([old, next, other].map((one) => verify(one, message.body, headers))).toEqual([true, true, false]);
  expect(verify(old, message.body, signatureHeaders([next], message))).toBe(false);
});

test("the id of a message belongs to the event, and is safe in a header and in the signed text", () => {
  const bodyAt = (timestamp: string) => JSON.stringify({ type: "item.added", timestamp });
  const body = bodyAt("2026-11-18T12:00:00.123Z");
  expect(messageId("shop1", { number: "58", id: "1", body })).toBe("msg_shop1_58_1795003200123");
  expect(messageId("a+b/c=.d", { number: "58", id: "1", body })).toBe("msg_a_b_c__d_58_1795003200123");
  expect(messageId("shop1", { number: "0", id: "77", body })).toBe("msg_shop1_example_77");
  // After a restore from a backup, another event has the number.
  const later = messageId("shop1", { number: "58", id: "1", body: bodyAt("2026-11-18T13:00:00.000Z") });
  expect(later).not.toBe(messageId("shop1", { number: "58", id: "1", body }));
});
