import { expect, test } from "vitest";
import { waitFor } from "../../../engines/wait-for.ts";
import { identitySecret } from "../../../packages/service/src/features/stores/store.ts";
import { look } from "../../../packages/service/test/fixtures/database.ts";
import { aStore } from "../../../packages/service/test/fixtures/service.ts";
import { numberOf } from "../src/ids.ts";
import { BERLIN } from "./fake/shop.ts";
import { SHOP_NAME } from "./fake/shopify.ts";
import { aShopifyShop } from "./fixtures/shopify-shop.ts";

const QUARTER_MS = 15 * 60_000;
const HOUR_MS = 60 * 60_000;
const WAIT_MS = 30_000;
const ADA = "ada@example.com";

/** A shop that is connected, with one product. */
async function aMerchant() {
  const shop = await aShopifyShop();
  const jacket = shop.shopify.addProduct("Jacket", [{ stock: { [BERLIN]: 1 } }]).variants[0]?.id ?? "";
  const app = await shop.aConnectedApp();
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${app.url}${path}`, { headers, redirect: "manual" });
  return { shop, shopify: shop.shopify, jacket, app, get };
}
const ticketOf = (page: string) => /name="ticket" value="([^"]+)"/.exec(page)?.[1] ?? "";

test("an installation counts only if it began here, Shopify signed it, and it is fresh", async () => {
  const { shop, get } = await aMerchant();
  const begun = await get(`/auth?shop=${SHOP_NAME}`);
  const cookie = begun.headers.get("set-cookie")?.split(";")[0] ?? "";
  expect(begun.headers.get("set-cookie")).toMatch(/HttpOnly; Secure; SameSite=Lax/);
  const to = new URL(begun.headers.get("location") ?? "");
  expect([to.pathname, to.searchParams.get("redirect_uri")]).toEqual([
    "/admin/oauth/authorize",
    "https://keepsake-app.example/auth/callback",
  ]);
  const allowed = await fetch(to, { redirect: "manual" });
  const { search, searchParams } = new URL(allowed.headers.get("location") ?? "");
  const changed = (name: string, value: string) => {
    const query = new URLSearchParams(searchParams);
    query.set(name, value);
    return `?${query.toString()}`;
  };
  const callback = async (query: string, from = cookie) =>
    (await get(`/auth/callback${query}`, { cookie: from })).status;
  expect(await callback(changed("shop", "other.myshopify.com"))).toBe(401);
  expect(await callback(changed("hmac", "00".repeat(32)))).toBe(401);
  expect(await callback(changed("state", "another"))).toBe(401);
  expect(await callback(search, "")).toBe(401);
  expect(await callback(search)).toBe(200);
  expect(await callback(search)).not.toBe(200); // a code counts once
  shop.forward(HOUR_MS);
  expect(await callback(search)).toBe(401);
  for (const name of ["tarn.example", "tarn.myshopify.com.evil.example", "tarn.myshopify.com/", ""])
    expect((await get(`/auth?shop=${encodeURIComponent(name)}`)).status).toBe(400);
});

test("the page opens only from Shopify's admin, runs no script, and its form only with its own ticket", async () => {
  const { shop, shopify, app, get } = await aMerchant();
  expect((await get(`/?shop=${SHOP_NAME}`)).status).toBe(401);
  const page = await get(`/?${shopify.signQuery({ shop: SHOP_NAME, locale: "de" }).toString()}`);
  expect(page.headers.get("content-security-policy")).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
  const html = await page.text();
  expect(html).toContain(`Verbunden mit dem Shop ${shop.store.pid}`);
  expect(html).not.toContain("<script");
  const connect = (ticket: string) =>
    fetch(`${app.url}/connect`, {
      method: "POST",
      body: new URLSearchParams({ ticket, pid: shop.store.pid, key: shop.store.key }),
    });
  expect((await connect("")).status).toBe(401);
  expect((await connect(`${ticketOf(html)}x`)).status).toBe(401);
  shop.forward(HOUR_MS);
  expect((await connect(ticketOf(html))).status).toBe(401);
});

test("the app proxy answers with the token of the customer who is logged in, and only of a proved address", async () => {
  const { shop, shopify, get } = await aMerchant();
  const ada = shopify.addCustomer(ADA);
  const stranger = shopify.addCustomer("victim@example.com", false);
  // As Shopify shows everybody who has one of the new customer accounts.
  const withNewAccount = shopify.addCustomer("ben@example.com", true, "DISABLED");
  const tokenFor = async (id: string | undefined) => {
    const cookie = id === undefined ? "" : `customer=${numberOf(id)}`;
    const answer = await fetch(`${shopify.url}/apps/keepsake/token`, { headers: { cookie } });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    return answer.text();
  };
  const token = await tokenFor(ada.id);
  const { status, body } = await shop.store.browser("/api/v3/provider/register", { token });
  expect([status, typeof body["regid"]]).toEqual([200, "string"]);
  expect(await tokenFor(undefined)).toBe("");
  expect(await tokenFor(stranger.id)).toBe("");
  expect(await tokenFor(withNewAccount.id)).not.toBe("");
  const signed = shopify.proxyQuery({ logged_in_customer_id: numberOf(ada.id) });
  expect((await get(`/proxy/token?${signed}`)).status).toBe(200);
  expect((await get(`/proxy/token?${signed.replace(numberOf(ada.id), numberOf(stranger.id))}`)).status).toBe(401);
  expect((await get(`/proxy/token?${signed}&logged_in_customer_id=${numberOf(stranger.id)}`)).status).toBe(401);
  shop.forward(HOUR_MS);
  expect((await get(`/proxy/token?${signed}`)).status).toBe(401);
});

test("a new key keeps the stored identity secret; another store and the check box do not", async () => {
  const { shop, shopify, app, get } = await aMerchant();
  const ada = shopify.addCustomer(ADA);
  const hasToken = async () => {
    const cookie = `customer=${numberOf(ada.id)}`;
    return (await (await fetch(`${shopify.url}/apps/keepsake/token`, { headers: { cookie } })).text()) !== "";
  };
  const page = await (await get(`/?${shopify.signQuery({ shop: SHOP_NAME }).toString()}`)).text();
  expect(page).toContain("One is stored. Leave this empty to keep it.");
  const connect = async (changes: Record<string, string>) =>
    (await shop.connect(app, page, { identitySecret: "", ...changes })).text();

  expect(await connect({})).toContain("removeIdentitySecret");
  expect(await hasToken()).toBe(true);
  expect(await connect({ removeIdentitySecret: "yes" })).not.toContain("removeIdentitySecret");
  expect(await hasToken()).toBe(false);
  await connect({ identitySecret: identitySecret(await shop.store.record()) });
  expect(await hasToken()).toBe(true);
  const other = await aStore(shop.service, { scopes: ["admin"] });
  await connect({ pid: other.pid, key: other.key });
  expect(await hasToken()).toBe(false);
});

test("a signature that Shopify made for a visitor's own parameters is not one for another customer", async () => {
  const { shopify, get } = await aMerchant();
  const victim = numberOf(shopify.addCustomer(ADA).id);
  // Signed as `a=1logged_in_customer_id=…`, which reads the same when the names are divided otherwise.
  const signed = new URLSearchParams(
    shopify.proxyQuery({ a: `1logged_in_customer_id=${victim}m=`, logged_in_customer_id: "" }),
  );
  const forged = new URLSearchParams({ a: "1", logged_in_customer_id: victim, m: "logged_in_customer_id=" });
  for (const name of ["path_prefix", "shop", "timestamp", "signature"]) forged.set(name, signed.get(name) ?? "");
  const joined = (query: URLSearchParams) =>
    [...query]
      .filter(([name]) => name !== "signature")
      .map((pair) => pair.join("="))
      .toSorted()
      .join("");
  expect(joined(forged)).toBe(joined(signed));
  expect((await get(`/proxy/token?${forged.toString()}`)).status).toBe(401);
  // An address that the app does not have is not repeated: it would show the signature to the visitor.
  const unknown = await get(`/proxy/x?${signed.toString()}`);
  expect(unknown.status).toBe(404);
  expect(await unknown.text()).not.toContain("signature");
});

test("a customer with a phone number without its country is erased by address, and one with nothing else is done", async () => {
  const { shop, shopify, jacket, app } = await aMerchant();
  await shop.signUp(ADA, jacket);
  for (const customer of [
    { id: 7, email: ADA, phone: "555-625-1199" },
    { id: 8, phone: "555-625-1199" },
  ])
    shopify.webhooks.announce("customers/redact", { customer, shop_domain: SHOP_NAME, orders_to_redact: [] });
  await shopify.webhooks.settle();
  await app.app.runDue();
  expect(await look("select from keepsake_connectors.requests", [], shop.databaseUrl)).toEqual([]);
  const left = () => shop.ask("select from contacts where store_id = $1 and value = $2", [shop.store.id, ADA]);
  expect(await waitFor(async () => (await left()).length === 0, WAIT_MS)).toBe(true);
});

test("a market that the store does not have holds nothing else back and is a problem, and one that is taken out loses its price", async () => {
  const { shop, shopify, jacket, app, get } = await aMerchant();
  const setMarkets = (...names: string[]) =>
    shop.store.admin("/storeadmin/v3/settings/update", undefined, {
      json: { markets: names.map((name) => ({ name })) },
    });
  const page = await (await get(`/?${shopify.signQuery({ shop: SHOP_NAME }).toString()}`)).text();
  const save = (markets: string) =>
    fetch(`${app.url}/markets`, {
      method: "POST",
      body: new URLSearchParams({ ticket: ticketOf(page), markets }),
    });
  const problem = async () => {
    const { body } = await shop.store.admin("/storeadmin/v3/connections", undefined, { method: "GET" });
    return (body["connectors"] as { problem: string | null }[])[0]?.problem ?? null;
  };
  await setMarkets("us");
  await save("america=US");
  shopify.setStock(jacket, 7);
  shop.forward(QUARTER_MS);
  await app.app.runDue();
  expect(await problem()).toContain("america");
  expect(await shop.stockOf(jacket)).toBe(7);

  await save("us=US");
  await app.app.runDue();
  expect(await problem()).toBeNull();
  const own = async () =>
    (
      await shop.ask<{ own: object | null }>(
        "select market_product as own from variants where store_id = $1 and platform_id = $2",
        [shop.store.id, `${numberOf(jacket)}\u001fus`],
      )
    )[0]?.own;
  expect(await own()).toMatchObject({ price: 265 });
  await save("");
  await app.app.runDue();
  expect(await own()).not.toHaveProperty("price");
});

test("a new key for the same store keeps what the app knows of it; another store begins anew", async () => {
  const { shop, shopify, jacket, app, get } = await aMerchant();
  const page = await (await get(`/?${shopify.signQuery({ shop: SHOP_NAME }).toString()}`)).text();
  shopify.webhooks.setFaults({ dropped: 1 });
  shopify.deleteVariant(jacket);
  await shop.connect(app, page);
  await app.app.runDue();
  expect(await shop.stockOf(jacket)).toBe(0);
});

test("a customer's data goes to the merchant, and a customer who is to be erased is erased in Keepsake, once asked and once done", async () => {
  const { shop, shopify, jacket, app, get } = await aMerchant();
  await shop.signUp(ADA, jacket);
  const person = { customer: { id: 7, email: ADA, phone: null }, shop_domain: SHOP_NAME };
  shopify.webhooks.setFaults({ doubled: 1 });
  shopify.webhooks.announce("customers/data_request", { ...person, data_request: { id: 99 } });
  await shopify.webhooks.settle();
  const page = await (await get(`/?${shopify.signQuery({ shop: SHOP_NAME }).toString()}`)).text();
  expect(page.match(/name="request"/g)).toHaveLength(1);
  const request = /name="request" value="(\d+)"/.exec(page)?.[1] ?? "";
  const file = await fetch(`${app.url}/customer-data`, {
    method: "POST",
    body: new URLSearchParams({ ticket: ticketOf(page), request }),
  });
  expect(file.headers.get("content-disposition")).toContain("attachment");
  const data = (await file.json()) as { addresses: unknown };
  expect(data.addresses).toEqual([{ medium: "email", value: ADA }]);

  shopify.webhooks.announce("customers/redact", { ...person, orders_to_redact: [] });
  await shopify.webhooks.settle();
  // The address is stored sealed until then.
  const stored = await look<{ row: string }>(
    "select r::text as row from keepsake_connectors.requests r",
    [],
    shop.databaseUrl,
  );
  expect(stored.length).toBeGreaterThan(0);
  expect(JSON.stringify(stored)).not.toContain(Buffer.from(ADA).toString("hex"));
  shopify.webhooks.setFaults({});
  await app.app.runDue();
  const left = async () => {
    const { text } = await shop.store.admin("/storeadmin/v3/people/export", undefined, { json: { email: ADA } });
    return (JSON.parse(text) as { data: Record<string, unknown[]> }).data["subscriptions"]?.length ?? 0;
  };
  expect(await waitFor(async () => (await left()) === 0, WAIT_MS)).toBe(true);
});

test("two processes share the reconciles: each shop is read once a quarter of an hour", async () => {
  const { shop, shopify, app } = await aMerchant();
  const other = await shop.startApp(shopify.secrets as [string]);
  const bulks = () => shopify.bulkCount();
  const before = bulks();
  shop.forward(QUARTER_MS);
  await Promise.all([app.app.runDue(), other.app.runDue(), app.app.runDue()]);
  expect(bulks()).toBe(before + 1);
});

test("Keepsake's Connections page says how the app is doing", async () => {
  const { shop, shopify, app, get } = await aMerchant();
  const connection = async () => {
    const { body } = await shop.store.admin("/storeadmin/v3/connections", undefined, { method: "GET" });
    return (body["connectors"] as Record<string, unknown>[])[0];
  };
  expect(await connection()).toMatchObject({
    name: "shopify",
    shop: `https://${SHOP_NAME}`,
    reserves: true,
    problem: null,
    reconcile: { checked: 1 },
  });
  shopify.endAccessTokens();
  shopify.forgetRefreshTokens();
  shop.forward(HOUR_MS);
  await app.app.runDue();
  expect(await connection()).toMatchObject({
    problem: expect.stringContaining("Open the app in Shopify's admin once"),
  });
  // Opening it there asks for access again, and Shopify gives it.
  const opened = await get(`/?${shopify.signQuery({ shop: SHOP_NAME }).toString()}`);
  expect(opened.headers.get("location")).toContain("/admin/oauth/authorize");
  expect((await shop.install(app)).status).toBe(200);
  await app.app.runDue();
  expect(await connection()).toMatchObject({ problem: null });
});

