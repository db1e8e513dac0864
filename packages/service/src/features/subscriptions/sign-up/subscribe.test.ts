import { expect, test } from "vitest";
import { atOnce } from "../../../../test/fixtures/crowd.ts";
import { look } from "../../../../test/fixtures/database.ts";
import { anEmail, aService, aStore } from "../../../../test/fixtures/service.ts";
import { good } from "../../../../test/fixtures/shopper-lists.ts";
import {
  aProduct,
  eventsOf,
  ledgerOf,
  subscribeAs,
  subscriptionRows,
} from "../../../../test/fixtures/subscription-calls.ts";
import { suppress } from "../suppression/suppress.ts";

const service = aService();
const aShop = () => aStore(service, { scopes: ["subscriptions", "identity"] });

test("the answer has message, the product records and the topics", async () => {
  const store = await aShop();
  const email = anEmail();
  const answer = await subscribeAs(store, email, [aProduct(7)], { topics: '["backinstock","comingsoon"]' });
  expect(good(answer)).toEqual({
    message: expect.any(String),
    products: [
      {
        bt: null,
        dt: null,
        empi: 100_007,
        epi: 7,
        sku: null,
        du: "https://shop.example/p/7",
        uri: "https://shop.example/p/7",
        iu: null,
        pid: expect.any(String),
        stk: null,
        pr: null,
        vi: "",
      },
    ],
    topics: ["backinstock", "comingsoon"],
  });
  expect(await subscriptionRows(store)).toMatchObject([
    { epi: "7", topic: "backinstock", state: 1, quantity: 1, value: email },
    { epi: "7", topic: "comingsoon", state: 1, quantity: 1, value: email },
  ]);
  expect(await ledgerOf(store)).toEqual(["1 signed up", "1 signed up"]);
});

test("the product record contains the catalogue's data of the product", async () => {
  const store = await aShop();
  await subscribeAs(store, anEmail(), [aProduct(7)]);
  const product = {
    title: "Rake",
    price: 12.5,
    stock: 0,
    variantTitle: "Red",
    variantUrl: "https://shop.example/p/7?v=1",
    sku: "R-7",
  };
  await look("update variants set product = $2, product_id = '70' where store_id = $1 and platform_id = '7'", [
    store.id,
    JSON.stringify(product),
  ]);
  const other = aService();
  const { http } = other;
  const answer = await http.inject({
    method: "POST",
    url: "/storeadmin/bispa/subscriptions/create",
    headers: { authorization: `Basic ${Buffer.from(`${store.pid}:${store.key}`).toString("base64")}` },
    payload: { medium: "email", mediumvalue: anEmail(), products: [aProduct(7)], topics: ["backinstock"] },
  });
  const record = { dt: "Rake", pr: 12.5, stk: 0, vi: "Red", uri: "https://shop.example/p/7?v=1", sku: "R-7" };
  expect(answer.json()).toMatchObject({ products: [{ ...record, epi: 7, empi: 100_007 }] });
});

test("ids keep their JSON type and exact value, in a form and in JSON", async () => {
  const store = await aShop();
  const products = '[{"epi":9007199254740993,"empi":"9007199254740993","du":"https://shop.example/p"}]';
  const asForm = await subscribeAs(store, anEmail(), [], { products });
  expect(asForm.text).toContain('"epi":9007199254740993,"empi":"9007199254740993"');
  const asJson = await store.admin("/storeadmin/bispa/subscriptions/create", undefined, {
    raw: `{"medium":"email","mediumvalue":"${anEmail()}","products":${products},"topics":["backinstock"],"addtomailinglist":1}`,
    headers: { "content-type": "application/json" },
  });
  expect(asJson.text).toContain('"epi":9007199254740993,"empi":"9007199254740993"');
  expect(await subscriptionRows(store)).toMatchObject([{ epi: "9007199254740993" }, { epi: "9007199254740993" }]);
});

