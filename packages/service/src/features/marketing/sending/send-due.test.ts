import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import {
  aConnection,
  aMarketingShop,
  type MarketingShop,
  someSignUps,
  someVariants,
  withKlaviyo,
} from "../../../../test/fixtures/marketing.ts";
import { anEmail, type TestStore } from "../../../../test/fixtures/service.ts";
import { anItem, good, listsOf } from "../../../../test/fixtures/shopper-lists.ts";
import { aProduct, subscribeAs, subscriptionsOf } from "../../../../test/fixtures/subscription-calls.ts";
import { aReceiver } from "../../../../test/fixtures/webhooks.ts";
import { toEmail } from "../../../platform/text/email.ts";
import { addFirstMember } from "../../stores/members/add-first-member.ts";
import { updateConnection } from "../connections/update-connection.ts";
import { eraseAtTools } from "../privacy/erase-at-tools.ts";
import type { PushBody, PushMessage } from "../tools/http-push.ts";

const SECOND = 1_000;
const DAY = 86_400_000;

const show = async (store: TestStore) => {
  const { items } = good(await store.admin("/storeadmin/v3/marketing", undefined, { method: "GET" }));
  return (items as Record<string, unknown>[])[0] ?? {};
};
const withoutIds = ({ type, person, product, topic, quantity, list }: PushMessage) => ({
  type,
  person,
  product,
  topic,
  quantity,
  list,
});
const eventsOf = ({ klaviyo }: MarketingShop, address: string) =>
  [...(klaviyo.profiles.get(address)?.events.values() ?? [])].map(
    (event) => (event as { metric: { data: { attributes: { name: string } } } }).metric.data.attributes.name,
  );

test("what an account saves and signs up for arrives in Klaviyo with its product, and a guest's does not", async () => {
  const shop = await aMarketingShop();
  const store = await shop.aStore();
  await someVariants(store, 2);
  await withKlaviyo(store, shop.klaviyo);
  const [guest, account] = [await store.aGuest(), await store.anAccount()];
  for (const person of [guest, account]) {
    const lists = listsOf(store, person);
    await lists.add(await lists.create("Mine"), anItem("v1", { empi: "p1" }));
  }
  const email = anEmail();
  good(await subscribeAs(store, email, [{ ...aProduct(1), epi: "v0", empi: "p0" }], { locale: "de-CH" }));
  await shop.queue();
  await shop.send();
  expect([...shop.klaviyo.profiles.keys()].toSorted()).toEqual([account.useremail, email].toSorted());
  expect(eventsOf(shop, account.useremail)).toEqual(["Added to Wishlist"]);
  expect(eventsOf(shop, email)).toEqual(["Subscribed to Back in Stock"]);
  const [event] = [...(shop.klaviyo.profiles.get(email)?.events.values() ?? [])];
  expect(event).toMatchObject({
    unique_id: expect.stringMatching(`^keepsake-${store.pid}-\\d+-0-\\d{13}$`),
    properties: {
      ProductName: "Product 0",
      ProductID: "p0",
      VariantID: "v0",
      URL: "https://shop.example/0",
      Price: 10,
      Currency: "EUR",
      Topic: "backinstock",
      Quantity: 1,
    },
  });
  expect(await show(store)).toMatchObject({ state: "works", waiting: 0, sent: 2, skipped: 1, refused: 0, dropped: 0 });
  expect(await shop.ask("select from marketing_messages")).toEqual([]);
});

test("the queue has ids only, and only of the events that the merchant chose", async () => {
  const shop = await aMarketingShop();
  const store = await shop.aStore();
  await withKlaviyo(store, shop.klaviyo, { subjects: ["alert.subscribed"], passesConsent: false });
  const account = await store.anAccount();
  const lists = listsOf(store, account);
  await lists.add(await lists.create("Mine"), anItem(1));
  const email = anEmail();
  good(await subscribeAs(store, email, [aProduct(1)], { addtomailinglist: "1" }));
  await shop.queue();
  const rows = await shop.ask("select to_jsonb(m)::text as row, subject from marketing_messages m");
  expect(rows).toMatchObject([{ subject: "alert.subscribed" }]);
  expect(JSON.stringify(rows)).not.toContain(email);
});

