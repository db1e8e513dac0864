import { expect, test } from "vitest";
import { aBrowser, countOf, pathsOf, type Tab } from "./fixtures/browser.ts";
import { accessProblems, answerWith, button, heartTag, pageOf, tabTo, untilPressed } from "./fixtures/elements.ts";

const { aShop } = aBrowser({ KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:9" });
const isPressed = (tab: Tab, name: string) => button(tab, name).getAttribute("aria-pressed");

test("a grid of 48 hearts makes one call and shifts nothing, and makes no call for a new visitor", async () => {
  const { aDevice } = await aShop({
    html: pageOf(Array.from({ length: 48 }, (_, index) => `<p>${heartTag(index + 1)}</p>`).join("")),
  });
  const { aTab } = await aDevice();
  const first = await aTab();
  await button(first, "Save Boots 7").click();
  await untilPressed(first, "Save Boots 7");
  await first.waitForFunction(() => !window.Keepsake.client.saved({ epi: 7, empi: 70, du: "" }).get().isPending);
  // On a slow machine a call may be repeated.
  expect([...new Set(pathsOf(first))]).toEqual(["provider/register", "lists/create", "lists/update-ctx"]);

  const next = await aTab({ before: watchShifts });
  await untilPressed(next, "Save Boots 7");
  expect(await isPressed(next, "Save Boots 8")).toBe("false");
  expect(pathsOf(next)).toEqual(["lists/contains"]);
  expect(await totalShift(next)).toBe(0);
  expect(await accessProblems(next)).toEqual([]);
});

test("a heart works by keyboard, with a constant name and a changing state", async () => {
  const { aTab } = await aShop({ html: pageOf(heartTag(1)) });
  const tab = await aTab({ before: async (page) => void (await page.addInitScript(collectEvents)) });
  await tabTo(tab, "Save Boots 1");
  await tab.keyboard.press("Enter");
  await untilPressed(tab, "Save Boots 1");
  await tab.waitForFunction(() => (window as unknown as { events: string[] }).events.includes("keepsake:saved"));
  await tab.keyboard.press("Space");
  await untilPressed(tab, "Save Boots 1", false);
  await tab.waitForFunction(() => (window as unknown as { events: string[] }).events.includes("keepsake:removed"));
  expect(await accessProblems(tab)).toEqual([]);
});

test("a refused heart reverts and shows a message that is not the service's own", async () => {
  const { aTab } = await aShop({ html: pageOf(heartTag(1)) });
  const tab = await aTab();
  await answerWith(tab, "lists/update-ctx", 500);
  await button(tab, "Save Boots 1").click();
  await tab.getByText("We couldn't save this. Please try again.").waitFor();
  expect(await isPressed(tab, "Save Boots 1")).toBe("false");
  expect(await accessProblems(tab)).toEqual([]);
});

test("hearts with counts make one call, and count the shopper at once", async () => {
  const { aDevice } = await aShop({ html: pageOf(heartTag(1, "count") + heartTag(2, "count")) });
  const tab = await (await aDevice()).aTab();
  await tab.getByRole("button", { name: /^Save Boots 1\s*, saved by 0$/ }).click();
  await tab.getByRole("button", { name: /^Save Boots 1\s*, saved by 1$/, pressed: true }).waitFor();
  expect(countOf(tab, "product/wishlist/social-count-batch")).toBe(1);
  expect(await accessProblems(tab)).toEqual([]);
});

test("a heart sends the product in its attributes, without a price that is not a number", async () => {
  const { aTab } = await aShop({ html: pageOf(heartTag(1, "count") + heartTag(2).replace("49.5", "1,299")) });
  const tab = await aTab();
  for (const name of [/^Save Boots 1/, "Save Boots 2"]) await button(tab, name).click();
  await tab.waitForFunction(() =>
    [1, 2].every((epi) => {
      const { isSaved, isPending } = window.Keepsake.client.saved({ epi, empi: epi, du: "" }).get();
      return isSaved && !isPending;
    }),
  );
  const [{ listcontents = [] } = {}] = await tab.evaluate(() => window.Keepsake.fetchLists());
  expect(listcontents.map(({ dt, pr, du }) => ({ dt, pr: pr ?? null, du }))).toEqual([
    { dt: "Boots 2", pr: null, du: "https://shop.example/p/2" },
    { dt: "Boots 1", pr: 49.5, du: "https://shop.example/p/1" },
  ]);
});

test("a heart whose attributes change shows the new variant", async () => {
  const { aTab } = await aShop({ html: pageOf(heartTag(1)) });
  const tab = await aTab();
  await button(tab, "Save Boots 1").click();
  await untilPressed(tab, "Save Boots 1");
  await tab.locator("keepsake-heart").evaluate((heart) => {
    heart.setAttribute("epi", "2");
    heart.setAttribute("title", "Sandals");
  });
  await untilPressed(tab, "Save Sandals", false);
  expect(await tab.getByRole("button").count()).toBe(1);
});

function collectEvents() {
  const events: string[] = [];
  Object.assign(window, { events });
  for (const name of ["saved", "removed"]) addEventListener(`keepsake:${name}`, ({ type }) => events.push(type));
}

const watchShifts = (page: Pick<Tab, "addInitScript">) =>
  page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
/** Waits two frames, so that shifts from the last change are counted. */
const totalShift = (tab: Tab) =>
  tab.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return (window as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0);
  });
