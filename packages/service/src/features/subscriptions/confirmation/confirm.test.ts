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
  requestRows,
  subscribeAs,
  subscriptionRows,
  subscriptionsOf,
} from "../../../../test/fixtures/subscription-calls.ts";
import type { ContactId } from "../../../platform/ids.ts";
import { announceDueRestocks } from "../../catalog/stock/announce-due-restocks.ts";
import { suppress } from "../suppression/suppress.ts";
import { createPruneRequests } from "./prune-confirmations.ts";

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
  expect(await subscriptionRows(store)).toEqual([]);

  const page = await open(store, token);
  expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
  expect(page.text).toContain("Confirm your alert");
  expect(page.text).toContain('action="/alerts/confirm"');
  expect(page.text).toContain("an item at A test&#39;s store");
  expect(await subscriptionRows(store)).toEqual([]);

  const pressed = await press(store, token);
  expect([pressed.status, pressed.headers.location, pressed.headers["set-cookie"]]).toEqual([
    200,
    undefined,
    undefined,
  ]);
  expect(await subscriptionRows(store)).toMatchObject([{ value: email, state: 1 }]);
  expect(await requestRows(store)).toEqual([]);
  expect(await ledgerOf(store)).toEqual(["1 confirmed with the link in the mail"]);
  expect(await eventsOf(store, "alert.subscribed")).toHaveLength(1);
  expect(await eventsOf(store, "alert.confirmed")).toHaveLength(1);
  expect(await look("select source, wording from consents where store_id = $1 order by given_at", [store.id])).toEqual([
    { source: "browser", wording: "Email me, please." },
    { source: "confirmation", wording: "A test's store will email you about:" },
  ]);
});