test("the mailing list: 1 subscribes, 0 unsubscribes and null does nothing, after the address was confirmed", async () => {
  const shop = await aMarketingShop();
  const store = await shop.aStore();
  await withKlaviyo(store, shop.klaviyo, { subjects: [], listId: shop.klaviyo.list });
  const [joins, leaves, silent, stranger] = [anEmail(), anEmail(), anEmail(), anEmail()];
  const say = async (email: string, answer?: string) =>
    good(await subscribeAs(store, email, [aProduct(1)], answer === undefined ? {} : { addtomailinglist: answer }));
  await say(joins, "1");
  await say(leaves, "1");
  await say(silent);
  await shop.queue();
  await shop.send();
  const consents = () =>
    [joins, leaves, silent, stranger].map((email) => {
      const { consent, lists = new Set() } = shop.klaviyo.profiles.get(email) ?? {};
      return [consent, [...lists]];
    });
  const on = ["SUBSCRIBED", ["LiSt01"]];
  const none = [undefined, []];
  expect(consents()).toEqual([on, on, none, none]);
  await say(leaves, "0");
  // A stranger's browser names an address: nothing before its owner confirmed it.
  const browser = subscriptionsOf(store, await store.aGuest());
  good(await browser.create(stranger, [aProduct(1)], { addtomailinglist: "1" }));
  await shop.queue();
  await shop.send();
  expect(consents()).toEqual([on, ["UNSUBSCRIBED", []], none, none]);
  const [mail] = await shop.ask<{ text: string }>("select text_body as text from mails where to_email = $1", [
    stranger,
  ]);
  const token = /token=(\S+)/.exec(mail?.text ?? "")?.[1] ?? "";
  good(await store.admin("/alerts/confirm", { token }, { key: null }));
  await shop.queue();
  await shop.send();
  expect(consents()[3]).toEqual(on);
});

test("one bad profile costs its neighbours nothing: it is tried again alone, and then given up", async () => {
  const shop = await aMarketingShop();
  const store = await shop.aStore();
  const variants = await someVariants(store, 1);
  await withKlaviyo(store, shop.klaviyo);
  const people = [anEmail(), "refused@example.com", anEmail()];
  await someSignUps(shop.service, store, { people, variants });
  await shop.queue();
  await shop.send();
  expect(shop.klaviyo.countEvents()).toBe(2);
  expect(await show(store)).toMatchObject({
    state: "works",
    waiting: 1,
    sent: 2,
    refusal: "The tool answered 400: Invalid email address",
    refusalWhy: { code: "status-said", status: "400", answer: "Invalid email address" },
  });
  for (let tries = 0; tries < 8; tries += 1) {
    shop.forward(11 * 3_600 * SECOND);
    await shop.send();
  }
  expect(await show(store)).toMatchObject({ waiting: 0, sent: 2, refused: 1 });
  const asked = shop.klaviyo.asked.map(({ endpoint, status }) => `${endpoint} ${status}`);
  expect(asked.slice(0, 4).toSorted()).toEqual([
    "event-bulk-create-jobs 400",
    "events 202",
    "events 202",
    "events 400",
  ]);
  expect(asked.slice(4)).toEqual(Array<string>(7).fill("events 400"));
});

test("a request whose answer was lost is repeated in a way that Klaviyo takes once", async () => {
  const shop = await aMarketingShop({ trouble: (_, nth) => (nth === 1 ? "lost" : undefined) });
  const store = await shop.aStore();
  const variants = await someVariants(store, 3);
  await withKlaviyo(store, shop.klaviyo);
  await someSignUps(shop.service, store, { people: [anEmail(), anEmail()], variants });
  await shop.queue();
  await shop.send();
  expect(await show(store)).toMatchObject({ state: "failing", waiting: 6, problem: "The tool answered 503." });
  shop.forward(2 * SECOND);
  await shop.send();
  expect(shop.klaviyo.countEvents()).toBe(6);
  expect(shop.klaviyo.countOf(400)).toBe(0);
  expect(shop.klaviyo.asked.filter(({ endpoint }) => endpoint === "events")).toHaveLength(6);
  expect(await show(store)).toMatchObject({ state: "works", waiting: 0, sent: 6, failingSince: null });
});

