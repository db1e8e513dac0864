import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { RESTOCKS_MIN } from "../../service/src/features/insights/advice/advise.ts";
import { anAlertShop, stock } from "../../service/test/fixtures/alert-shop.ts";
import { anItem, listCalls } from "../../service/test/fixtures/list-calls.ts";
import { pastRestocks, signUp } from "../../service/test/fixtures/past-restocks.ts";
import { rollUp } from "../../service/test/fixtures/roll-up.ts";
import { anEmail, type TestStore } from "../../service/test/fixtures/service.ts";
import { good } from "../../service/test/fixtures/shopper-lists.ts";
import { aProduct, subscribeAs } from "../../service/test/fixtures/subscription-calls.ts";
import { aDashboard, looksRight, press, says } from "./fixtures.ts";

const shop = await anAlertShop();
const { db } = shop.service.deps;
const { restocks } = pastRestocks(shop);
const { url, aMemberAt } = await aDashboard({ DATABASE_URL: shop.url });

const LONG = "A very warm coat with a name that somebody wrote without a thought for small telephones "
  .repeat(2)
  .trim();

/** Boots: most people. Hats: most units, in dollars. A coat with a long name that is in stock. */
async function aStoreWithDemand() {
  const store = await shop.aStore();
  const variants = [
    { epi: 1, dt: "Boots", vi: "42 / black", pr: 89.9, currency: "EUR", du: "https://shop.example/p/boots" },
    { epi: 2, dt: "Hat", pr: 25, currency: "USD" },
    { epi: 3, dt: LONG, vi: "<b>M</b>", pr: 400, currency: "EUR" },
  ];
  good(await store.admin("/storeadmin/v3/catalog/upsert", undefined, { json: { variants } }));
  return store;
}
async function addDemand(store: TestStore) {
  await signUp(store, 1, 20, 2);
  await signUp(store, 2, 3, 30);
  const list = listCalls(store, await store.aGuest());
  good(await list.add(await list.aList(), [anItem(1)]));
  await stock(store, 3, 3);
  await shop.work();
  await signUp(store, 3, 2);
}
async function addPriceTargets(store: TestStore) {
  for (const target of [80, 80, 70, 60, 45])
    good(
      await subscribeAs(store, anEmail(), [aProduct(1, { target, qty: target < 70 ? 2 : 1 })], {
        topics: '["pricedrop"]',
        currency: "EUR",
      }),
    );
}

const productsOf = (page: Page) =>
  page.getByRole("table", { name: "Variants that shoppers want" }).locator("tbody tr td:first-child a").allInnerTexts();

test("answers what to reorder and how sure that is", async () => {
  const store = await aStoreWithDemand();
  await restocks(store, 6, { people: 4, buyers: 2 });
  await addDemand(store);
  await addPriceTargets(store);
  await rollUp(db);
  const { page, problems } = await aMemberAt(store);
  await page.getByRole("link", { name: "Demand", exact: true }).click();
  await page.getByRole("table").getByRole("link", { name: "Boots" }).click();

  const advice = page.getByRole("region", { name: "What to reorder" });
  await advice.getByText(/^Order about (18|19|20|21|22) units$/).waitFor();
  await advice
    .getByText(/^20 people wait and want 40 units in all\. In 9 of 10 cases they buy \d+ to \d+\.$/)
    .waitFor();
  await advice.getByText("How sure is that?").waitFor();
  await advice.getByText(/^(Fairly sure|A rough guess)$/).waitFor();
  await advice
    .getByText(
      /^Based on 6 restocks of this product\. After these, 12 of 24 people who were notified bought within 7 days\./,
    )
    .waitFor();
  await advice.getByText(/^Those who wait would buy about [\d.]+ of 10\.$/).waitFor();
  await advice.getByLabel("If this many units came").fill("40");
  await advice.getByText(/of 40\.$/).waitFor();
  expect(new URL(page.url()).searchParams.get("units")).toBe("40");

  const line = page.getByRole("table", { name: "Who waits, in order" });
  await line
    .getByText(/@example\.com/)
    .first()
    .waitFor();
  expect(await line.locator("tbody tr").count()).toBe(10);
  await page.getByRole("region", { name: "Who waits, in order" }).getByRole("button", { name: "Download CSV" }).click();
  await page.getByRole("dialog", { name: "Confirm that it is you" }).waitFor();
  await press(page, "Close");
  await says(page, "Nothing was done, because you did not confirm");
  const past = page.getByRole("table", { name: "Past restocks and alerts" });
  expect(await past.getByText("Back in stock").count()).toBe(6);

  const targets = page.getByRole("region", { name: "At which price they would buy, in EUR" });
  await targets.getByText("A drop to €70.00 reaches 3 of the 5 people").waitFor();
  await targets.getByText("Table").click();
  await targets.getByRole("row", { name: "€45.00 5 7" }).waitFor();
  await page.getByRole("region", { name: "The last 30 days" }).locator("svg.recharts-surface").first().waitFor();
  await looksRight(page, "demand-variant");
  expect(problems).toEqual([]);
});

test("products are filtered and sorted by what the URL says, in several currencies", async () => {
  const store = await aStoreWithDemand();
  await addDemand(store);
  await rollUp(db);
  const { page, problems } = await aMemberAt(store, "viewer");
  await page.goto(`${url}/dashboard/demand`);
  await says(page, "Figures as of");
  await expect.poll(() => productsOf(page)).toEqual(["Boots", "Hat", LONG]);
  await says(page, "€3,596");
  await says(page, "$2,250");
  await looksRight(page, "demand");
  await page.getByLabel("Most first").selectOption("Units");
  await expect.poll(() => productsOf(page)).toEqual(["Hat", "Boots", LONG]);
  await page.getByText("In stock", { exact: true }).click();
  await expect.poll(() => productsOf(page)).toEqual([LONG]);
  expect(new URL(page.url()).search).toBe("?sort=units&stock=in");
  await page.reload();
  await expect.poll(() => productsOf(page)).toEqual([LONG]);
  const download = page.waitForEvent("download");
  await press(page, "Download CSV");
  expect((await download).suggestedFilename()).toBe("demand-backinstock.csv");
  await page.getByLabel("Waits for").selectOption("Price drop");
  await says(page, "No product matches");
  await press(page, "Clear the filters");
  await expect.poll(() => productsOf(page)).toEqual(["Boots", "Hat", LONG]);
  expect(problems).toEqual([]);
});

test("a new shop is told what is missing, and a product without history that there is no advice yet", async () => {
  const store = await aStoreWithDemand();
  const { page, problems } = await aMemberAt(store, "support");
  await page.goto(`${url}/dashboard/demand`);
  await says(page, "Nobody waits yet");
  await page.getByRole("link", { name: "Finish the setup" }).waitFor();
  await looksRight(page, "demand-empty");

  const [email = ""] = await signUp(store, 1, 1);
  await rollUp(db);
  await page.goto(`${url}/dashboard/demand/1`);
  await says(page, "Not enough data yet");
  await says(page, `The advice needs ${RESTOCKS_MIN} restocks`);
  await says(page, "No alert yet");
  const line = page.getByRole("table", { name: "Who waits, in order" });
  await line.getByText("@example.com").waitFor();
  expect(await line.getByText(email).count(), "the address is masked").toBe(0);
  await looksRight(page, "demand-variant-new");

  await page.goto(`${url}/dashboard/demand/unknown`);
  await page.getByRole("alert").waitFor();
  expect(problems).toEqual([]);
});
