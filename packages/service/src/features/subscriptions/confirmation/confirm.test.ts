import { expect, test } from "vitest";
import { aClock } from "../../../../test/fixtures/clock.ts";
import { atOnce } from "../../../../test/fixtures/crowd.ts";
import { look } from "../../../../test/fixtures/database.ts";
import { anEmail, aService, aStore, type TestStore } from "../../../../test/fixtures/service.ts";
import { good } from "../../../../test/fixtures/shopper-lists.ts";
import {
  aProduct,
  confirmationsOf,
  eventsOf,
  ledgerOf,
  subscribeAs,
  subscriptionRows,
  subscriptionsOf,
} from "../../../../test/fixtures/subscription-calls.ts";
import type { SubscriptionId } from "../../../platform/ids.ts";
import { selectRecipients } from "../line/recipients.ts";
import { suppress } from "../suppression/suppress.ts";

const mail = { KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:1", KEEPSAKE_PUBLIC_URL: "https://alerts.example" };
const time = aClock();
const service = aService({ env: mail, clock: time.clock });
const aShop = () => aStore(service, { scopes: ["subscriptions", "identity"] });

const open = (store: TestStore, token: string) =>
  store.admin("/alerts/confirm", undefined, { key: null, method: "GET", query: { token } });
const press = (store: TestStore, token: string) => store.admin("/alerts/confirm", { token }, { key: null });

async function aSignUp(store: TestStore, email = anEmail()) {
  good(
    await subscriptionsOf(store, await store.aGuest()).create(email, [aProduct(1)], { consent: "Email me, please." }),
  );
  const [confirmation] = (await confirmationsOf(store)).slice(-1);
  if (!confirmation) throw new Error("No confirmation was sent");
  return { email, ...confirmation };
}

test("a sign-up in a browser sends one confirmation, and the person joins the waiting list only when they press its button", async () => {
  const store = await aShop();
  const { email, to, text, token } = await aSignUp(store);
  expect([to, await confirmationsOf(store)]).toMatchObject([email, { length: 1 }]);
  expect(text).toContain("https://alerts.example/alerts/confirm?token=");
  const [before] = await subscriptionRows(store);
  expect(before?.state).toBe(0);

  const page = await open(store, token);
  expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
  expect(page.text).toContain("Confirm your alert");
  expect(page.text).toContain('action="/alerts/confirm"');
  expect(page.text).toContain("Product 1");
  expect(await subscriptionRows(store)).toEqual([before]);

  const pressed = await press(store, token);
  expect([pressed.status, pressed.headers.location, pressed.headers["set-cookie"]]).toEqual([
    200,
    undefined,
    undefined,
  ]);
  expect(await subscriptionRows(store)).toEqual([{ ...before, state: 1 }]);
  expect(await ledgerOf(store)).toEqual(["0 signed up, not confirmed yet", "1 confirmed with the link in the mail"]);
  expect(await eventsOf(store, "alert.confirmed")).toHaveLength(1);
  expect(await look("select source, wording from consents where store_id = $1 order by given_at", [store.id])).toEqual([
    { source: "browser", wording: "Email me, please." },
    { source: "confirmation", wording: "" },
  ]);
});

test("the time of the sign-up, not of the confirmation, decides the place in line", async () => {
  const store = await aShop();
  const early = await aSignUp(store);
  const late = await aSignUp(store);
  await press(store, late.token);
  await press(store, early.token);
  const rows = await subscriptionRows(store);
  expect(rows.map(({ value, state }) => [value, state])).toEqual([
    [early.email, 1],
    [late.email, 1],
  ]);
});

test("a confirmation link works once: a person who unsubscribed and signs up again must confirm again", async () => {
  const store = await aShop();
  const { email, token } = await aSignUp(store);
  await press(store, token);
  await look("update subscriptions set state = 6 where store_id = $1", [store.id]);
  const second = await aSignUp(store, email);
  const used = await press(store, token);
  expect([used.status, used.text]).toMatchObject([200, expect.stringContaining("Nothing left to confirm")]);
  expect((await subscriptionRows(store))[0]?.state).toBe(0);
  await press(store, second.token);
  expect((await subscriptionRows(store))[0]?.state).toBe(1);
});

test("a confirmation link works for 48 hours and no longer", async () => {
  const store = await aShop();
  const [early, late] = [await aSignUp(store), await aSignUp(store)];
  time.forward(48 * 3_600_000 - 1);
  expect((await press(store, early.token)).status).toBe(200);
  time.forward(1);
  const tooLate = [await open(store, late.token), await press(store, late.token)];
  expect(tooLate.map(({ status }) => status)).toEqual([410, 410]);
  expect(tooLate[0]?.text).toContain("This link has expired");
  expect((await subscriptionRows(store)).map(({ state }) => state)).toEqual([1, 0]);
});

test("a forged link, a link for another purpose and no link at all show one page and confirm nothing", async () => {
  const store = await aShop();
  const { token } = await aSignUp(store);
  const [row] = await subscriptionRows(store);
  const contact = { storeId: store.id, contactId: row?.contactId as never };
  const pieces = token.split(".");
  const forged = [
    "",
    "made-up",
    token.slice(0, -1),
    `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`,
    [...pieces.slice(0, 4), "zzzzzzzzz", pieces[5]].join("."),
    service.deps.links.tokenFor(contact),
  ];
  const pages = await Promise.all(forged.flatMap((one) => [open(store, one), press(store, one)]));
  expect(new Set(pages.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(pages[0]?.status).toBe(404);
  expect((await subscriptionRows(store))[0]?.state).toBe(0);
});

test("the pages run no script, load nothing, cannot be framed and send no referrer", async () => {
  const store = await aShop();
  const { token } = await aSignUp(store);
  const { headers, text } = await open(store, token);
  expect(headers["content-security-policy"]).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+' 'sha256-[^']+'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
  );
  expect(headers).toMatchObject({
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex",
    "cache-control": "no-store",
  });
  expect(text).not.toMatch(/<script|<img|<link|onclick/);
  expect(text).toContain('<html lang="en">');
});

test("an address gets at most three confirmation mails a day from one store, and further sign-ups get the same answer", async () => {
  const store = await aShop();
  const email = anEmail();
  const answers = [];
  for (let n = 0; n < 5; n += 1) {
    const calls = subscriptionsOf(store, await store.aGuest());
    answers.push(await calls.create(email, [aProduct(n)]));
  }
  expect(new Set(answers.map(({ status, body }) => `${status} ${String(body.message)}`)).size).toBe(1);
  expect(await confirmationsOf(store)).toHaveLength(3);
  expect((await subscriptionRows(store)).map(({ state }) => state)).toEqual([0, 0, 0, 0, 0]);
});

test("1,000 sign-ups of one address from 50 stores, a hundred at once, send at most 3 mails per store and 10 in all, and none joins a waiting list", async () => {
  const stores: TestStore[] = [];
  for (let n = 0; n < 50; n += 1) stores.push(await aShop()); // one by one: creating a store takes a lock
  const email = anEmail();
  const answers: { status: number }[] = [];
  for (let round = 0; round < 10; round += 1) {
    answers.push(
      ...(await atOnce(100, async (n) => {
        const store = stores[n % stores.length] as TestStore;
        return subscriptionsOf(store, await store.aGuest()).create(email, [aProduct(100 * round + n)]);
      })),
    );
  }
  // On a busy machine some calls wait too long for the lock of the address and get 503.
  expect([200, 503]).toEqual(expect.arrayContaining([...new Set(answers.map(({ status }) => status))]));
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(50);
  const mails = await look<{ store: number; count: number }>(
    "select store_id as store, count(*)::int from mails where kind = 'alert-confirm' and to_email = $1 group by 1",
    [email],
  );
  expect(mails.reduce((sum, { count }) => sum + count, 0)).toBe(10);
  expect(Math.max(...mails.map(({ count }) => count))).toBeLessThanOrEqual(3);
  for (const store of stores) {
    expect(new Set((await subscriptionRows(store)).map(({ state }) => state)).has(1)).toBe(false);
  }
});

test("a suppressed address gets no confirmation mail, and the caller gets the same answer as for any other", async () => {
  const store = await aShop();
  const [deliverable, suppressed] = [anEmail(), anEmail()];
  const hash = service.deps.hashAddress({ medium: 1, value: suppressed }, store.id);
  await store.inStore((tx) => suppress(tx, hash, { reason: "complaint" }));
  const calls = subscriptionsOf(store, await store.aGuest());
  const answers = [await calls.create(deliverable), await calls.create(suppressed)];
  expect(answers[0]?.text).toBe(answers[1]?.text);
  expect((await confirmationsOf(store)).map(({ to }) => to)).toEqual([deliverable]);
  const states = (good(await calls.fetch()).subscriptions as { state: string }[]).map(({ state }) => state);
  expect(states).toEqual(["unconfirmed", "unconfirmed"]);
});

test("the shop's server is trusted to have consent, unless the store asks for confirmation", async () => {
  const [trusting, careful] = [
    await aShop(),
    await aStore(service, { scopes: ["subscriptions"], settings: { alerts: { doubleOptIn: true } } }),
  ];
  for (const store of [trusting, careful]) good(await subscribeAs(store, anEmail()));
  expect((await subscriptionRows(trusting))[0]?.state).toBe(1);
  expect(await confirmationsOf(trusting)).toEqual([]);
  expect((await subscriptionRows(careful))[0]?.state).toBe(0);
  expect(await confirmationsOf(careful)).toHaveLength(1);
});

test("an unconfirmed address that the shop's server signs up waits from then on and keeps its place", async () => {
  const store = await aShop();
  const { email } = await aSignUp(store);
  const [before] = await subscriptionRows(store);
  good(await subscribeAs(store, email));
  expect(await subscriptionRows(store)).toMatchObject([{ id: before?.id, state: 1, signedUpAt: before?.signedUpAt }]);
});

test("an unconfirmed subscription is skipped when recipients are selected", async () => {
  const store = await aShop();
  await aSignUp(store);
  const [one] = await subscriptionRows(store);
  const selected = await store.inStore((tx) => selectRecipients(tx, [one?.id as SubscriptionId]));
  expect(selected).toEqual({ recipients: [], skipped: [{ id: one?.id, reason: "not waiting: unconfirmed" }] });
});

test("without a mail server, a sign-up that needs a confirmation gets 503, and one that needs none is stored", async () => {
  const withoutMail = aService();
  const [strict, easy] = [
    await aStore(withoutMail),
    await aStore(withoutMail, { settings: { alerts: { browserDoubleOptIn: false } } }),
  ];
  const refused = await subscriptionsOf(strict, await strict.aGuest()).create(anEmail());
  expect([refused.status, refused.body.type]).toEqual([503, "unavailable"]);
  good(await subscriptionsOf(easy, await easy.aGuest()).create(anEmail()));
  good(await subscriptionsOf(easy, await easy.anAccount()).create(anEmail()));
  expect((await subscriptionRows(easy)).map(({ state, shopperId }) => [state, shopperId !== null])).toEqual([
    [1, true],
    [1, true],
  ]);
});

test("one shopper can sign up 60 times a minute; further calls get 429", async () => {
  const store = await aStore(service, { settings: { alerts: { browserDoubleOptIn: false } } });
  const calls = subscriptionsOf(store, await store.anAccount());
  const answers = await atOnce(70, (n) => calls.create(anEmail(), [aProduct(n)]));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  expect(answers.find(({ status }) => status === 429)?.body.type).toBe("rate-limited");
});
