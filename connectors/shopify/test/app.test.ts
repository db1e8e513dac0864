import { expect, test } from "vitest";
import { UNTRACKED } from "../../client/src/keepsake.ts";
import type { Shop } from "../../hosted/src/installations.ts";
import { createAdminApi } from "../src/admin-api.ts";
import { numberOf } from "../src/ids.ts";
import type { TokenKeeper } from "../src/tokens.ts";
import { BERLIN, HAMBURG, PORTO } from "./fake/shop.ts";
import { SHOP_NAME } from "./fake/shopify.ts";
import { aShopifyShop } from "./fixtures/shopify-shop.ts";

const QUARTER_MS = 15 * 60_000;

test("a merchant installs the app, connects the store, and sees a restock's mail arrive", async () => {
  const shop = await aShopifyShop();
  const { variants } = shop.shopify.addProduct("Fell Jacket", [{ title: "Moss / M", stock: { [BERLIN]: 0 } }]);
  const [jacket] = variants;
  const app = await shop.startApp();
  const page = await shop.install(app);
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain("open Connections to copy the store id");
  const wrong = await shop.connect(app, html, { key: "ks_wrong" });
  expect(await wrong.text()).toContain("does not know this store id");
  const done = await (await shop.connect(app, html)).text();
  expect(done).toContain(`Connected to the store ${shop.store.pid}`);
  expect(done).not.toContain(shop.store.key);
  await app.app.runDue();
  expect(await shop.stockOf(jacket?.id ?? "")).toBe(0);
  expect(shop.shopify.metafields.get("keepsake.pid")).toBe(shop.store.pid);

  await shop.signUp("ada@example.com", jacket?.id ?? "");
  shop.shopify.setStock(jacket?.id ?? "", 3);
  await expect.poll(() => shop.sink.received.map(({ to }) => to)).toEqual(["ada@example.com"]);
  expect(await shop.stockOf(jacket?.id ?? "")).toBe(3);
});

test("stock is what can be sold now: of all locations, without backorders, and always enough where nothing is counted", async () => {
  const shop = await aShopifyShop();
  const { variants, id } = shop.shopify.addProduct("Shirt", [
    { title: "two places", stock: { [BERLIN]: 2, [PORTO]: 5 } },
    { title: "oversold", stock: { [BERLIN]: -4 }, policy: "CONTINUE" },
    { title: "not counted", tracked: false },
    { title: "deleted", stock: { [BERLIN]: 7 } },
  ]);
  const draft = shop.shopify.addProduct("Draft", [{ stock: { [BERLIN]: 9 } }], "DRAFT");
  const [two, oversold, uncounted, deleted] = variants.map((variant) => variant.id);
  const app = await shop.aConnectedApp();
  const stock = () => shop.stockInKeepsake();
  const of = async (gid: string | undefined) => (await stock()).get(numberOf(gid ?? ""));
  expect(await Promise.all([two, oversold, uncounted, deleted, draft.variants[0]?.id].map(of))).toEqual([
    7,
    0,
    UNTRACKED,
    7,
    0,
  ]);

  const settle = async () => {
    await shop.shopify.webhooks.settle();
    await app.app.drainHints();
  };
  shop.shopify.removeLevel(two ?? "", PORTO);
  shop.shopify.setTracked(uncounted ?? "", true);
  shop.shopify.deleteVariant(deleted ?? "");
  await settle();
  expect(await Promise.all([two, uncounted, deleted].map(of))).toEqual([2, 0, 0]);
  shop.shopify.deleteProduct(id);
  await settle();
  expect(await of(two)).toBe(0);
});

test("an unlisted product, which is bought by its direct link, has its stock: by a webhook and by the reconcile", async () => {
  const shop = await aShopifyShop();
  const { variants, id } = shop.shopify.addProduct("For members", [{ stock: { [BERLIN]: 4 } }], "UNLISTED");
  const variant = variants[0]?.id ?? "";
  const app = await shop.aConnectedApp();
  expect(await shop.stockOf(variant)).toBe(4);
  shop.shopify.setStock(variant, 6);
  await shop.shopify.webhooks.settle();
  await app.app.drainHints();
  expect(await shop.stockOf(variant)).toBe(6);
  shop.shopify.setStatus(id, "ARCHIVED");
  await shop.shopify.webhooks.settle();
  await app.app.drainHints();
  expect(await shop.stockOf(variant)).toBe(0);
});

test("the online shop's stock: without locations that do not fulfil online orders, and without units that were sold and are missing", async () => {
  const shop = await aShopifyShop();
  shop.shopify.retailLocations.add(PORTO);
  const { variants } = shop.shopify.addProduct("Shirt", [
    { title: "only in the store", stock: { [BERLIN]: 0, [PORTO]: 4 } },
    { title: "sold without being there", stock: { [BERLIN]: -5, [HAMBURG]: 3 } },
    { title: "sold, and enough elsewhere", stock: { [BERLIN]: -2, [HAMBURG]: 5 } },
    { title: "not counted", tracked: false, stock: { [BERLIN]: 0, [PORTO]: 0 } },
  ]);
  await shop.aConnectedApp();
  const levels = await shop.ask<{ variant: string; location: string; quantity: number }>(
    `select v.platform_id as variant, l.location, l.quantity from stock_levels l join variants v on v.id = l.variant_id
    where v.store_id = $1 order by v.id, l.location`,
    [shop.store.id],
  );
  const of = (place: number) =>
    levels
      .filter(({ variant }) => variant === numberOf(variants[place]?.id ?? ""))
      .map(({ location, quantity }) => [location, quantity]);
  const [berlin, porto, hamburg] = [BERLIN, PORTO, HAMBURG].map(numberOf);
  expect(of(0)).toEqual([
    [berlin, 0],
    [porto, 0],
  ]);
  expect(of(1)).toEqual([
    [berlin, 0],
    [hamburg, 0],
  ]);
  expect(of(2)).toEqual([
    [berlin, 0],
    [hamburg, 3],
  ]);
  // A market with locations counts no level without one.
  expect(of(3)).toEqual([
    [berlin, UNTRACKED],
    [porto, 0],
  ]);
});

test("an error says what Shopify answered", async () => {
  const shop = await aShopifyShop();
  const app = await shop.aConnectedApp();
  const installed = await app.installations.find(SHOP_NAME);
  const { accessToken } = JSON.parse(installed?.tokens ?? "") as { accessToken: string };
  const tokens = { getAccessToken: () => Promise.resolve(accessToken) } as unknown as TokenKeeper;
  const api = createAdminApi({ config: { shopUrl: () => shop.shopify.url }, tokens });
  const wrong = { name: "weather", text: "query Weather { weather }" };
  await expect(api.query(installed as Shop, wrong, {})).rejects.toThrow(
    `Shopify refused weather for ${SHOP_NAME}: Cannot query field`,
  );
});

test("a deletion whose webhook got lost is found by the reconcile, a quarter of an hour later at the latest", async () => {
  const shop = await aShopifyShop();
  const { variants, id } = shop.shopify.addProduct("Lamp", [{ stock: { [BERLIN]: 4 } }]);
  const app = await shop.aConnectedApp();
  const lamp = variants[0]?.id ?? "";
  shop.shopify.webhooks.setFaults({ dropped: 1 });
  shop.shopify.deleteProduct(id);
  await shop.shopify.webhooks.settle();
  await app.app.runDue();
  expect(await shop.stockOf(lamp)).toBe(4);
  shop.forward(QUARTER_MS);
  await app.app.runDue();
  expect(await shop.stockOf(lamp)).toBe(0);
});
