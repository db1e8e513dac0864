import { createHmac } from "node:crypto";
import { pino } from "pino";
import { expect, test } from "vitest";
import { waitFor } from "../../../engines/wait-for.ts";
import { aDatabase } from "../../../packages/service/test/fixtures/database.ts";
import { aRunningService } from "../../../packages/service/test/fixtures/running-service.ts";
import { whenDone } from "../../../packages/service/test/fixtures/when-done.ts";
import { createApi } from "../src/api.ts";
import { createCatalogue } from "../src/catalogue.ts";
import { readConfig, type WooCommerceConfig } from "../src/config.ts";
import { TOPICS } from "../src/ensure-hooks.ts";
import { openWooCommerceApp } from "../src/open-woocommerce-app.ts";
import { readOrdersSince } from "../src/orders.ts";
import { CONSUMER, startWooCommerce } from "./fake-woocommerce.ts";

const keepsake = await aRunningService();
const SECRET = "the first secret of the webhooks";
const QUARTER_MS = 15 * 60_000;
const WAIT_MS = 90_000;

/** A WooCommerce, a new store of Keepsake, and the program between them. Its clock can be moved. */
async function aShop() {
  const store = await keepsake.aNotifyingStore();
  const databaseUrl = await aDatabase();
  let aheadMs = 0;
  const clock = () => Date.now() + aheadMs;
  let appUrl = "";
  const woocommerce = await startWooCommerce({ appUrl: () => appUrl, clock });
  whenDone(() => woocommerce.close());
  async function startApp(webhookSecrets: readonly [string, ...string[]] = [SECRET]) {
    const config: WooCommerceConfig = {
      databaseUrl,
      secrets: ["a-connector-secret-for-tests-0123456789abcdef"],
      keepsakeUrl: keepsake.url,
      appUrl: "https://keepsake-app.example",
      host: "127.0.0.1",
      port: 0,
      logLevel: "silent",
      reconcileMs: QUARTER_MS,
      holdsMs: 500,
      shopUrl: woocommerce.url,
      ...CONSUMER,
      webhookSecrets,
      store: { pid: store.pid, key: store.key, identitySecret: undefined },
    };
    const opened = await openWooCommerceApp(config, { clock, log: pino({ level: "silent" }) });
    let isOpen = true;
    const close = async () => {
      if (isOpen) await opened.close();
      isOpen = false;
    };
    whenDone(close);
    appUrl = await opened.server.listen({ host: "127.0.0.1", port: 0 });
    return { ...opened, close, url: appUrl };
  }
  return {
    store,
    woocommerce,
    startApp,
    forward: (ms: number) => void (aheadMs += ms),
    stock: () => keepsake.stockOf(store),
  };
}

test("the program creates its webhooks, answers their unsigned pings, and reports all stock", async () => {
  const { woocommerce, startApp, stock } = await aShop();
  const simple = woocommerce.addProduct({ stock_quantity: 4, stock_status: "instock" });
  const variable = woocommerce.addProduct({ type: "variable", stock_quantity: 9, stock_status: "instock" });
  const variation = (more: object) => woocommerce.addProduct({ parent_id: variable.id, ...more });
  const own = variation({ stock_quantity: 2, stock_status: "instock", attributes: [{ option: "Moss" }] });
  const inherits = variation({ manage_stock: "parent", stock_quantity: null, stock_status: "instock" });
  const backorder = woocommerce.addProduct({ stock_quantity: -2, stock_status: "onbackorder" });
  const untracked = woocommerce.addProduct({ manage_stock: false, stock_quantity: null, stock_status: "instock" });
  const draft = woocommerce.addProduct({ status: "draft", stock_quantity: 3, stock_status: "instock" });
  const app = await startApp();
  await app.app.runDue();
  expect([...woocommerce.hooks.values()].map(({ topic }) => topic)).toEqual(TOPICS);
  expect(woocommerce.sent.pings).toEqual(TOPICS.map(() => 200));
  expect(await stock()).toEqual({
    [simple.id]: 4,
    [variable.id]: 9,
    [own.id]: 2,
    [inherits.id]: 9,
    [backorder.id]: 0,
    [untracked.id]: 1_000_000,
    [draft.id]: 0,
  });
});

