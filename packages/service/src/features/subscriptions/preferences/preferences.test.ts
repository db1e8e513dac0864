import { expect, test } from "vitest";
import { look } from "../../../../test/fixtures/database.ts";
import { anEmail, aService, aStore, type CallOptions, type TestStore } from "../../../../test/fixtures/service.ts";
import { good } from "../../../../test/fixtures/shopper-lists.ts";
import {
  aProduct,
  eventsOf,
  ledgerOf,
  subscribeAs,
  subscriptionRows,
} from "../../../../test/fixtures/subscription-calls.ts";

const service = aService();
const { links } = service.deps;
const aShop = () => aStore(service, { scopes: ["subscriptions", "identity"] });

async function aSubscriber(store: TestStore, epis: readonly number[] = [1, 2]) {
  const email = anEmail();
  good(
    await subscribeAs(
      store,
      email,
      epis.map((epi) => aProduct(epi)),
    ),
  );
  const row = (await subscriptionRows(store)).find(({ value }) => value === email);
  return { email, token: links.tokenFor({ storeId: store.id, contactId: row?.contactId as never }) };
}
const get = (store: TestStore, page: string, token: string) =>
  store.admin(`/alerts/${page}`, undefined, { key: null, method: "GET", query: { token } });
const post = (store: TestStore, page: string, params: Record<string, string>, options: CallOptions = {}) =>
  store.admin(`/alerts/${page}`, params, { key: null, ...options });
const states = async (store: TestStore) => (await subscriptionRows(store)).map(({ state }) => state);

test.each([
  ["a form", "application/x-www-form-urlencoded", "List-Unsubscribe=One-Click"],
  [
    "multipart",
    "multipart/form-data; boundary=x",
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
  ],
])(
  "one-click unsubscribe, sent as %s without a cookie, answers 200 without a redirect and takes effect at once",
  async (_, type, raw) => {
    const store = await aShop();
    const { token } = await aSubscriber(store);
    const answer = await post(store, "unsubscribe", {}, { query: { token }, raw, headers: { "content-type": type } });
    expect([answer.status, answer.headers.location, answer.headers["set-cookie"]]).toEqual([200, undefined, undefined]);
    expect(await states(store)).toEqual([6, 6]);
    expect((await ledgerOf(store)).slice(-1)).toEqual(["6 unsubscribed with the link in a mail"]);
    expect(await eventsOf(store, "alert.unsubscribed")).toHaveLength(1);
  },
);

test("a GET of any page changes nothing", async () => {
  const store = await aShop();
  const { token } = await aSubscriber(store);
  const before = await subscriptionRows(store);
  for (const page of ["unsubscribe", "preferences"]) {
    expect((await get(store, page, token)).status).toBe(200);
  }
  expect(await subscriptionRows(store)).toEqual(before);
});

test("none of 100,000 forged unsubscribe links is accepted", async () => {
  const store = await aShop();
  const { token } = await aSubscriber(store);
  const [purpose, storeId, contactId, day, mac = ""] = token.split(".");
  expect(links.readContact(token)).toBeDefined();
  let accepted = 0;
  for (let n = 0; n < 100_000; n += 1) {
    const guess = n.toString(36).padStart(4, "0");
    const forged = [
      `${purpose}.${storeId}.${contactId}.${day}.${guess}${mac.slice(4)}`,
      `${purpose}.${storeId}.${guess}.${day}.${mac}`,
      `${purpose}.${guess}.${contactId}.${day}.${mac}`,
      `${purpose}.${storeId}.${contactId}.${guess}.${mac}`,
    ][n % 4];
    if (forged !== token && links.readContact(forged ?? "") !== undefined) accepted += 1;
  }
  expect(accepted).toBe(0);
  const refused = [await get(store, "preferences", `${token}x`), await post(store, "unsubscribe", { token: "" })];
  expect(refused.map(({ status }) => status)).toEqual([404, 404]);
  expect(await states(store)).toEqual([1, 1]);
});

test("a link ends only the alerts of its own contact in its own store", async () => {
  const [store, other] = [await aShop(), await aShop()];
  const [subscriber] = [await aSubscriber(store), await aSubscriber(store), await aSubscriber(other)];
  await post(store, "unsubscribe", { token: subscriber.token });
  expect(await states(store)).toEqual([6, 6, 1, 1]);
  expect(await states(other)).toEqual([1, 1]);
  const foreign = (await subscriptionRows(store)).find(({ value, state }) => value !== subscriber.email && state === 1);
  await post(store, "preferences", { token: subscriber.token, end: foreign?.id ?? "" });
  expect(await states(store)).toEqual([6, 6, 1, 1]);
});

test("one page without login shows all alerts of a person and can end one or all", async () => {
  const store = await aShop();
  const { email, token } = await aSubscriber(store, [1, 2, 3]);
  const [first] = await subscriptionRows(store);
  const page = await get(store, "preferences", token);
  expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
  for (const shown of [
    "store (1)",
    "store (2)",
    "store (3)",
    "when it is back in stock",
    "Waiting",
    "Stop all alerts",
  ]) {
    expect(page.text).toContain(shown);
  }
  expect(page.text).toContain('aria-label="Stop: an item at A test&#39;s store (1)"');
  expect(page.text).not.toContain(email);

  const ended = await post(store, "preferences", { token, end: first?.id ?? "" });
  expect([ended.status, await states(store)]).toEqual([200, [6, 1, 1]]);
  await post(store, "preferences", { token, all: "1" });
  expect(await states(store)).toEqual([6, 6, 6]);
  expect((await get(store, "preferences", token)).text).not.toContain("Stop all alerts");
});

test("a person who unsubscribed and signs up again gets alerts again: an unsubscribe is no suppression", async () => {
  const store = await aShop();
  const { email, token } = await aSubscriber(store, [1]);
  await post(store, "unsubscribe", { token });
  good(await subscribeAs(store, email, [aProduct(1)]));
  expect(await states(store)).toEqual([1]);
});

test("product titles are shown as text, never as markup", async () => {
  const store = await aShop();
  const { token } = await aSubscriber(store, [1]);
  const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>'`;
  await look("update variants set product = $2 where store_id = $1", [
    store.id,
    JSON.stringify({ title: evil, variantTitle: evil }),
  ]);
  await look("update subscriptions set topic = 'a' where store_id = $1", [store.id]);
  const fresh = aService();
  const pages = await Promise.all(
    ["preferences", "unsubscribe"].map((page) => fresh.http.inject(`/alerts/${page}?token=${token}`)),
  );
  for (const { payload } of pages) expect(payload).not.toMatch(/<script|<img/);
  expect(pages[0]?.payload).toContain("&lt;script&gt;");
});