test("a removed app forgets its tokens at once and the shop when Shopify asks; a late report of a removal changes nothing", async () => {
  const { shop, shopify, app } = await aMerchant();
  const installed = async () =>
    (
      await look<{ removed: boolean; tokens: boolean }>(
        "select uninstalled_at is not null as removed, sealed_tokens is not null as tokens from keepsake_connectors.installations",
        [],
        shop.databaseUrl,
      )
    )[0];
  const body = JSON.stringify({ id: 1 });
  const late = { "x-shopify-triggered-at": new Date(shop.clock() - 24 * HOUR_MS).toISOString() };
  expect(await shopify.webhooks.post(body, shopify.webhooks.sign("app/uninstalled", body, late))).toBe(200);
  expect(await installed()).toEqual({ removed: false, tokens: true });
  shopify.webhooks.announce("shop/redact", { shop_domain: SHOP_NAME });
  await shopify.webhooks.settle();
  await app.app.runDue();
  expect(await installed()).toEqual({ removed: false, tokens: true }); // it was installed again meanwhile

  shopify.webhooks.announce("app/uninstalled", { id: 1 });
  await shopify.webhooks.settle();
  expect(await installed()).toEqual({ removed: true, tokens: false });
  shopify.webhooks.announce("shop/redact", { shop_domain: SHOP_NAME });
  await shopify.webhooks.settle();
  await app.app.runDue();
  const counts = await look<{ count: number }>(
    `select count(*)::int as count from (select shop from keepsake_connectors.installations
      union all select shop from keepsake_connectors.known_variants
      union all select shop from keepsake_connectors.reservations
      union all select shop from keepsake_connectors.requests) rows`,
    [],
    shop.databaseUrl,
  );
  expect(counts[0]?.count).toBe(0);
  const { text } = await shop.store.admin("/storeadmin/v3/connections", undefined, { method: "GET" });
  expect(text).toContain("npx keepsake store erase");
});