test("a restock alerts the person who waits, an order ends the buyer's wait and lowers the stock, and what is deleted is sold out", async () => {
  const { woocommerce, startApp, stock, store } = await aShop();
  const [jacket, lamp] = [woocommerce.addProduct(), woocommerce.addProduct()];
  const mug = woocommerce.addProduct({ stock_quantity: 2, stock_status: "instock" });
  const variable = woocommerce.addProduct({ type: "variable" });
  const moss = woocommerce.addProduct({ parent_id: variable.id, stock_quantity: 1, stock_status: "instock" });
  const app = await startApp();
  await app.app.runDue();
  const settle = async () => {
    await woocommerce.settle();
    await app.app.drainHints();
  };
  await keepsake.waitInLine(store, "hook@example.com", jacket.id);
  await keepsake.waitInLine(store, "hook-buyer@example.com", lamp.id);
  woocommerce.order("hook-buyer@example.com", lamp.id);
  woocommerce.order("somebody@example.com", mug.id);
  woocommerce.setStock(jacket.id, 5);
  woocommerce.removeProduct(moss.id);
  await settle();
  expect(await stock()).toMatchObject({ [jacket.id]: 5, [lamp.id]: 0, [mug.id]: 1, [moss.id]: 0 });
  woocommerce.setStock(lamp.id, 6);
  await settle();
  await keepsake.expectAlerts(store, {
    "hook@example.com": 1,
    "hook-buyer@example.com": 0,
  });
});

test.each([
  ["early in a page", [5]],
  ["that was read last", [99]],
  ["as many as a page and more", Array.from({ length: 120 }, (_, index) => index)],
])("products that are deleted during a read hide no others: %s", async (_, places) => {
  const { woocommerce, startApp, stock, forward } = await aShop();
  const ids = Array.from(
    { length: 230 },
    () => woocommerce.addProduct({ stock_quantity: 4, stock_status: "instock" }).id,
  );
  const app = await startApp();
  await app.app.runDue();
  forward(QUARTER_MS);
  const gone = places.map((place) => ids[place] ?? 0);
  woocommerce.afterNextPage("products", () => {
    for (const id of gone) woocommerce.removeProduct(id, { isSaid: false });
  });
  await app.app.runDue();
  forward(QUARTER_MS); // Those that were read before they were deleted.
  const known = await stock();
  expect(ids.filter((id) => known[id] !== 4 && !gone.includes(id))).toEqual([]);
  await app.app.runDue();
  expect(await stock()).toEqual(Object.fromEntries(ids.map((id) => [id, gone.includes(id) ? 0 : 4])));
});

test("an order that is deleted while all are read hides no other one, also without webhooks", async () => {
  const { woocommerce, startApp, store, forward } = await aShop();
  const mug = woocommerce.addProduct({ stock_quantity: 500, stock_status: "instock" });
  const app = await startApp();
  await app.app.runDue();
  woocommerce.setFaults({ dropped: 1 });
  const ids = Array.from({ length: 130 }, (_, index) => woocommerce.order(`buyer-${index}@example.com`, mug.id));
  forward(QUARTER_MS);
  woocommerce.afterNextPage("orders", () => woocommerce.removeOrder(ids[3] ?? 0));
  await app.app.runDue();
  const known = await keepsake.ask<{ id: string }>("select id from orders where store_id = $1", [store.id]);
  expect(known.map(({ id }) => Number(id)).toSorted((one, other) => one - other)).toEqual(ids);
});

test("a list that never ends is an error, because what was not read would count as deleted, or would never be read", async () => {
  const get = <Answer>(path: string): Promise<Answer> => {
    const offset = Number(/offset=(\d+)/.exec(path)?.[1] ?? 0);
    const page = Array.from({ length: 100 }, (_, index) => ({ id: offset + index + 1, attributes: [], price: "1" }));
    return Promise.resolve((path.startsWith("data/") ? { code: "EUR" } : page) as Answer);
  };
  const catalogue = createCatalogue({ get, send: get });
  const readAll = async () => {
    for await (const page of catalogue.readAll(new AbortController().signal)) expect(page.length).toBeGreaterThan(0);
  };
  await expect(readAll()).rejects.toThrow("products did not end");
  const readOrders = async () => {
    for await (const page of readOrdersSince({ get, send: get }, new Date(0))) expect(page).toEqual([]);
  };
  await expect(readOrders()).rejects.toThrow("orders did not end");
});

test("an error says what WooCommerce answered", async () => {
  const { woocommerce } = await aShop();
  const api = createApi({ shopUrl: woocommerce.url, ...CONSUMER });
  await expect(api.get("weather?day=1")).rejects.toThrow(
    'WooCommerce refused GET weather (status 404): {"code":"woocommerce_rest_invalid_id"}',
  );
});

