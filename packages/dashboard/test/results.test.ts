import { expect, test } from "vitest";
import { anAlertShop } from "../../service/test/fixtures/alert-shop.ts";
import { pastRestocks, reportOrder } from "../../service/test/fixtures/past-restocks.ts";
import { rollUp } from "../../service/test/fixtures/roll-up.ts";
import type { TestStore } from "../../service/test/fixtures/service.ts";
import { good } from "../../service/test/fixtures/shopper-lists.ts";
import { addAmounts } from "../src/pages/results/sums.ts";
import { aDashboard, looksRight, says } from "./fixtures.ts";

const shop = await anAlertShop();
const { db } = shop.service.deps;
const { restock } = pastRestocks(shop);
const { url, aMemberAt } = await aDashboard({ DATABASE_URL: shop.url });

const inDollars = (store: TestStore, epi: number, email: string) => reportOrder(store, epi, email, "USD");

async function aShopWithProducts() {
  const store = await shop.aStore({ results: { viewThrough: true } });
  const variants = [
    { epi: 1, dt: "Boots", vi: "42 / black", pr: 10, currency: "EUR" },
    { epi: 2, dt: "Hat", pr: 10, currency: "USD" },
  ];
  good(await store.admin("/storeadmin/v3/catalog/upsert", undefined, { json: { variants } }));
  return store;
}
/** Makes everything that is counted so far a week older. */
async function passWeek(store: TestStore) {
  await rollUp(db);
  for (const table of ["store_days", "variant_days"])
    await shop.ask(`update ${table} set day = day - 7 where store_id = $1`, [store.id]);
}

test("shows what alerts brought in, by currency, beside the days before, and the best products", async () => {
  const store = await aShopWithProducts();
  await restock(store, { epi: 1, people: 3, buyers: 1 });
  await passWeek(store);
  await restock(store, { epi: 1, people: 8, buyers: 2 });
  await restock(store, { epi: 2, people: 5, buyers: 4, buy: inDollars });
  await rollUp(db);
  const { page, problems } = await aMemberAt(store, "viewer");
  await page.goto(`${url}/dashboard/results?days=7`);
  await says(page, "Figures as of");
  await says(page, "333.3%"); // 13 instead of 3
  await says(page, "3 in the 7 days before");
  await says(page, "46.2% of those notified");
  await says(page, "Revenue in EUR");
  await says(page, "€10 in the 7 days before");
  await says(page, "$40");
  const best = page.getByRole("table", { name: "Best products" });
  const products = () => best.locator("tbody tr td:first-child a").allInnerTexts();
  await page.locator("svg.recharts-surface").first().waitFor();
  await looksRight(page, "results");

  expect(await products()).toEqual(["Boots"]);
  await page.getByLabel("Currency").selectOption("USD");
  await expect.poll(products).toEqual(["Hat"]);
  await page.getByLabel("Show", { exact: true }).selectOption("Notified");
  await expect.poll(products).toEqual(["Boots", "Hat"]);
  const byDay = page.getByRole("region", { name: "Notified by day" });
  await byDay.getByText("Table").click();
  await byDay.getByRole("columnheader", { name: "Back in stock" }).waitFor();
  expect(await byDay.locator("tbody tr").last().locator("td").last().innerText()).toBe("13");
  expect(new URL(page.url()).search).toBe("?days=7&currency=USD&show=notified");

  await page.getByText("30 days").click();
  await says(page, "0 in the 30 days before");
  const download = page.waitForEvent("download");
  await byDay.getByRole("button", { name: "Download CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^results-.*\.csv$/);
  await page.getByLabel("Alerts").selectOption("Price drop");
  await says(page, "No alert was sent in these days");
  expect(problems).toEqual([]);
});

test("without alerts it says what will be here, and without orders how to report them", async () => {
  const store = await aShopWithProducts();
  const { page, problems } = await aMemberAt(store, "manager");
  await page.goto(`${url}/dashboard/results`);
  await says(page, "No alert was sent in these days");
  await page.getByRole("link", { name: "See who waits" }).waitFor();

  await restock(store, { people: 2, buyers: 0 });
  await rollUp(db);
  await page.reload();
  await says(page, "Nothing is known of what people bought");
  await page.getByRole("note").getByRole("button", { name: "Copy as curl" }).waitFor();
  await looksRight(page, "results-no-orders");
  expect(problems).toEqual([]);
});

test.each([
  [["0.10", "0.2"], "0.30"],
  [["119.94", "-120"], "-0.06"],
  [["90071992547409.93", "0.01"], "90071992547409.94"],
  [["3"], "3"],
  [[], "0"],
])("the amounts %j are exactly %s together", (amounts, sum) => {
  expect(addAmounts(amounts)).toBe(sum);
});
