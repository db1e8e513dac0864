import { expect, test } from "vitest";
import { atOnce, tally } from "../../../../test/fixtures/crowd.ts";
import { look } from "../../../../test/fixtures/database.ts";
import { type Answer, anEmail, aService, aStore, type TestStore } from "../../../../test/fixtures/service.ts";
import { good } from "../../../../test/fixtures/shopper-lists.ts";
import {
  aProduct,
  confirmationsOf,
  requestRows,
  subscribeAs,
  subscriptionsOf,
} from "../../../../test/fixtures/subscription-calls.ts";
import { EMAIL } from "../address.ts";
import { suppress } from "../suppression/suppress.ts";

const service = aService({
  env: {
    KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:1",
    KEEPSAKE_SMS_HTTP_URL: "https://sms.example/send",
    KEEPSAKE_PUBLIC_URL: "https://alerts.example",
  },
});
const ADMIN = { scopes: ["admin" as const] };
const HERE = "203.0.113.7";

let numbers = 0;
const aNumber = () => `+49151${String((numbers += 1)).padStart(8, "0")}`;
const signUp = async (store: TestStore, address: string, from = HERE) =>
  subscriptionsOf(store, await store.aGuest()).create(
    address,
    [aProduct(1)],
    { medium: address.startsWith("+") ? "sms" : "email" },
    { from },
  );
const problemOf = ({ status, body }: Answer) => [status, body.type];

test("one IP address causes at most 60 confirmation mails and 10 text messages an hour in a store", async () => {
  const [store, other] = [
    await aStore(service, { ...ADMIN, settings: { limits: {} } }),
    await aStore(service, { ...ADMIN, settings: { limits: {} } }),
  ];
  for (let n = 0; n < 60; n += 1) good(await signUp(store, anEmail()));
  for (let n = 0; n < 10; n += 1) good(await signUp(store, aNumber()));
  const refused = [await signUp(store, anEmail()), await signUp(store, aNumber())];
  expect(refused.map(problemOf)).toEqual([
    [429, "rate-limited"],
    [429, "rate-limited"],
  ]);
  expect(refused.map(({ headers }) => headers["ratelimit-policy"])).toEqual([
    '"confirmations";q=60;w=3600',
    '"textConfirmations";q=10;w=3600',
  ]);
  expect(await confirmationsOf(store)).toHaveLength(70);

  good(await signUp(store, anEmail(), "203.0.113.8"));
  good(await signUp(other, anEmail()));
  // These send no confirmation: an account signs up its own address, and the shop's server is trusted.
  const email = anEmail();
  const account = await store.anAccount(email);
  good(await subscriptionsOf(store, account).create(email, [aProduct(1)], {}, { from: HERE }));
  good(await subscribeAs(store, anEmail(), [aProduct(1)], {}, { from: HERE }));
});

test("the addresses of an IPv6 network share the confirmations of one address", async () => {
  const few = { points: 2, seconds: 60 };
  const store = await aStore(service, { ...ADMIN, settings: { limits: { confirmations: few } } });
  for (const host of ["1", "2"]) good(await signUp(store, anEmail(), `2001:db8:7::${host}`));
  expect(problemOf(await signUp(store, anEmail(), "2001:db8:7::3"))).toEqual([429, "rate-limited"]);
});

test("a store sends as many confirmations a day as it has set, and a sign-up over the limit stores nothing", async () => {
  const alerts = { confirmationsPerDay: 4, textConfirmationsPerDay: 2, doubleOptIn: true };
  const store = await aStore(service, { ...ADMIN, settings: { alerts } });
  const mails = await atOnce(9, (n) => signUp(store, anEmail(), `203.0.113.${n}`));
  expect(tally(mails.map(({ status }) => status))).toEqual({ 200: 4, 429: 5 });
  const texts = await atOnce(5, (n) => signUp(store, aNumber(), `203.0.113.${n}`));
  expect(tally(texts.map(({ status }) => status))).toEqual({ 200: 2, 429: 3 });
  expect([await confirmationsOf(store), await requestRows(store)].map(({ length }) => length)).toEqual([6, 6]);

  // The shop's server is trusted with its own numbers.
  good(await subscribeAs(store, anEmail()));
  expect(await confirmationsOf(store)).toHaveLength(7);

  await look("update confirmation_counts set day = day - 1 where store_id = $1", [store.id]);
  good(await signUp(store, anEmail()));
});

test("a store with a limit of 0 text messages a day sends none, and still sends mails", async () => {
  const store = await aStore(service, { ...ADMIN, settings: { alerts: { textConfirmationsPerDay: 0 } } });
  expect(problemOf(await signUp(store, aNumber()))).toEqual([429, "too-many-confirmations"]);
  good(await signUp(store, anEmail()));
});

test("over the daily limit, the answer is the same for every address", async () => {
  const store = await aStore(service, { ...ADMIN, settings: { alerts: { confirmationsPerDay: 4 } } });
  const [waiting, suppressed, asked, unknown] = [anEmail(), anEmail(), anEmail(), anEmail()];
  good(await subscribeAs(store, waiting));
  const hash = service.deps.hashAddress({ medium: EMAIL, value: suppressed }, store.id);
  await store.inStore((tx) => suppress(tx, hash, { reason: "complaint" }));
  // The last one sends nothing, because this address got three mails, and counts all the same.
  for (let n = 0; n < 4; n += 1) good(await signUp(store, asked));
  expect(await confirmationsOf(store)).toHaveLength(3);
  for (const address of [waiting, suppressed, asked, unknown]) {
    expect(problemOf(await signUp(store, address))).toEqual([429, "too-many-confirmations"]);
  }
});
