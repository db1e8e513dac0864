import { expect, test } from "vitest";
import { waitFor } from "../../../engines/wait-for.ts";
import { aRunningService } from "../../../packages/service/test/fixtures/running-service.ts";
import { variantIdOf } from "../src/products.ts";
import { BERLIN, PORTO } from "./fake/bigcommerce.ts";
import { aBigCommerceShop } from "./fixtures.ts";

const keepsake = await aRunningService();
const QUARTER_MS = 15 * 60_000;
const WAIT_MS = 90_000;
const PRODUCTS = 60;
const SIZES = ["S", "M", "L"];

test("webhooks dropped, doubled, late and shuffled, calls refused with 429 and 503, the secret rotated: stock is BigCommerce's, and each waiting person was alerted once", async () => {
  const shop = await aBigCommerceShop(keepsake);
  const { bigcommerce } = shop;
  // Half of the products have sizes, and half have none.
  const all = Array.from({ length: PRODUCTS }, (_, index) => {
    const stock = { [BERLIN]: 0, ...(index % 4 === 0 ? { [PORTO]: 0 } : {}) };
    const variants = index % 2 === 0 ? SIZES.map((label) => ({ label, stock })) : [{ stock }];
    return bigcommerce.addProduct(`Product ${index}`, variants);
  }).flatMap(({ id, base_variant_id, variants }) =>
    variants.map((variant) => ({
      variantId: variant.id,
      epi: base_variant_id === null ? variantIdOf(id, variant.id) : String(id),
    })),
  );
  const first = await shop.aConnectedApp();
  expect(new Set(Object.values(await shop.stock()))).toEqual(new Set([0]));

  // A fifth of the variants stays sold out.
  const restocked = all.filter((_, index) => index % 5 !== 4);
  const soldOut = all.filter((_, index) => index % 5 === 4);
  const addressOf = ({ variantId }: { variantId: number }) => `b${variantId}@example.com`;
  for (const variant of all) await shop.waitInLine(shop.store, addressOf(variant), variant.epi);

  bigcommerce.webhooks.setFaults({ dropped: 0.1, doubled: 0.1, lateMs: 1_000 });
  bigcommerce.setApiFaults({ unavailable: 0.03, tooMany: 0.03 });
  /** Sold out and back several times: what a webhook says is old when it arrives. */
  const changeStock = (variants: readonly (typeof all)[number][]) => {
    for (const [index, { variantId }] of variants.entries()) {
      bigcommerce.setStock(variantId, 3);
      bigcommerce.setStock(variantId, 0);
      bigcommerce.setStock(variantId, 1 + (index % 9));
    }
  };
  const half = restocked.length / 2;
  changeStock(restocked.slice(0, half));
  for (const { variantId } of soldOut) bigcommerce.setStock(variantId, 0);

  // The operator gives the app both secrets, and then BigCommerce signs with the new one.
  const second = await shop.startApp(["the-second-client-secret", "the-first-client-secret"]);
  second.app.start();
  bigcommerce.rotateSecret("the-second-client-secret");
  changeStock(restocked.slice(half));
  await bigcommerce.webhooks.settle();
  await Promise.all([first.app.drainHints(), second.app.drainHints()]);
  await first.close();

  const differing = async () => {
    const known = await shop.stock();
    return all.filter(({ epi, variantId }) => known[epi] !== bigcommerce.available(variantId));
  };
  expect(bigcommerce.webhooks.deliveries.filter(({ status }) => status === 401)).toEqual([]);
  expect(bigcommerce.webhooks.dropped.length).toBeGreaterThan(20);
  expect(bigcommerce.calls.tooMany).toBeGreaterThanOrEqual(0);
  // The control: without the reconcile, what no webhook said stays wrong.
  bigcommerce.webhooks.setFaults({ dropped: 1 });
  const [unseen] = restocked;
  bigcommerce.setStock(unseen?.variantId ?? 0, 42);
  expect((await differing()).map(({ epi }) => epi)).toContain(unseen?.epi);

  bigcommerce.setApiFaults({});
  shop.forward(QUARTER_MS);
  expect(await waitFor(async () => (await differing()).length === 0, WAIT_MS)).toBe(true);
  await shop.expectAlerts(shop.store, {
    ...Object.fromEntries(restocked.map((variant) => [addressOf(variant), 1])),
    ...Object.fromEntries(soldOut.map((variant) => [addressOf(variant), 0])),
  });
});
