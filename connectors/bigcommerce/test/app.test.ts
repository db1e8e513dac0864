import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { identitySecret } from "../../../packages/service/src/features/stores/store.ts";
import { aRunningService } from "../../../packages/service/test/fixtures/running-service.ts";
import type { Shop } from "../../hosted/src/installations.ts";
import { createApi } from "../src/api.ts";
import { variantIdOf } from "../src/products.ts";
import { createOrders } from "../src/read-orders.ts";
import type { Catalogue } from "../src/read-products.ts";
import { SCOPES } from "../src/set-up-shop.ts";
import { BERLIN, PORTO, SHOP } from "./fake/bigcommerce.ts";
import { APP_URL, aBigCommerceShop } from "./fixtures.ts";

const keepsake = await aRunningService();
const QUARTER_MS = 15 * 60_000;

test("the merchant installs the app and connects the shop: webhooks, the script and all stock follow", async () => {
  const shop = await aBigCommerceShop(keepsake);
  const { bigcommerce } = shop;
  const mug = bigcommerce.addProduct("Mug", [{ stock: { [BERLIN]: 4, [PORTO]: 3 } }]);
  const app = await shop.startApp();

  expect((await shop.install(app, bigcommerce.installQuery("a stolen code"))).status).toBe(401);
  const installed = await shop.install(app);
  expect(installed.headers.get("content-security-policy")).toContain("frame-ancestors https://*.mybigcommerce.com");
  const page = await installed.text();
  expect(page).toContain(SHOP);
  expect(await (await shop.connect(app, page, { key: "wrong" })).text()).toContain("does not know this store id");
  expect((await shop.connect(app, page.replace(/value="[^"]+"/, 'value="forged"'))).status).toBe(401);
  expect(await (await shop.connect(app, page)).text()).toContain(`Connected to the store ${shop.store.pid}`);
  await app.app.runDue();

  expect([...bigcommerce.hooks.values()].map(({ scope }) => scope).toSorted()).toEqual(SCOPES.toSorted());
  const [script, ...more] = bigcommerce.scripts.values();
  expect(more).toEqual([]);
  expect(script?.html).toContain(`data-pid="${shop.store.pid}"`);
  expect(script?.html).toContain(`${APP_URL}/keepsake-token`);
  expect(await shop.stock()).toEqual({ [mug.id]: 4 });
  const rows = await shop.ask(
    "select product->>'title' as title, product->>'url' as url, product->'price' as price, product->'compareAtPrice' as before from variants where store_id = $1",
    [shop.store.id],
  );
  expect(rows).toEqual([{ title: "Mug", url: `https://tarn.example/product-${mug.id}/`, price: 39.5, before: 49 }]);

  // Installing or connecting again adds nothing.
  await shop.connect(app, await (await shop.install(app)).text());
  await app.app.runDue();
  expect([bigcommerce.hooks.size, bigcommerce.scripts.size]).toEqual([SCOPES.length, 1]);
});

test("only BigCommerce opens the app's pages, and the owner's uninstall leaves nothing, also if the token ends a little later", async () => {
  const shop = await aBigCommerceShop(keepsake);
  const { bigcommerce } = shop;
  const app = await shop.aConnectedApp();
  const open = (path: string, jwt: string) =>
    fetch(`${app.url}/${path}?signed_payload_jwt=${jwt}`).then(({ status }) => status);
  const past = Math.floor(Date.now() / 1_000) - 3_600;
  const none = `${bigcommerce.visit().split(".").slice(0, 2).join(".")}.`;
  for (const jwt of [
    "",
    none,
    bigcommerce.visit({}, "a secret of somebody else"),
    bigcommerce.visit({ exp: past }),
    bigcommerce.visit({ aud: "another app" }),
    bigcommerce.visit({ sub: "stores/../x" }),
    bigcommerce.customer("ada@example.com"),
  ])
    expect([await open("load", jwt), await open("uninstall", jwt)]).toEqual([401, 401]);
  expect(await open("load", bigcommerce.visit())).toBe(200);
  expect(await open("uninstall", bigcommerce.visit())).toBe(200);
  await app.app.runDue();
  expect(await app.installations.find(SHOP)).toBeDefined();
  bigcommerce.endToken();
  shop.forward(2 * 60_000);
  await app.app.runDue();
  expect(await app.installations.find(SHOP, { removed: true })).toBeUndefined();
  expect(await shop.ownRows()).toBe(0);
  expect(await open("load", bigcommerce.visit())).toBe(401);
});

test("an address of the app from the browser's history does not uninstall it, and an old uninstall not the installation after it", async () => {
  const shop = await aBigCommerceShop(keepsake);
  const { bigcommerce } = shop;
  const app = await shop.aConnectedApp();
  const uninstall = async (jwt: string) => (await fetch(`${app.url}/uninstall?signed_payload_jwt=${jwt}`)).status;
  expect(await uninstall(bigcommerce.visit())).toBe(200); // the JWT of /load
  for (const hours of [0, 1, 7]) {
    shop.forward(hours * 60 * 60_000);
    await app.app.runDue();
    expect((await app.installations.find(SHOP))?.store?.pid).toBe(shop.store.pid);
  }
  expect(await shop.requests()).toBe(0);

  // It was removed and installed again. BigCommerce does not take the new token for a moment.
  const iat = Math.floor(shop.clock() / 1_000) - 5;
  await shop.install(app);
  bigcommerce.endToken();
  expect(await uninstall(bigcommerce.visit({ iat }))).toBe(200);
  await app.app.runDue();
  expect((await app.installations.find(SHOP))?.store?.pid).toBe(shop.store.pid);
});

test("a customer who is logged in gets a token for Keepsake, and nobody else does", async () => {
  const shop = await aBigCommerceShop(keepsake);
  const { bigcommerce } = shop;
  const app = await shop.aConnectedApp();
  const ask = (body: string) => fetch(`${app.url}/keepsake-token`, { method: "POST", body });
  const answer = await ask(bigcommerce.customer("ada@example.com"));
  expect([answer.headers.get("access-control-allow-origin"), answer.headers.get("cache-control")]).toEqual([
    "*",
    "no-store",
  ]);
  const [head, claims = "", signature] = (await answer.text()).split(".");
  const secret = identitySecret(await shop.store.record());
  expect(signature).toBe(createHmac("sha256", secret).update(`${head}.${claims}`).digest("base64url"));
  expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({ email: "ada@example.com" });
  for (const jwt of [
    "",
    bigcommerce.customer("ada@example.com", {}, "a secret of somebody else"),
    bigcommerce.customer("ada@example.com", { exp: 1 }),
    bigcommerce.customer("ada@example.com", { operation: "another" }),
    bigcommerce.visit({ customer: { email: "ada@example.com" } }),
  ])
    expect((await ask(jwt)).status).toBe(401);
  expect(await (await ask(bigcommerce.customer("ada@example.com", { store_hash: "other1" }))).text()).toBe("");
});

test("what can be sold now is the stock: pre-orders and hidden products are not, untracked products always are", async () => {
  const shop = await aBigCommerceShop(keepsake);
  const { bigcommerce } = shop;
  const stock = { [BERLIN]: 5 };
  const mug = bigcommerce.addProduct("Mug", [{ stock: { [BERLIN]: 2, [PORTO]: -3 } }]);
  const preorder = bigcommerce.addProduct("Next year's", [{ stock }], { availability: "preorder" });
  const hidden = bigcommerce.addProduct("Hidden", [{ stock }], { is_visible: false });
  const untracked = bigcommerce.addProduct("Gift card", [{}], { inventory_tracking: "none" });
  const jacket = bigcommerce.addProduct("Jacket", [
    { label: "S", stock: { [BERLIN]: 1, [PORTO]: 2 } },
    { label: "M", stock, disabled: true },
  ]);
  const shared = bigcommerce.addProduct("Cut to size", [{ label: "1 m" }, { label: "2 m" }], {
    inventory_tracking: "product",
    inventory_level: 8,
  });
  const partly = bigcommerce.addProduct("Engraving", [{ label: "Gold", disabled: true }, { label: "Silver" }], {
    inventory_tracking: "none",
  });
  const closed = bigcommerce.addProduct("Old cut", [{ label: "3 m", disabled: true }], {
    inventory_tracking: "product",
    inventory_level: 8,
  });
  await shop.aConnectedApp();
  const idOf = (product: typeof jacket, index: number) => variantIdOf(product.id, product.variants[index]?.id ?? 0);
  expect(await shop.stock()).toEqual({
    [mug.id]: 2,
    [preorder.id]: 0,
    [hidden.id]: 0,
    [untracked.id]: 1_000_000,
    [jacket.id]: 1,
    [idOf(jacket, 0)]: 1,
    [idOf(jacket, 1)]: 0,
    [shared.id]: 8,
    [idOf(shared, 0)]: 8,
    [idOf(shared, 1)]: 8,
    [partly.id]: 1_000_000,
    [idOf(partly, 0)]: 0,
    [idOf(partly, 1)]: 1_000_000,
    [closed.id]: 0,
    [idOf(closed, 0)]: 0,
  });
  const levels = await shop.ask(
    `select location, quantity from stock_levels l join variants v on v.id = l.variant_id and v.store_id = l.store_id
     where l.store_id = $1 and platform_id = $2 order by location`,
    [shop.store.id, idOf(jacket, 0)],
  );
  expect(levels).toEqual([
    { location: String(BERLIN), quantity: 1 },
    { location: String(PORTO), quantity: 0 },
  ]);
});

test("the shop sells from its default location, or from those that the merchant names, and what can only be backordered is no stock", async () => {
  const shop = await aBigCommerceShop(keepsake);
  const { bigcommerce } = shop;
  const mug = bigcommerce.addProduct("Mug", [{ stock: { [BERLIN]: 0, [PORTO]: 5 } }]);
  const lamp = bigcommerce.addProduct("Lamp", [{ stock: { [BERLIN]: 0 } }]);
  const vase = bigcommerce.addProduct("Vase", [{ stock: { [BERLIN]: 3 } }]);
  for (const { variants } of [lamp, vase]) bigcommerce.backorderLimits.set(variants[0]?.id ?? 0, 10);
  const app = await shop.aConnectedApp();
  const expectStock = async (ofMug: number) =>
    expect(await shop.stock()).toEqual({ [mug.id]: ofMug, [lamp.id]: 0, [vase.id]: 3 });
  await expectStock(0);

  const page = await (await fetch(`${app.url}/load?signed_payload_jwt=${bigcommerce.visit()}`)).text();
  const ticket = /name="ticket" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const save = async (locations: string, proof = ticket) =>
    fetch(`${app.url}/locations`, { method: "POST", body: new URLSearchParams({ ticket: proof, locations }) });
  for (const [locations, ofMug] of [
    ["all", 5],
    ["1", 0],
    ["1 2", 5],
    ["", 0],
  ] as const) {
    expect(await (await save(locations)).text()).toContain(`value="${locations || "1"}"`);
    await app.app.runDue();
    await expectStock(ofMug);
  }
  expect(await (await save("Berlin")).text()).toContain('role="alert"');
  expect((await save("all", "forged")).status).toBe(401);
});

test("a restock alerts the person who waits within seconds, and an order ends the buyer's wait", async () => {
  const shop = await aBigCommerceShop(keepsake);
  const { bigcommerce } = shop;
  const mug = bigcommerce.addProduct("Mug", [{ stock: { [BERLIN]: 0 } }]);
  const jacket = bigcommerce.addProduct("Jacket", [{ label: "S", stock: { [BERLIN]: 0 } }]);
  const [mugVariant = 0, jacketVariant = 0] = [mug, jacket].map(({ variants }) => variants[0]?.id ?? 0);
  const app = await shop.aConnectedApp();
  for (const address of ["ada@example.com", "buyer@example.com"]) {
    await shop.waitInLine(shop.store, address, mug.id);
    await shop.waitInLine(shop.store, address, variantIdOf(jacket.id, jacketVariant));
  }
  bigcommerce.order("buyer@example.com", [mugVariant, jacketVariant]);
  await bigcommerce.webhooks.settle();
  await app.app.drainHints();
  bigcommerce.setStock(mugVariant, 3);
  bigcommerce.setStock(jacketVariant, 3);
  await bigcommerce.webhooks.settle();
  await app.app.drainHints();
  const alerts = { "ada@example.com": 2, "buyer@example.com": 0 };
  await expect(shop.expectAlerts(shop.store, alerts)).resolves.toBeUndefined();
});

test("an order that changes while all are read hides no other one, also without webhooks", async () => {
  const shop = await aBigCommerceShop(keepsake);
  const { bigcommerce } = shop;
  const mug = bigcommerce.addProduct("Mug", [{ stock: { [BERLIN]: 500 } }]);
  const app = await shop.aConnectedApp();
  bigcommerce.webhooks.setFaults({ dropped: 1 });
  const ids = Array.from({ length: 60 }, (_, index) =>
    bigcommerce.order(`buyer-${index}@example.com`, [mug.variants[0]?.id ?? 0]),
  );
  shop.forward(QUARTER_MS);
  bigcommerce.afterNextOrders(() => bigcommerce.changeOrder(ids[0] ?? 0, 10));
  await app.app.runDue();
  const known = await shop.ask<{ id: string }>("select id from orders where store_id = $1", [shop.store.id]);
  expect(known.map(({ id }) => Number(id)).toSorted((one, other) => one - other)).toEqual(ids);
});

test("orders that never end are an error, because those that were not read would never be", async () => {
  const get = <Answer>(_: unknown, path: string): Promise<Answer> => {
    const last = Number(/min_id=(\d+)/.exec(path)?.[1] ?? 0);
    return Promise.resolve(Array.from({ length: 50 }, (__, index) => ({ id: last + index, status_id: 0 })) as Answer);
  };
  const orders = createOrders({ api: { get, send: get }, catalogue: {} as Catalogue });
  const readAll = async () => {
    for await (const page of orders.readSince({} as Shop, new Date(0))) expect(page).toEqual([]);
  };
  await expect(readAll()).rejects.toThrow("orders changed since 1970");
});

test("a forged or an old webhook is refused, and one for a shop that is not installed does nothing", async () => {
  const shop = await aBigCommerceShop(keepsake);
  const app = await shop.aConnectedApp();
  const body = JSON.stringify({ scope: "store/app/uninstalled", producer: "stores/abc123", data: {} });
  const send = (secret: string, at: number, sent = body) => {
    const timestamp = String(Math.floor(at / 1_000));
    const signature = createHmac("sha256", secret).update(`id.${timestamp}.${sent}`).digest("base64");
    const headers = {
      "content-type": "application/json",
      "webhook-id": "id",
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1,${signature}`,
    };
    return fetch(`${app.url}/webhooks`, { method: "POST", body: sent, headers }).then(({ status }) => status);
  };
  const [secret = ""] = shop.bigcommerce.secrets;
  expect(await send("a secret of somebody else", Date.now())).toBe(401);
  expect(await send(secret, Date.now() - 600_000)).toBe(401);
  expect(await app.installations.find(SHOP)).toBeDefined();
  expect(await send(secret, Date.now(), body.replace("abc123", "other1"))).toBe(200);
  expect(await send(secret, Date.now(), "[]")).toBe(400);
  expect(await send(secret, Date.now())).toBe(200);
  expect(await app.installations.find(SHOP)).toBeUndefined();
});

test("an error says what BigCommerce answered", async () => {
  const shop = await aBigCommerceShop(keepsake);
  const app = await shop.aConnectedApp();
  const installed = (await app.installations.find(SHOP)) as Shop;
  const api = createApi({ apiUrl: shop.bigcommerce.url });
  await expect(api.get(installed, "v3/weather?day=1")).rejects.toThrow(
    `BigCommerce refused GET v3/weather for ${SHOP} (status 404): {"title":"No GET v3/weather"}`,
  );
});

test("webhooks that BigCommerce has switched off are on again after the reconcile, and what was deleted meanwhile is sold out", async () => {
  const shop = await aBigCommerceShop(keepsake);
  const { bigcommerce } = shop;
  const [mug, plate] = ["Mug", "Plate"].map((name) => bigcommerce.addProduct(name, [{ stock: { [BERLIN]: 5 } }]));
  const app = await shop.aConnectedApp();
  await app.server.close();
  bigcommerce.removeProduct(mug?.id ?? 0);
  bigcommerce.setStock(plate?.variants[0]?.id ?? 0, 0);
  await bigcommerce.webhooks.settle();
  expect([...bigcommerce.hooks.values()].filter(({ is_active }) => !is_active)).toHaveLength(2);
  expect(await shop.stock()).toEqual({ [mug?.id ?? 0]: 5, [plate?.id ?? 0]: 5 });
  shop.forward(QUARTER_MS);
  await app.app.runDue();
  expect([...bigcommerce.hooks.values()].filter(({ is_active }) => !is_active)).toEqual([]);
  expect(await shop.stock()).toEqual({ [mug?.id ?? 0]: 0, [plate?.id ?? 0]: 0 });
});

test("Keepsake's Connections page hears how the shop does, and that offers are a first chance", async () => {
  const shop = await aBigCommerceShop(keepsake);
  await shop.aConnectedApp();
  const { body } = await shop.store.admin("/storeadmin/v3/connections", undefined, { method: "GET" });
  expect(body["connectors"]).toMatchObject([
    { name: "bigcommerce", shop: `https://${SHOP}`, reserves: false, problem: null, reconcile: { checked: 0 } },
  ]);
});