test("a revoked key pauses the connection and tells the members; with a new key what waited is sent", async () => {
  const shop = await aMarketingShop();
  const store = await shop.aStore();
  const { db } = shop.service.deps;
  await db.asOperator((tx) =>
    addFirstMember(tx, { storeId: store.id, email: toEmail("owner@example.com"), role: "owner" }),
  );
  const variants = await someVariants(store, 2);
  const { id } = await withKlaviyo(store, shop.klaviyo);
  shop.klaviyo.revoke();
  await someSignUps(shop.service, store, { people: [anEmail()], variants });
  await shop.queue();
  await shop.send();
  const because =
    "The tool answered 401: the key was revoked, or may not do this. (Incorrect authentication credentials.)";
  expect(await show(store)).toMatchObject({
    state: "paused",
    pausedBecause: because,
    pausedWhy: { code: "key-refused", status: "401", answer: "Incorrect authentication credentials." },
    waiting: 2,
  });
  expect(await shop.ask("select to_email, text_body like '%' || $1 || '%' as why from mails", [because])).toEqual([
    { to_email: "owner@example.com", why: true },
  ]);
  expect(await shop.ask("select action from audit_log where store_id = $1", [store.id])).toEqual([
    { action: "marketing.paused" },
  ]);
  const { items } = good(await store.admin("/storeadmin/v3/problems", undefined, { method: "GET" }));
  expect(items).toContainEqual(
    expect.objectContaining({ type: "marketing-paused", severity: "error", connection: id, tool: "klaviyo" }),
  );

  // What happens meanwhile waits, too.
  await someSignUps(shop.service, store, { people: [anEmail()], variants });
  await shop.queue();
  await shop.send();
  expect(shop.klaviyo.asked).toHaveLength(1);
  const key = "pk_new_0123456789";
  shop.klaviyo.allow(key);
  const record = await store.record();
  await store.inStore((tx) => updateConnection(tx, record, (url) => url, id, { key }));
  await shop.send();
  expect(shop.klaviyo.countEvents()).toBe(4);
  expect(await show(store)).toMatchObject({ state: "works", name: "pk_…6789", waiting: 0 });
});

test("an address in the words of a tool is masked wherever people or programs may read them", async () => {
  // 200 characters are kept, which end within the second address.
  const shop = await aMarketingShop({ says: `ann@example.com is not valid. ${"x".repeat(165)} bob@example.com` });
  const store = await shop.aStore();
  const { db } = shop.service.deps;
  await db.asOperator((tx) =>
    addFirstMember(tx, { storeId: store.id, email: toEmail("owner@example.com"), role: "owner" }),
  );
  const variants = await someVariants(store, 1);
  await withKlaviyo(store, shop.klaviyo);
  await someSignUps(shop.service, store, { people: ["refused@example.com"], variants });
  await shop.queue();
  await shop.send();
  const refused = await show(store);
  expect(refused["refusal"]).toMatch(/^The tool answered 400: a…@example\.com is not valid\. x+ b…@/);
  shop.klaviyo.revoke();
  shop.forward(DAY);
  await shop.send();
  const paused = await show(store);
  expect(paused["pausedBecause"]).toMatch(/\(a…@example\.com is not valid\. x+ b…@.*\)$/);
  const rows = await shop.ask<{ row: string }>(
    `select to_jsonb(a)::text as row from audit_log a where store_id = $1
     union all select text_body from mails where kind = 'member'
     union all select to_jsonb(t)::text from marketing_turns t
     union all select to_jsonb(c)::text from marketing_connections c`,
    [store.id],
  );
  expect(rows.filter(({ row }) => row.includes("a…@example.com is not valid"))).toHaveLength(4);
  expect(JSON.stringify([refused, paused, rows])).not.toMatch(/ann@|bob@/);
});

test("a tool that does not answer is asked less and less, loses nothing and is a problem after a day", async () => {
  const shop = await aMarketingShop({ trouble: () => "error" });
  const store = await shop.aStore();
  const variants = await someVariants(store, 1);
  await withKlaviyo(store, shop.klaviyo);
  await someSignUps(shop.service, store, { people: [anEmail()], variants });
  await shop.queue();
  const end = shop.clock() + 26 * 3_600 * SECOND;
  while (shop.clock() < end) {
    shop.forward(300 * SECOND);
    await shop.send();
  }
  expect(shop.klaviyo.asked.length).toBeLessThan(26 * 13);
  expect(await show(store)).toMatchObject({
    state: "failing",
    waiting: 1,
    refused: 0,
    problem: "The tool answered 500: A server error occurred.",
  });
  const { items } = good(await store.admin("/storeadmin/v3/problems", undefined, { method: "GET" }));
  expect(items).toContainEqual(
    expect.objectContaining({ type: "marketing-failing", severity: "error", tool: "klaviyo" }),
  );
  shop.forward(7 * DAY);
  await shop.prune();
  expect(await show(store)).toMatchObject({ waiting: 0, dropped: 1 });
});