test("the prices of a country count in its market, also after a reconcile, and a country that Shopify does not know is refused", async () => {
  const { shop, shopify, jacket, app, get } = await aMerchant();
  const variant = numberOf(jacket);
  await shop.store.admin("/storeadmin/v3/settings/update", undefined, {
    json: { markets: [{ name: "eu" }, { name: "us-west" }] },
  });
  const page = await (await get(`/?${shopify.signQuery({ shop: SHOP_NAME }).toString()}`)).text();
  const save = async (markets: string) => {
    const body = new URLSearchParams({ ticket: ticketOf(page), markets });
    return (await fetch(`${app.url}/markets`, { method: "POST", body })).text();
  };
  for (const wrong of ["eu=Germany", "eu=DE eu=US", "EU=DE", "eu=UK"])
    expect(await save(wrong)).toContain('role="alert"');
  expect(await save("eu=DE us-west=US")).toContain('value="eu=DE us-west=US"');
  await app.app.runDue();
  const pricesIn = async (market: string) =>
    (
      await shop.ask<{ product: object }>("select product from variants where store_id = $1 and platform_id = $2", [
        shop.store.id,
        `${variant}\u001f${market}`,
      ])
    )[0]?.product;
  expect(await pricesIn("us-west")).toMatchObject({ price: 265, currency: "USD" });
  expect(await pricesIn("eu")).toMatchObject({ price: 245, currency: "EUR" });
  shopify.setStock(jacket, 2);
  await shopify.webhooks.settle();
  await app.app.drainHints();
  expect(await pricesIn("us-west")).toMatchObject({ price: 265, currency: "USD" });
});
