import { expect, test } from "vitest";
import { good } from "../../service/test/fixtures/shopper-lists.ts";
import { aBrowser, countOf, type Tab } from "./fixtures/browser.ts";
import { accessProblems, button, hideStoredLists, pageOf, saveAs } from "./fixtures/elements.ts";
import { tokenFor } from "./fixtures/shopper.ts";

let ahead = 0;
const { aShop } = aBrowser({ KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:9" }, { clock: () => Date.now() + ahead });

const LISTS = '<keepsake-lists cart currency="EUR"></keepsake-lists>';
const LATER = '<keepsake-saved-for-later currency="EUR"></keepsake-saved-for-later>';
const SHARED = '<keepsake-shared-list cart currency="EUR"></keepsake-shared-list>';

/** A shop whose catalogue has boots (sold out), a hat (two left) and a coat (enough). */
async function aStockedShop(html: string) {
  const shop = await aShop({ html: pageOf(html), settings: { scopes: ["identity", "catalog"] } });
  const upsert = async (...variants: object[]) => {
    good(await shop.store.admin("/storeadmin/v3/catalog/upsert", undefined, { json: { variants } }));
    ahead += 31_000; // The cached products have expired.
  };
  const du = "https://shop.example/p";
  await upsert(
    { epi: 1, empi: 10, dt: "Boots", du, stk: 0, pr: 120, currency: "EUR" },
    { epi: 2, empi: 20, dt: "Hat", du, stk: 2, pr: 30, currency: "EUR" },
    { epi: 3, empi: 30, dt: "Coat", du, stk: 40, pr: 200, currency: "EUR" },
  );
  return { ...shop, upsert };
}
const card = (tab: Tab, epi: number) => tab.locator(`li[data-epi="${epi}"]`);

test("a sold-out item of a list says so and offers an alert instead of the cart, and scarce items say how many are left", async () => {
  const { aTab } = await aStockedShop(LISTS);
  const tab = await aTab();
  await saveAs(tab, [{ epi: 1 }, { epi: 2 }, { epi: 3 }, { epi: 4, dt: "Unknown to the catalogue" }]);
  await card(tab, 1).getByText("Sold out").waitFor();
  await button(tab, "Notify me Boots").waitFor();
  expect(await button(tab, "Add to cart Boots").count()).toBe(0);
  await card(tab, 2).getByText("Only 2 left").waitFor();
  for (const name of ["Hat", "Coat", "Unknown to the catalogue"]) {
    await button(tab, `Add to cart ${name}`).waitFor();
    expect(await button(tab, `Notify me ${name}`).count()).toBe(0);
  }
  for (const epi of [3, 4])
    expect(
      await card(tab, epi)
        .getByText(/Sold out|left/)
        .count(),
    ).toBe(0);
  expect(await accessProblems(tab)).toEqual([]);

  await button(tab, "Notify me Boots").click();
  await tab.getByRole("dialog", { name: "Get notified when it's back" }).waitFor();
  await tab.getByLabel("Your email address").fill("ada@example.com");
  await tab.getByRole("checkbox").check();
  await button(tab, "Notify me").click();
  await tab.getByRole("heading", { name: "Almost there: check your inbox" }).waitFor();
  await tab.keyboard.press("Escape");
  await button(tab, "Check your inbox to confirm Boots").waitFor();
  const { params } = tab.calls.find(({ path }) => path === "subscriptions/create") ?? {};
  expect(JSON.parse(params?.get("products") ?? "")).toMatchObject([{ epi: 1, empi: 10, du: "https://shop.example/p" }]);
});

test("a sold-out item that was saved for later cannot be moved to the cart", async () => {
  const { aTab } = await aStockedShop(LATER);
  const tab = await aTab();
  await tab.evaluate(async () => {
    const product = (epi: number) => ({ epi, empi: epi * 10, du: "https://shop.example/p" });
    await window.Keepsake.client.saveForLater.add(undefined, [product(1), product(2)]);
  });
  await button(tab, "Notify me Boots").waitFor();
  await button(tab, "Move to cart Hat").waitFor();
  expect(await button(tab, "Move to cart Boots").count()).toBe(0);
  expect(await accessProblems(tab)).toEqual([]);
});

test("a friend who opens a shared list is not sent to buy what is sold out", async () => {
  const { aTab, aDevice } = await aStockedShop(SHARED);
  const owner = await aTab();
  const lid = await saveAs(owner, [{ epi: 1 }, { epi: 2 }]);
  await owner.evaluate((one) => window.Keepsake.client.lists.share(one), lid);
  const friend = await (await aDevice()).aTab({ path: `?lid=${lid}` });
  await card(friend, 1).getByText("Sold out").waitFor();
  await button(friend, "Notify me Boots").waitFor();
  await button(friend, "Add to cart Hat").waitFor();
  expect(await button(friend, "Add to cart Boots").count()).toBe(0);
  expect(await accessProblems(friend)).toEqual([]);
});

test("an item that became cheaper says by how much, and one that became dearer does not", async () => {
  const { aDevice, upsert } = await aStockedShop(LISTS);
  const { aTab } = await aDevice();
  const first = await aTab();
  await saveAs(first, [{ epi: 2 }, { epi: 3 }]);
  await first.close(); // An answer on its way would store the old prices again.
  await upsert({ epi: 2, pr: 35, currency: "EUR" }, { epi: 3, pr: 180, currency: "EUR" });
  const tab = await aTab({ before: hideStoredLists });
  await card(tab, 3).getByText("€20 less than when you saved it").waitFor();
  await card(tab, 2).getByText("€35.00").waitFor();
  expect(await tab.getByText("less than when you saved it").count()).toBe(1);
  expect(await accessProblems(tab)).toEqual([]);
});

test("a logged-in shopper asks for the alert of a sold-out item with one tap, and the list shows it after a reload", async () => {
  const { store, aTab } = await aStockedShop(LISTS);
  const tab = await aTab();
  await tab.evaluate((token) => window.Keepsake.client.shopper.login(token), await tokenFor(store, "ada@example.com"));
  await saveAs(tab, [{ epi: 1 }]);
  await button(tab, "Notify me Boots").click();
  await button(tab, "You're on the list Boots").waitFor();
  await tab.getByText("We'll email ada@example.com when it's back.").waitFor();
  expect(await tab.getByRole("dialog").count()).toBe(0);
  expect(await accessProblems(tab)).toEqual([]);
  await tab.reload();
  await button(tab, "You're on the list Boots").waitFor();
  expect(countOf(tab, "subscriptions/create")).toBe(1);
});
