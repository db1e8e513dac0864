import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { formatRegid, guestRegid } from "../src/features/shoppers/regid.ts";
import { newApiKey } from "../src/features/stores/keys/api-key.ts";
import { type Answer, anEmail, aService, aStore, aUuid, basic, refusalOf, type TestStore } from "./fixtures/service.ts";

const service = aService();

type Call = () => Promise<unknown>;

/** Median times of two kinds of calls. They take turns, so that other load on the machine affects both equally. */
async function medians(one: Call, other: Call, samples: number) {
  const times: [number[], number[]] = [[], []];
  for (let sample = 0; sample < samples * 2; sample += 1) {
    // The first of each pair is random: the second finds warm caches.
    const first = sample % 2 === 0 ? (randomBytes(1)[0] ?? 0) & 1 : undefined;
    turn = first ?? 1 - turn;
    const start = performance.now();
    await (turn ? other : one)();
    times[turn as 0 | 1].push(performance.now() - start);
  }
  return times.map((list) => list.toSorted((a, b) => a - b)[list.length >> 1] ?? 0) as [number, number];
}
let turn = 0;

/** The ratio nearest to 1 of a few measurements: noise varies between measurements, a real difference does not. */
async function bestRatio(one: Call, other: Call, samples: number) {
  await medians(one, other, 50);
  let best = Number.POSITIVE_INFINITY;
  for (let time = 0; time < 5 && Math.abs(best - 1) > 0.05; time += 1) {
    const [a, b] = await medians(one, other, samples);
    if (Math.abs(a / b - 1) < Math.abs(best - 1)) best = a / b;
  }
  return best;
}

/** Everything that a caller can see: status, body, size and header names, without values that are new in each answer. */
const visible = (answer: Answer) => ({
  ...refusalOf(answer),
  size: answer.text.length - String(answer.body.requestId).length,
  headers: Object.keys(answer.headers).toSorted(),
});

/** A new IP address for each call: after a few wrong keys from one address, the rate limit refuses it. */
let callers = 0;
const from = () => {
  callers += 1;
  return `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`;
};

const SAMPLES = 600;

test("a wrong key gets the same refusal whether or not the store exists", async () => {
  const store = await aStore(service);
  const ask = (pid: string) => () =>
    store.generateRegid(
      { uuid: "11bf5b37-e0b8-42e0-8dcf-dc8c4aefc000" },
      { headers: { authorization: basic(pid, newApiKey().text) }, from: from() },
    );
  const unknown = store.pid.split("").toReversed().join("");
  const [known, other] = [ask(store.pid), ask(unknown)];

  expect(visible(await known())).toEqual(visible(await other()));
  const ratio = await bestRatio(known, other, SAMPLES);
  expect(ratio).toBeGreaterThan(0.9);
  expect(ratio).toBeLessThan(1.1);
});

test("a regid with a made-up session gets the same refusal whether or not the regid exists", async () => {
  const store = await aStore(service);
  const known = await aKnownGuest(store);
  const madeUp = () => randomBytes(51).toString("base64url");
  const ask = (uuid: string) => () => store.register({ uuid, sessionid: madeUp() });
  const [one, other] = [ask(known.uuid), ask(aUuid())];

  expect(visible(await one())).toEqual(visible(await other()));
  const ratio = await bestRatio(one, other, SAMPLES);
  expect(ratio).toBeGreaterThan(0.9);
  expect(ratio).toBeLessThan(1.1);
});

test("every call of a shopper refuses a known and an unknown regid in the same way, for guests and accounts", async () => {
  const store = await aStore(service);
  const record = await store.record();
  const account = await store.anAccount();
  const known = await aKnownGuest(store);
  const unknown = formatRegid(guestRegid(record, aUuid()));
  const ask = (regid: string) => async () =>
    store.identify({ regid, sessionid: randomBytes(51).toString("base64url") }).then(
      () => "passed",
      (error: { type: string; message: string }) => `${error.type} ${error.message}`,
    );
  for (const regid of [known.regid, account.regid]) {
    expect(await ask(regid)()).toBe(await ask(unknown)());
    const ratio = await bestRatio(ask(regid), ask(unknown), SAMPLES * 4);
    expect(ratio).toBeGreaterThan(0.9);
    expect(ratio).toBeLessThan(1.1);
  }
});

test("without proof, an email with an account and one without get the same answer", async () => {
  const store = await aStore(service);
  const account = await store.anAccount();
  const [known, unknown] = [
    await store.register({ useremail: account.useremail, assertion: "made.up.assertion" }),
    await store.register({ useremail: anEmail(), assertion: "made.up.assertion" }),
  ];
  expect(known.status).toBe(401);
  expect(visible(known)).toEqual(visible(unknown));
});

test("an unknown pid and a malformed pid get the same refusal", async () => {
  const store = await aStore(service);
  const ask = (pid: string) => store.admin("/api/v3/provider/register", {}, { key: null, query: { pid } });
  expect(visible(await ask("no-such-store"))).toEqual(visible(await ask("%%%")));
});

test("control: the measurement detects one look-up more or less", async () => {
  const store = await aStore(service);
  const ask = (key: () => string) => () =>
    store.generateRegid(
      { uuid: "11bf5b37-e0b8-42e0-8dcf-dc8c4aefc000" },
      { headers: { authorization: basic(store.pid, key()) }, from: from() },
    );
  // The checksum refuses a key with a typing error without a look-up; a well-formed key is looked up.
  const ratio = await bestRatio(
    ask(() => newApiKey().text),
    ask(() => `${newApiKey().text.slice(0, -8)}xxxxxxxx`),
    200,
  );
  expect(ratio).toBeGreaterThan(1.1);
});

async function aKnownGuest(store: TestStore) {
  const guest = await store.aGuest();
  await store.sync({ regid: guest.regid, useremail: anEmail() });
  await store.undoMerge({ regid: guest.regid });
  return guest;
}