test("a person who was erased is erased at the tool, twice, and nothing about them stays here", async () => {
  const shop = await aMarketingShop();
  const store = await shop.aStore();
  const variants = await someVariants(store, 1);
  await withKlaviyo(store, shop.klaviyo);
  const [ann, bob] = [anEmail(), anEmail()];
  await someSignUps(shop.service, store, { people: [ann, bob], variants });
  await shop.queue();
  await shop.send();
  expect(shop.klaviyo.profiles.size).toBe(2);
  good(await store.admin("/storeadmin/v3/people/erase", undefined, { json: { email: ann, confirm: "erase" } }));
  expect(await show(store)).toMatchObject({ erasuresWaiting: 1 });
  const [sealed] = await shop.ask<{ row: string }>("select to_jsonb(e)::text as row from marketing_erasures e");
  expect(sealed?.row).not.toContain(ann);
  await shop.queue();
  await shop.send();
  expect([...shop.klaviyo.profiles.keys()]).toEqual([bob]);
  expect(shop.klaviyo.deleted).toEqual([ann]);
  expect(await show(store)).toMatchObject({ erasuresWaiting: 0 });
  shop.forward(901 * SECOND);
  await shop.send();
  expect(shop.klaviyo.deleted).toEqual([ann, ann]);
  expect(await shop.ask("select from marketing_erasures")).toEqual([]);
});

test("an erasure waits while the tool fails, and is sent afterwards", async () => {
  let isUp = false;
  const shop = await aMarketingShop({ trouble: () => (isUp ? undefined : "error") });
  const store = await shop.aStore();
  await withKlaviyo(store, shop.klaviyo);
  const email = anEmail();
  good(await subscribeAs(store, email, [aProduct(1)]));
  good(await store.admin("/storeadmin/v3/people/erase", undefined, { json: { email, confirm: "erase" } }));
  await shop.send();
  shop.forward(DAY);
  await shop.send();
  expect(shop.klaviyo.deleted).toEqual([]);
  isUp = true;
  shop.forward(2 * DAY);
  await shop.send();
  expect(shop.klaviyo.deleted).toEqual([email]);
});

test("erasures that a tool was not told of for 30 days are counted, and members hear of them before and after", async () => {
  const shop = await aMarketingShop();
  const store = await shop.aStore();
  const { db } = shop.service.deps;
  await db.asOperator((tx) =>
    addFirstMember(tx, { storeId: store.id, email: toEmail("owner@example.com"), role: "owner" }),
  );
  const { id } = await withKlaviyo(store, shop.klaviyo);
  const erase = async () => {
    const email = anEmail();
    good(await subscribeAs(store, email, [aProduct(1)]));
    good(await store.admin("/storeadmin/v3/people/erase", undefined, { json: { email, confirm: "erase" } }));
    return email;
  };
  const call = async (verb: string) =>
    good(await store.admin(`/storeadmin/v3/marketing/${verb}`, undefined, { json: { connection: id } }));
  const problems = async () =>
    good(await store.admin("/storeadmin/v3/problems", undefined, { method: "GET" }))["items"] as object[];
  const told = await erase();
  await shop.send();
  expect(shop.klaviyo.deleted).toEqual([told]);
  await call("pause");
  await erase();
  await erase();

  const day = (days: number) => new Date(Math.floor(Date.now() / DAY + days) * DAY).toISOString();
  shop.forward(22 * DAY);
  expect(await problems()).not.toContainEqual(expect.objectContaining({ type: "marketing-erasures" }));
  shop.forward(DAY);
  expect(await problems()).toContainEqual(
    expect.objectContaining({
      type: "marketing-erasures",
      connection: id,
      tool: "klaviyo",
      count: 2,
      dropsAt: expect.toBeOneOf([day(30), day(29)]), // a midnight may pass during the test
    }),
  );
  await shop.prune();
  expect(await show(store)).toMatchObject({ erasuresWaiting: 2, erasuresLost: 0 });

  shop.forward(8 * DAY);
  await shop.prune();
  await shop.prune();
  expect(await show(store)).toMatchObject({ erasuresWaiting: 0, erasuresLost: 2 });
  expect(await shop.ask("select from marketing_erasures")).toEqual([]);
  expect(
    await shop.ask("select details from audit_log where store_id = $1 and action = 'marketing.erasures-lost'", [
      store.id,
    ]),
  ).toEqual([{ details: { connection: id, tool: "klaviyo", lost: 2 } }]);
  const mails = await shop.ask<{ text: string }>("select text_body as text from mails where to_email = $1", [
    "owner@example.com",
  ]);
  expect(mails.map(({ text }) => text)).toEqual([
    expect.stringContaining("2 people were erased in Keepsake, and for 30 days Klaviyo could not be told."),
  ]);
  expect(await problems()).not.toContainEqual(expect.objectContaining({ type: "marketing-erasures" }));
  await erase();
  expect(await call("disconnect")).toMatchObject({ erasuresNotSent: 3 });
});