test("the time of the confirmation decides the place in line", async () => {
  const store = await aShop();
  const early = await aSignUp(store);
  const late = await aSignUp(store);
  await press(store, late.token);
  await press(store, early.token);
  const rows = await subscriptionRows(store);
  expect(rows.map(({ value, state }) => [value, state])).toEqual([
    [late.email, 1],
    [early.email, 1],
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
  expect((await subscriptionRows(store))[0]?.state).toBe(6);
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
  expect((await subscriptionRows(store)).map(({ value }) => value)).toEqual([early.email]);
});

test("a repeated sign-up keeps the first link working, and its own link works for its whole 48 hours", async () => {
  const store = await aShop();
  const email = anEmail();
  const calls = subscriptionsOf(store, await store.aGuest());
  const signUp = async () => {
    good(await calls.create(email, [aProduct(1)]));
    return (await confirmationsOf(store)).at(-1)?.token ?? "";
  };
  const age = (hours: number) =>
    look("update sign_up_requests set requested_at = requested_at - make_interval(hours => $2) where store_id = $1", [
      store.id,
      hours,
    ]);
  const first = await signUp();
  await age(47);
  const second = await signUp();
  expect((await open(store, first)).text).toContain("Confirm your alert");
  await age(47);
  await createPruneRequests(service.deps.stores)(service.deps.db);
  expect((await press(store, second)).text).not.toContain("Nothing left to confirm");
  expect(await subscriptionRows(store)).toMatchObject([{ value: email, state: 1 }]);
});

test("after an undone merge, a link confirms each sign-up for the shopper who made it", async () => {
  const store = await aShop();
  const [guest, account] = [await store.aGuest(), await store.anAccount()];
  const email = anEmail();
  const signUpAs = async (shopper: typeof guest | typeof account, epi: number) =>
    good(await subscriptionsOf(store, shopper).create(email, [aProduct(epi)]));
  await signUpAs(guest, 1);
  good(await store.sync({ regid: guest.regid, useremail: account.useremail }));
  await signUpAs(account, 2);
  good(await store.undoMerge({ regid: guest.regid }));
  const requested = (await requestRows(store)).map(({ epi, shopperId }) => `${epi} of ${shopperId}`);
  expect(new Set((await requestRows(store)).map(({ shopperId }) => shopperId)).size).toBe(2);
  await press(store, (await confirmationsOf(store)).at(-1)?.token ?? "");
  const confirmed = (await subscriptionRows(store)).map(({ epi, shopperId }) => `${epi} of ${shopperId}`);
  expect(confirmed.toSorted()).toEqual(requested.toSorted());
});

test("a forged link, a link for another purpose and no link at all show one page and confirm nothing", async () => {
  const store = await aShop();
  const { token } = await aSignUp(store);
  const contact = { storeId: store.id, contactId: "1" as ContactId };
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
  expect(await subscriptionRows(store)).toEqual([]);
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

test("the pages show the product with its picture, the place in line, and the way back to the shop", async () => {
  const shop = { url: "https://shop.example/de" };
  const store = await aStore(service, { scopes: ["subscriptions", "identity", "catalog"], settings: { shop } });
  const product = { epi: 1, dt: "Boots", iu: "//cdn.example/boots.jpg", du: "https://shop.example/boots" };
  good(await store.admin("/storeadmin/v3/catalog/upsert", undefined, { json: { variants: [product] } }));
  good(await subscribeAs(store, anEmail()));
  const { token } = await aSignUp(store);
  const pages = [await open(store, token), await press(store, token)];
  for (const { text, headers } of pages) {
    expect(text).toContain('<img src="https://cdn.example/boots.jpg" alt="">');
    expect(text).toContain("Boots");
    expect(text).toContain('<header><a href="https://shop.example/de"');
    expect(headers["content-security-policy"]).toContain("img-src https://cdn.example;");
  }
  expect(pages[1]?.text).toContain("You&#39;re number 2 in line");
  expect(pages[1]?.text).toContain("Back to A test&#39;s store");
});

test("after the restock, the page says that the product is back, with a link to buy it", async () => {
  const store = await aStore(service, { scopes: ["subscriptions", "identity", "catalog"] });
  const product = { epi: 1, dt: "Boots", du: "https://shop.example/boots" };
  good(await store.admin("/storeadmin/v3/catalog/upsert", undefined, { json: { variants: [product] } }));
  const { token } = await aSignUp(store);
  const occurredAt = new Date().toISOString();
  const levels = [{ epi: 1, quantity: 2, occurredAt }];
  good(await store.admin("/storeadmin/v3/inventory/set", undefined, { json: { levels } }));
  await announceDueRestocks(service.deps.db);
  const { text } = await press(store, token);
  expect(text).toContain("It&#39;s back");
  expect(text).toContain('href="https://shop.example/boots" rel="noopener noreferrer">Buy it now');
  expect(text).not.toContain("waiting list");
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
  expect([await requestRows(store), await subscriptionRows(store)]).toMatchObject([{ length: 5 }, { length: 0 }]);
});

test("thirty spellings of one mailbox get three confirmation mails together", async () => {
  const store = await aShop();
  const email = anEmail();
  for (let n = 0; n < 30; n += 1) {
    good(await subscriptionsOf(store, await store.aGuest()).create(email.replace("@", `+${n}@`)));
  }
  expect(await confirmationsOf(store)).toHaveLength(3);
});

test("a mail and its page show no product id that somebody made up", async () => {
  const store = await aShop();
  const id = "pay 1.99 at http://evil.example";
  const calls = subscriptionsOf(store, await store.aGuest());
  good(await calls.create(anEmail(), [aProduct(id, { du: "https://evil.example/x" })]));
  const [confirmation] = await confirmationsOf(store);
  const [row] = await look<{ html: string }>("select html_body as html from mails where store_id = $1", [store.id]);
  const page = await open(store, confirmation?.token ?? "");
  for (const text of [confirmation?.text, row?.html, page.text]) {
    expect(text).toContain("an item at ");
    expect(text).not.toMatch(/evil\.example|pay 1/);
  }
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
    expect(await subscriptionRows(store)).toEqual([]);
  }
});

test("a suppressed address gets the same answers as any other", async () => {
  const store = await aShop();
  const [deliverable, suppressed] = [anEmail(), anEmail()];
  const hash = service.deps.hashAddress({ medium: 1, value: suppressed }, store.id);
  await store.inStore((tx) => suppress(tx, hash, { reason: "complaint" }));
  const calls = subscriptionsOf(store, await store.aGuest());
  const answers = [await calls.create(deliverable), await calls.create(suppressed)];
  expect(answers[0]?.text).toBe(answers[1]?.text);
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
  expect(await subscriptionRows(careful)).toEqual([]);
  expect(await confirmationsOf(careful)).toHaveLength(1);
});

test("an unconfirmed address that the shop's server signs up waits from then on", async () => {
  const store = await aShop();
  const { email } = await aSignUp(store);
  good(await subscribeAs(store, email));
  expect(await subscriptionRows(store)).toMatchObject([{ value: email, state: 1, shopperId: null }]);
});

test("a repeated sign-up that says the same is confirmed by the link of the first mail; one that says more is not", async () => {
  const store = await aShop();
  const calls = subscriptionsOf(store, await store.aGuest());
  const email = anEmail();
  good(await calls.create(email));
  good(await calls.create(email));
  good(await calls.create(email, [aProduct(2)]));
  const [first] = await confirmationsOf(store);
  await press(store, first?.token ?? "");
  expect((await subscriptionRows(store)).map(({ epi }) => epi)).toEqual(["1"]);
  good(await calls.create(email, [aProduct(2)], { addtomailinglist: "1" }));
  const [, , third, fourth] = await confirmationsOf(store);
  expect([third?.to, fourth]).toEqual([email, undefined]); // three mails a day
  await press(store, third?.token ?? "");
  expect(await look("select on_mailing_list as listed from contacts where store_id = $1", [store.id])).toEqual([
    { listed: null },
  ]);
});

test("the mail and the page say so when the sign-up is also for the mailing list", async () => {
  const store = await aShop();
  const calls = subscriptionsOf(store, await store.aGuest());
  good(await calls.create(anEmail(), [aProduct(1)], { addtomailinglist: "1" }));
  const [confirmation] = await confirmationsOf(store);
  const news = /You also agree to get news from .* by email\./;
  expect(confirmation?.text).toMatch(news);
  expect((await open(store, confirmation?.token ?? "")).text).toMatch(news);
  await press(store, confirmation?.token ?? "");
  expect(await look("select on_mailing_list as listed from contacts where store_id = $1", [store.id])).toEqual([
    { listed: true },
  ]);
});

test("they also say so when newer sign-ups, more than they show, say nothing about the mailing list", async () => {
  const store = await aShop();
  const calls = subscriptionsOf(store, await store.aGuest());
  const email = anEmail();
  good(await calls.create(email, [aProduct(1)], { addtomailinglist: "1" }));
  good(
    await calls.create(
      email,
      Array.from({ length: 100 }, (_, n) => aProduct(n + 2)),
    ),
  );
  const [, newest] = await confirmationsOf(store);
  const news = /You also agree to get news from .* by email\./;
  expect(newest?.text).toMatch(news);
  expect((await open(store, newest?.token ?? "")).text).toMatch(news);
});

test("an account that signs up its own address needs no confirmation; another address does", async () => {
  const store = await aShop();
  const email = anEmail();
  const calls = subscriptionsOf(store, await store.anAccount(email));
  good(await calls.create(email));
  good(await calls.create(anEmail()));
  expect(await subscriptionRows(store)).toMatchObject([{ value: email, state: 1 }]);
  expect(await confirmationsOf(store)).toHaveLength(1);
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
  // A repeated call would count twice.
  const answers = await atOnce(70, (n) => calls.create(anEmail(), [aProduct(n)], {}, { retry: false }));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  expect(answers.find(({ status }) => status === 429)?.body.type).toBe("rate-limited");
});