test.each([
  ["a JSON array", "topics=%5B%22a%22%2C%22b%22%5D", ["a", "b"]],
  ["a repeated field", "topics=a&topics=b", ["a", "b"]],
  ["one word", "topics=never-heard-of", ["never-heard-of"]],
])("topics may be %s, and unknown ones are stored", async (_, topics, expected) => {
  const store = await aShop();
  const others = new URLSearchParams({
    medium: "email",
    mediumvalue: anEmail(),
    products: JSON.stringify([aProduct(1)]),
  });
  const answer = await store.admin("/storeadmin/bispa/subscriptions/create", undefined, {
    raw: `${others.toString()}&${topics}`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  expect(good(answer).topics).toEqual(expected);
  expect((await subscriptionRows(store)).map(({ topic, state }) => [topic, state])).toEqual(
    expected.map((topic) => [topic, 1]),
  );
});

test.each([
  ["an unknown medium", { medium: "pigeon" }, "invalid-medium"],
  ["no medium", { medium: "" }, "invalid-medium"],
  ["a bad email", { mediumvalue: "no-address" }, "invalid-email"],
  ["a bad phone number", { medium: "sms", mediumvalue: "0151 1234" }, "invalid-phone"],
  ["an email as a phone number", { medium: "sms" }, "invalid-phone"],
  ["products that are not JSON", { products: "[{" }, "invalid-json"],
  ["no products", { products: "[]" }, "invalid-products"],
  [
    "101 products",
    { products: JSON.stringify(Array.from({ length: 101 }, (_, n) => aProduct(n))) },
    "invalid-products",
  ],
  ["a product without du", { products: '[{"epi":1,"empi":1}]' }, "invalid-products"],
  ["a product without epi", { products: '[{"empi":1,"du":"https://shop.example"}]' }, "invalid-products"],
  ["a script as du", { products: '[{"epi":1,"empi":1,"du":"javascript:alert(1)"}]' }, "invalid-products"],
  ["a quantity of 0", { products: '[{"epi":1,"empi":1,"du":"https://shop.example","qty":0}]' }, "invalid-products"],
  [
    "a quantity of 1,000",
    { products: '[{"epi":1,"empi":1,"du":"https://shop.example","qty":1000}]' },
    "invalid-products",
  ],
  ["no topics", { topics: "[]" }, "invalid-topics"],
  ["an empty topic", { topics: "" }, "invalid-topics"],
  ["51 topics", { topics: JSON.stringify(Array.from({ length: 51 }, (_, n) => `t${n}`)) }, "invalid-topics"],
  ["a topic of 65 characters", { topics: "t".repeat(65) }, "invalid-topics"],
  ["a topic of spaces", { topics: '[" "]' }, "invalid-topics"],
  [
    "1,050 pairs of product and topic",
    {
      products: JSON.stringify(Array.from({ length: 21 }, (_, n) => ({ epi: n, empi: n, du: "https://shop.example" }))),
      topics: JSON.stringify(Array.from({ length: 50 }, (_, n) => `t${n}`)),
    },
    "invalid-topics",
  ],
  ["a topic that is no text", { topics: "[1]" }, "invalid-topics"],
  ["extras of 2,049 characters", { extras: "x".repeat(2_049) }, "invalid-parameter"],
  ["addtomailinglist that is neither 0 nor 1", { addtomailinglist: "2" }, "invalid-parameter"],
])("%s is refused with 400, and nothing is stored", async (_, params, type) => {
  const store = await aShop();
  const answer = await subscribeAs(store, anEmail(), [aProduct(1)], params);
  expect([answer.status, answer.body.type]).toEqual([400, type]);
  expect(await subscriptionRows(store)).toEqual([]);
});

test("extras may have 2048 characters of any kind", async () => {
  const store = await aShop();
  const extras = "\u{1f381}".repeat(2_048);
  good(await subscribeAs(store, anEmail(), [aProduct(1)], { extras }));
  expect((await subscriptionRows(store))[0]?.extras).toBe(extras);
});

test("two spellings of one address are one contact; addtomailinglist and the wanted quantity are stored", async () => {
  const store = await aShop();
  const email = anEmail();
  good(await subscribeAs(store, email, [aProduct(1, { qty: 3 })], { addtomailinglist: "1" }));
  good(await subscribeAs(store, ` ${email.toUpperCase()} `, [aProduct(2)]));
  good(await subscribeAs(store, "+49 (151) 123-45.67", [aProduct(1)], { medium: "sms" }));
  good(await subscribeAs(store, " 491511234567", [aProduct(2)], { medium: "SMS" }));
  expect(
    await look(`select medium, value, on_mailing_list as listed from contacts where store_id = $1 order by medium`, [
      store.id,
    ]),
  ).toEqual([
    { medium: 1, value: email, listed: true },
    { medium: 2, value: "+491511234567", listed: null },
  ]);
  expect((await subscriptionRows(store)).map(({ quantity }) => quantity)).toEqual([3, 1, 1, 1]);
});

test("a repeated sign-up without a quantity keeps the earlier quantity", async () => {
  const store = await aShop();
  const email = anEmail();
  const wanted = async () =>
    (await subscriptionRows(store)).map(({ epi, quantity }) => `${epi} ${quantity}`).toSorted();
  good(await subscribeAs(store, email, [aProduct(1, { qty: 3 }), aProduct(2)]));
  good(await subscribeAs(store, email, [aProduct(1), aProduct(2)]));
  expect(await wanted()).toEqual(["1 3", "2 1"]);
  good(await subscribeAs(store, email, [aProduct(1, { qty: 2 })]));
  expect(await wanted()).toEqual(["1 2", "2 1"]);
});

test("a repeated sign-up of the same person, variant and topic is one subscription that keeps its place in line", async () => {
  const store = await aShop();
  const [first, second] = [anEmail(), anEmail()];
  for (const email of [first, second, first]) good(await subscribeAs(store, email));
  const rows = await subscriptionRows(store);
  expect(rows.map(({ value }) => value)).toEqual([first, second]);
  expect(await ledgerOf(store)).toHaveLength(2);
  expect(await eventsOf(store, "alert.subscribed")).toHaveLength(2);
  expect(await look("select 1 from consents where store_id = $1", [store.id])).toHaveLength(2);
});

test.each([
  [3, "notified"],
  [5, "expired"],
  [6, "unsubscribed"],
])("a sign-up after state %i (%s) waits again, at the end of the line", async (state) => {
  const store = await aShop();
  const [first, second] = [anEmail(), anEmail()];
  for (const email of [first, second]) good(await subscribeAs(store, email));
  await look("update subscriptions set state = $2 where store_id = $1", [store.id, state]);
  good(await subscribeAs(store, first));
  expect((await subscriptionRows(store)).map((row) => [row.value, row.state])).toEqual([
    [second, state],
    [first, 1],
  ]);
  expect(await ledgerOf(store)).toEqual(["1 signed up", "1 signed up", "1 signed up again"]);
});

test("a sign-up that is stored after a later one moves an open subscription forward, and leaves an ended one ended", async () => {
  const store = await aShop();
  const [open, ended] = [anEmail(), anEmail()];
  for (const email of [open, ended]) good(await subscribeAs(store, email));
  await look("update subscriptions set signed_up_at = now() + interval '1 hour' where store_id = $1", [store.id]);
  const rows = await subscriptionRows(store);
  await look("update subscriptions set state = 6 where id = $1", [rows.find(({ value }) => value === ended)?.id]);
  const soon = new Date(Date.now() + 1_800_000);
  for (const email of [open, ended]) good(await subscribeAs(store, email));
  expect((await subscriptionRows(store)).map((row) => [row.value, row.state, row.signedUpAt < soon])).toEqual([
    [open, 1, true],
    [ended, 6, true],
  ]);
});

test("the event of a sign-up has ids and no personal data", async () => {
  const store = await aShop();
  const email = anEmail();
  good(await subscribeAs(store, email, [aProduct(1), aProduct(2)], { extras: "private note" }));
  const [row, other] = await subscriptionRows(store);
  const [event] = await eventsOf(store, "alert.subscribed");
  expect(event).toMatchObject({
    contactId: row?.contactId,
    subscriptionIds: expect.arrayContaining([row?.id, other?.id]),
  });
  expect(JSON.stringify(event)).not.toMatch(/@|private/);
});

test("a suppressed address gets the same answer as any other and never waits in line", async () => {
  const store = await aShop();
  const [deliverable, suppressed] = [anEmail(), anEmail()];
  const hash = service.deps.hashAddress({ medium: 1, value: suppressed }, store.id);
  await store.inStore((tx) => suppress(tx, hash, { reason: "complaint" }));
  const answers = [await subscribeAs(store, deliverable), await subscribeAs(store, suppressed)];
  expect(answers[1]).toMatchObject({ status: 200, body: answers[0]?.body });
  expect((await subscriptionRows(store)).map(({ value, state }) => [value, state])).toEqual([
    [deliverable, 1],
    [suppressed, 7],
  ]);
  expect(await eventsOf(store, "alert.subscribed")).toHaveLength(1);
});

test("200 concurrent sign-ups of 20 addresses are stored once each, without a deadlock", async () => {
  const store = await aShop();
  const emails = Array.from({ length: 20 }, anEmail);
  const products = Array.from({ length: 5 }, (_, n) => aProduct(n));
  const answers = await atOnce(200, (n) =>
    subscribeAs(store, emails[n % 20] ?? "", n % 2 === 0 ? products : products.toReversed()),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await subscriptionRows(store)).toHaveLength(100);
  expect(await ledgerOf(store)).toHaveLength(100);
});

test("a repeated call with the same Idempotency-Key gets the same answer and changes nothing", async () => {
  const store = await aShop();
  const email = anEmail();
  const key = { headers: { "idempotency-key": "k1" } };
  const first = await subscribeAs(store, email, [aProduct(1)], {}, key);
  await look("update subscriptions set state = 3 where store_id = $1", [store.id]);
  const repeated = await subscribeAs(store, email, [aProduct(1)], {}, key);
  expect(repeated.text).toBe(first.text);
  expect(await subscriptionRows(store)).toMatchObject([{ state: 3 }]);
});

test("a store that requires confirmation, but has no mail server, gets 503", async () => {
  const store = await aStore(service, { scopes: ["subscriptions"], settings: { alerts: { doubleOptIn: true } } });
  const answer = await subscribeAs(store, anEmail());
  expect([answer.status, answer.body.type]).toEqual([503, "unavailable"]);
  expect(await subscriptionRows(store)).toEqual([]);
});
