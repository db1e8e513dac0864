import { expect, test } from "vitest";
import { aBrowser, type Tab } from "./fixtures/browser.ts";
import { accessProblems, button, heartTag, hideStoredLists, notifyTag, pageOf, saveAs } from "./fixtures/elements.ts";

const { aShop } = aBrowser({ KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:9" });

test("axe finds no problem while lists, a shared list, saved items and alerts are loading", async () => {
  const shop = await aShop({
    html: pageOf(
      `<keepsake-lists></keepsake-lists><keepsake-saved-for-later></keepsake-saved-for-later>${notifyTag()}`,
    ),
  });
  shop.pages.set("/shared", pageOf("<keepsake-shared-list></keepsake-shared-list>"));
  const { aTab } = await shop.aDevice();
  const first = await aTab();
  await saveAs(first, [{ epi: 1, dt: "Boots" }]);
  await first.close(); // An open tab would send its lists to the next one.
  const never = (page: Tab) =>
    page.route(/\/api\/v3\/(lists\/(fetch|sfl)|subscriptions)/, () => new Promise(() => undefined));
  const tab = await aTab({
    before: async (page) => {
      await never(page as Tab);
      await hideStoredLists(page);
    },
  });
  await tab.getByRole("list", { name: "Loading" }).first().waitFor();
  expect(await accessProblems(tab)).toEqual([]);
  await button(tab, "Notify me when available").click();
  await tab.getByRole("dialog").waitFor();
  expect(await accessProblems(tab)).toEqual([]);
  const friend = await aTab({ path: "shared?lid=x", before: (page) => never(page as Tab) });
  await friend.getByRole("list", { name: "Loading" }).waitFor();
  expect(await accessProblems(friend)).toEqual([]);
});

test("the shop can change texts for the page and for one element", async () => {
  const { aTab } = await aShop({
    html: pageOf(`${notifyTag()}<keepsake-drawer texts='{"saved":"Merkzettel"}'></keepsake-drawer>`, {
      head: `<script nonce="shop">(window.KeepsakeCallbacks ||= []).push((keepsake) => { keepsake.texts = { notifyMe: "Sag mir Bescheid" } })</script>`,
    }),
  });
  const tab = await aTab();
  await button(tab, "Sag mir Bescheid").waitFor();
  await button(tab, "Merkzettel").waitFor();
  expect(await tab.getByRole("button").count()).toBe(2);
});

test("the shop can style colours and parts", async () => {
  const { aTab } = await aShop({
    html: pageOf(notifyTag(), {
      head: `<style nonce="shop">keepsake-notify-me { --keepsake-accent: rgb(0, 80, 0); --keepsake-on-accent: rgb(255, 255, 255) }
        keepsake-notify-me::part(button) { letter-spacing: 3px } body { font-family: serif }</style>`,
    }),
  });
  const tab = await aTab();
  const look = await button(tab, "Notify me when available").evaluate((element) => {
    const { backgroundColor, color, letterSpacing, fontFamily } = getComputedStyle(element);
    return { backgroundColor, color, letterSpacing, fontFamily };
  });
  expect(look).toEqual({
    backgroundColor: "rgb(0, 80, 0)",
    color: "rgb(255, 255, 255)",
    letterSpacing: "3px",
    fontFamily: "serif",
  });
});

test('a page with data-elements="off" loads no elements', async () => {
  const { aTab } = await aShop({ html: pageOf(heartTag(1), { attributes: 'data-elements="off"' }) });
  const tab = await aTab();
  await tab.waitForLoadState("networkidle");
  expect(await tab.evaluate(() => customElements.get("keepsake-heart") === undefined)).toBe(true);
});

test("a server can import the elements", async () => {
  expect(await import("../src/elements/elements.ts")).toHaveProperty("defineElements");
});

test("an attribute that a framework sets as a property, because the element has one, harms nothing", async () => {
  const { aTab } = await aShop({ html: pageOf("<div></div>") });
  const tab = await aTab();
  const clashes = await tab.evaluate(async () => {
    await customElements.whenDefined("keepsake-notify-me");
    const names =
      "epi empi du image price currency texts variant available lid count cart medium topic email quantity marketing";
    return names.split(" ").filter((name) => name in document.createElement("keepsake-notify-me"));
  });
  expect(clashes).toEqual([]);
});
