import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { anAlertShop } from "../../service/test/fixtures/alert-shop.ts";
import { PASSWORD } from "../../service/test/fixtures/members.ts";
import { pastRestocks, signUp } from "../../service/test/fixtures/past-restocks.ts";
import { rollUp } from "../../service/test/fixtures/roll-up.ts";
import { good } from "../../service/test/fixtures/shopper-lists.ts";
import { aDashboard } from "./fixtures.ts";
import { aProvableMember } from "./proof.ts";

const shop = await anAlertShop();
const { restocks } = pastRestocks(shop);
const dashboard = await aDashboard({ DATABASE_URL: shop.url });

const STOPS_MAX = 60;

/** How the element looks that has the focus, and how without it. */
const FOCUSED_AND_NOT = `(async () => {
  const element = document.activeElement;
  const read = async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    // A field of a password has its border around it.
    return [element, element.parentElement].map((one) => {
      const { outlineStyle, outlineWidth, borderColor, boxShadow } = getComputedStyle(one);
      return [outlineStyle === "none" ? "0px" : outlineWidth, borderColor, boxShadow].join();
    }).join();
  };
  const focused = await read();
  element.blur();
  const blurred = await read();
  element.focus();
  return [focused, blurred];
})()`;

/** Presses Tab until the element has the focus, and checks that the focus is seen. */
async function tabTo(page: Page, target: Locator) {
  await target.waitFor();
  await page.emulateMedia({ reducedMotion: "reduce" });
  let stops = 0;
  while (!(await target.and(page.locator(":focus")).count())) {
    if (stops >= STOPS_MAX) throw new Error(`${String(target)} was not reached with the Tab key`);
    stops += 1;
    await page.keyboard.press("Tab");
  }
  const [focused, blurred] = (await page.evaluate(FOCUSED_AND_NOT)) as string[];
  expect(focused, `a person sees that ${String(target)} has the focus`).not.toBe(blurred);
}
async function activate(page: Page, target: Locator) {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}
async function type(page: Page, field: Locator, text: string) {
  await tabTo(page, field);
  await page.keyboard.type(text);
}
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });

test("by keyboard alone: an owner reads what to reorder", async () => {
  const store = await shop.aStore();
  const variants = [{ epi: 1, dt: "Boots", pr: 89.9, currency: "EUR" }];
  good(await store.admin("/storeadmin/v3/catalog/upsert", undefined, { json: { variants } }));
  await restocks(store, 5, { people: 4, buyers: 2 });
  await signUp(store, 1, 10);
  await rollUp(shop.service.deps.db);
  const { page, problems } = await dashboard.aMemberAt(store);
  await activate(page, link(page, "Demand"));
  await page.getByRole("heading", { level: 1, name: "Demand" }).waitFor();
  await activate(page, link(page, "Boots"));
  const advice = page.getByRole("region", { name: "What to reorder" });
  await advice.getByText(/^Order about \d+ units?$/).waitFor();
  await tabTo(page, advice.getByLabel("If this many units came"));
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("40");
  await advice.getByText(/of 40\.$/).waitFor();
  expect(problems).toEqual([]);
});

test("by keyboard alone: an owner makes a key, proves who they are, and ends the key", async () => {
  const store = await shop.aStore();
  const { page, problems } = await aProvableMember(dashboard, store);
  await activate(page, link(page, "Connections"));
  await activate(page, page.getByRole("tab", { name: "Keys" }).or(link(page, "Keys")));
  await activate(page, button(page, "Create a key"));
  const dialog = page.getByRole("dialog", { name: "Create a key" });
  await type(page, dialog.getByLabel("Where the key is used"), "Warehouse");
  await page.keyboard.press("Enter");
  const proof = page.getByRole("dialog", { name: "Confirm that it is you" });
  await type(page, proof.getByRole("textbox", { name: "Password" }), PASSWORD);
  await page.keyboard.press("Enter");
  await activate(page, button(page, "I have stored it"));
  await activate(page, button(page, "Revoke Warehouse"));
  await type(page, page.getByLabel(/to confirm$/), "Warehouse");
  await page.keyboard.press("Enter");
  await page.getByRole("row", { name: /Warehouse/ }).waitFor({ state: "hidden" });
  expect(problems).toEqual([]);
});

test("by keyboard alone: a manager allows an origin and removes it", async () => {
  const store = await shop.aStore();
  const { page, problems } = await dashboard.aMemberAt(store, "manager");
  await activate(page, link(page, "Connections"));
  await type(page, page.getByLabel("Origin, such as"), "shop.example");
  await page.keyboard.press("Enter");
  const row = page.getByRole("listitem").getByText("https://shop.example");
  await row.waitFor();
  await activate(page, button(page, "Remove https://shop.example"));
  await type(page, page.getByLabel(/to confirm$/), "https://shop.example");
  await page.keyboard.press("Enter");
  await row.waitFor({ state: "hidden" });
  expect(problems).toEqual([]);
});