test("many erasures end, and delay no message, when the tool takes few of them in a minute", async () => {
  const shop = await aMarketingShop({ secondMs: 50, hasClock: false });
  const store = await shop.aStore();
  await withKlaviyo(store, shop.klaviyo);
  const former = Array.from({ length: 70 }, () => anEmail());
  const record = await store.record();
  const addresses = former.map((value) => ({ medium: "email", value, hash: "" }) as const);
  await store.inStore((tx) => eraseAtTools(tx, record, { addresses }));
  const email = anEmail();
  good(await subscribeAs(store, email, [aProduct(1)]));
  await shop.queue();
  const sending = shop.aSending();
  expect(await sending.startTurns()).toBe(1);
  await sending.settle();
  expect(eventsOf(shop, email)).toEqual(["Subscribed to Back in Stock"]);
  expect(shop.klaviyo.deleted.length).toBeGreaterThan(0);
  const isErased = async () => {
    await shop.send();
    const deleted = new Set(shop.klaviyo.deleted);
    return former.filter((address) => !deleted.has(address)).length;
  };
  // The windows of a minute are 3 seconds long here.
  await expect.poll(isErased, { timeout: 60_000, interval: 200 }).toBe(0);
}, 120_000);

test("an HTTP push gets the same messages as JSON, signed, with the person and the product", async () => {
  const shop = await aMarketingShop();
  const store = await shop.aStore();
  await someVariants(store, 1);
  const receiver = await aReceiver(() => 200, shop.clock);
  const { secret } = await aConnection(store, { tool: "http", url: receiver.url });
  const email = anEmail();
  const products = [{ ...aProduct(1), epi: "v0", empi: "p0" }];
  good(
    await subscribeAs(store, email, products, { addtomailinglist: "1", locale: "de-CH", timezone: "Europe/Zurich" }),
  );
  good(await subscribeAs(store, "+491511234567", products, { medium: "sms" }));
  await shop.queue();
  await shop.send();
  good(await store.admin("/storeadmin/v3/people/erase", undefined, { json: { email, confirm: "erase" } }));
  await shop.send();
  const bodies = receiver.received.map(({ headers, body }) => new Webhook(secret).verify(body, headers) as PushBody);
  const messages = bodies.flatMap((body) => body.messages);
  const person = { email, phone: null, locale: "de-CH", timeZone: "Europe/Zurich" };
  const product = {
    variantId: "v0",
    market: null,
    productId: "p0",
    title: "Product 0",
    option: null,
    url: "https://shop.example/0",
    imageUrl: null,
    brand: null,
    sku: null,
    price: 10,
    compareAtPrice: null,
    currency: "EUR",
  };
  const about = { topic: "backinstock", quantity: 1, list: null };
  const nothing = { product: null, topic: null, quantity: null, list: null };
  expect(bodies[0]).toMatchObject({ version: 1, store: store.pid });
  const byType = (one: { readonly type: string }, other: { readonly type: string }) =>
    one.type.localeCompare(other.type);
  expect(messages.map(withoutIds).toSorted(byType)).toEqual([
    { type: "alert.subscribed", person, product, ...about },
    {
      type: "alert.subscribed",
      person: { email: null, phone: "+491511234567", locale: null, timeZone: null },
      product,
      ...about,
    },
    { type: "mailing-list.joined", person, ...nothing },
    { type: "person.erased", person: { ...person, locale: null, timeZone: null }, ...nothing },
  ]);
  expect(new Set(messages.map(({ id }) => id)).size).toBe(4);
});

test("two workers do not send to one connection at the same time", async () => {
  const shop = await aMarketingShop({ answerMs: 20, eventsMax: 2 });
  const store = await shop.aStore();
  const variants = await someVariants(store, 10);
  await withKlaviyo(store, shop.klaviyo);
  await someSignUps(shop.service, store, { people: [anEmail()], variants });
  await shop.queue();
  const [one, other] = [shop.aSending(), shop.aSending()];
  const started = await Promise.all([one.startTurns(), other.startTurns()]);
  expect(started.toSorted()).toEqual([0, 1]);
  await Promise.all([one.settle(), other.settle()]);
  expect(shop.klaviyo.countEvents()).toBe(10);
});
