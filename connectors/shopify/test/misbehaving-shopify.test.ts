import { expect, test } from "vitest";
import { waitFor } from "../../../engines/wait-for.ts";
import { numberOf } from "../src/ids.ts";
import { BERLIN, PORTO } from "./fake/shop.ts";
import { aShopifyShop } from "./fixtures/shopify-shop.ts";

const QUARTER_MS = 15 * 60_000;
const PRODUCTS = 80;
const VARIANTS_EACH = 5;
const WAITING_EACH = 2;
const WAIT_MS = 90_000;

test("webhooks dropped, doubled, late and shuffled, calls refused, the secret rotated: stock is Shopify's, and each waiting person was alerted once", async () => {
  const shop = await aShopifyShop();
  const { shopify } = shop;
  const all = Array.from({ length: PRODUCTS }, (_, index) =>
    shopify.addProduct(
      `Product ${index}`,
      [...Array(VARIANTS_EACH).keys()].map((size) => ({
        title: `Size ${size}`,
        stock: { [BERLIN]: 0, ...(size === 0 ? { [PORTO]: 0 } : {}) },
      })),
    ),
  ).flatMap(({ variants }) => variants.map(({ id }) => id));
  const first = await shop.aConnectedApp();
  expect(new Set((await shop.stockInKeepsake()).values())).toEqual(new Set([0]));
  expect((await shop.stockInKeepsake()).size).toBe(all.length);

  // Two people wait for each variant. A fifth of the variants stays sold out.
  const people = all.flatMap((id) =>
    Array.from({ length: WAITING_EACH }, (_, at) => ({ email: `p${numberOf(id)}-${at}@example.com`, id })),
  );
  for (const { email, id } of people) await shop.signUp(email, id);
  const restocked = new Set(all.filter((_, index) => index % 5 !== 4));
  const toBeAlerted = people.filter(({ id }) => restocked.has(id)).map(({ email }) => email);

  shopify.webhooks.setFaults({ dropped: 0.1, doubled: 0.1, lateMs: 1_500 });
  shopify.setApiFaults({ unavailable: 0.03, tooMany: 0.02, slowMs: 10 });
  /** Sold out and back several times: what a webhook says is old when it arrives. */
  const changeStock = (ids: readonly string[]) => {
    for (const [index, id] of ids.entries()) {
      const location = index % 5 === 0 && restocked.has(id) ? PORTO : BERLIN;
      if (!restocked.has(id)) {
        shopify.setStock(id, 0, location);
        continue;
      }
      shopify.setStock(id, 3, location);
      shopify.setStock(id, 0, location);
      shopify.setStock(id, 1 + (index % 9), location);
    }
  };
  changeStock(all.slice(0, all.length / 2));

  // The secret is rotated as Shopify's manual says: the app takes both before Shopify signs with the new one.
  shopify.addSecret("the-second-client-secret");
  const second = await shop.startApp(["the-second-client-secret", "the-first-client-secret"]);
  second.app.start();
  shopify.endAccessTokens();
  changeStock(all.slice(all.length / 2, (all.length * 3) / 4));
  shopify.signWithNewest();
  changeStock(all.slice((all.length * 3) / 4));
  const settle = async () => {
    await shopify.webhooks.settle();
    await Promise.all([first.app.drainHints(), second.app.drainHints()]);
  };
  await settle();
  // One more change each. Whatever of these gets lost, no later webhook makes good.
  for (const [index, id] of [...restocked].entries()) shopify.setStock(id, 11 + (index % 7));
  await settle();
  await first.close();

  const differing = async () => {
    const known = await shop.stockInKeepsake();
    return all.filter((id) => known.get(numberOf(id)) !== shopify.available(id));
  };
  expect(shopify.webhooks.deliveries.filter(({ status }) => status === 401)).toEqual([]);
  expect(shopify.webhooks.dropped.length).toBeGreaterThan(50);
  // The control: without the reconcile, lost webhooks leave wrong stock.
  expect((await differing()).length).toBeGreaterThan(0);

  shopify.setApiFaults({});
  shop.forward(QUARTER_MS);
  expect(await waitFor(async () => (await differing()).length === 0, WAIT_MS)).toBe(true);
  expect(await waitFor(() => shop.sink.received.length >= toBeAlerted.length, WAIT_MS)).toBe(true);

  // One more restock after all others: when its mail arrives, every mail before it has arrived.
  shop.forward(QUARTER_MS);
  const last = shopify.addProduct("The last one", [{ stock: { [BERLIN]: 0 } }]).variants[0]?.id ?? "";
  await shopify.webhooks.settle();
  await shop.signUp("last@example.com", last);
  shopify.webhooks.setFaults({});
  shopify.setStock(last, 1);
  const addresses = () => shop.sink.received.map(({ to }) => to);
  expect(await waitFor(() => addresses().includes("last@example.com"), WAIT_MS)).toBe(true);
  expect(addresses().toSorted()).toEqual([...toBeAlerted, "last@example.com"].toSorted());
  expect(await differing()).toEqual([]);
  expect(shopify.calls.refreshes).toBeGreaterThan(0);
});