test("a forged webhook is refused, and what WooCommerce has switched off is on again after the reconcile", async () => {
  const { woocommerce, startApp, stock, forward } = await aShop();
  const jacket = woocommerce.addProduct();
  const app = await startApp();
  await app.app.runDue();
  const body = JSON.stringify({ id: jacket.id });
  const send = (signature: string) =>
    fetch(`${app.url}/webhooks`, {
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        "x-wc-webhook-resource": "product",
        "x-wc-webhook-signature": signature,
      },
    }).then(({ status }) => status);
  expect(await send("")).toBe(401);
  expect(await send(createHmac("sha256", "another secret").update(body).digest("base64"))).toBe(401);
  expect(await send(createHmac("sha256", SECRET).update(body).digest("base64"))).toBe(200);

  await app.app.drainHints();
  await app.server.close();
  for (let quantity = 1; quantity <= 7; quantity += 1) woocommerce.setStock(jacket.id, quantity);
  await woocommerce.settle();
  expect(
    [...woocommerce.hooks.values()].filter(({ status }) => status === "disabled").map(({ topic }) => topic),
  ).toEqual(["product.updated"]);
  forward(QUARTER_MS);
  await app.app.runDue();
  expect([...woocommerce.hooks.values()].every(({ status }) => status === "active")).toBe(true);
  expect(await stock()).toEqual({ [jacket.id]: 7 });
});

test("webhooks dropped, doubled, late and shuffled, calls refused, the secret rotated: stock is WooCommerce's, and each waiting person was alerted once", async () => {
  const { woocommerce, startApp, stock, store, forward } = await aShop();
  const simple = Array.from({ length: 50 }, () => woocommerce.addProduct());
  const variable = Array.from({ length: 10 }, () => woocommerce.addProduct({ type: "variable", manage_stock: false }));
  const variations = variable.flatMap(({ id }) => [1, 2, 3].map(() => woocommerce.addProduct({ parent_id: id })));
  const all = [...simple, ...variations].map(({ id }) => id);
  const first = await startApp();
  await first.app.runDue();
  const restocked = all.filter((_, index) => index % 5 !== 4);
  const addressOf = (id: number) => `woo${store.pid}${id}@example.com`.toLowerCase();
  for (const id of all) await keepsake.waitInLine(store, addressOf(id), id);

  woocommerce.setFaults({ dropped: 0.1, doubled: 0.1, lateMs: 800, busy: 0.05 });
  const changeStock = (ids: readonly number[]) => {
    for (const [index, id] of ids.entries()) {
      woocommerce.setStock(id, 3);
      woocommerce.setStock(id, 0);
      woocommerce.setStock(id, 1 + (index % 9));
    }
  };
  changeStock(restocked.slice(0, restocked.length / 2));
  // The program is started with both secrets, and its reconcile hands the new one to WooCommerce.
  const shopName = new URL(woocommerce.url).host;
  const before = (await first.installations.find(shopName))?.reconciledFrom;
  const second = await startApp(["the second secret of the webhooks", SECRET]);
  second.app.start();
  changeStock(restocked.slice(restocked.length / 2));
  const isRotated = () => [...woocommerce.hooks.values()].every(({ secret }) => secret.startsWith("the second"));
  const isReconciled = async () =>
    (await second.installations.find(shopName))?.reconciledFrom?.getTime() !== before?.getTime();
  expect(await waitFor(async () => isRotated() && (await isReconciled()), WAIT_MS)).toBe(true);
  await woocommerce.settle();
  await Promise.all([first.app.drainHints(), second.app.drainHints()]);
  await first.close();
  expect(woocommerce.sent.statuses.filter((status) => status === 401)).toEqual([]);
  expect(woocommerce.sent.dropped).toBeGreaterThan(10);

  const differing = async () => {
    const known = await stock();
    return all.filter((id) => known[id] !== woocommerce.stockOf(id));
  };
  // The control: without the reconcile, what no webhook said stays wrong.
  const [unseen = 0] = restocked;
  woocommerce.setStock(unseen, 42, { isSaid: false });
  expect(await differing()).toContain(unseen);
  woocommerce.setFaults({});
  forward(QUARTER_MS);
  expect(await waitFor(async () => (await differing()).length === 0, WAIT_MS)).toBe(true);
  await keepsake.expectAlerts(
    store,
    Object.fromEntries(all.map((id) => [addressOf(id), restocked.includes(id) ? 1 : 0])),
  );
});

test("the consumer secret is sent only by TLS, and a short webhook secret is refused", () => {
  const env = {
    DATABASE_URL: "postgres://x",
    CONNECTOR_SECRET: "x".repeat(32),
    KEEPSAKE_URL: "https://k.example",
    APP_URL: "https://a.example",
    WOOCOMMERCE_URL: "https://shop.example/",
    WOOCOMMERCE_CONSUMER_KEY: "ck",
    WOOCOMMERCE_CONSUMER_SECRET: "cs",
    WOOCOMMERCE_WEBHOOK_SECRET: SECRET,
    KEEPSAKE_PID: "p",
    KEEPSAKE_KEY: "k",
  };
  expect(readConfig(env).shopUrl).toBe("https://shop.example");
  expect(() => readConfig({ ...env, WOOCOMMERCE_URL: "http://shop.example" })).toThrow(/must begin with https/);
  expect(() => readConfig({ ...env, WOOCOMMERCE_WEBHOOK_SECRET: "short" })).toThrow(/at least 24/);
});
