import { expect, test } from "vitest";
import { aBrowser, type Tab } from "./fixtures/browser.ts";
import {
  accessProblems,
  answerWith,
  button,
  focusedName,
  heartTag,
  pageOf,
  saveAs,
  tabTo,
} from "./fixtures/elements.ts";

const { aShop } = aBrowser({ KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:9" });

const HEADER = (drawer: string) =>
  pageOf(`<header><a href="/">Home</a>${drawer}<a href="/cart">Cart</a></header>`, {
    head: '<style nonce="shop">header { display: flex; gap: 1rem; justify-content: space-between; inline-size: 100% }</style>',
  });
const sizes = (tab: Tab) =>
  tab.evaluate(() => {
    const boxes = [...document.querySelectorAll("header, header a")].map((element) => element.getBoundingClientRect());
    return boxes.map(({ x, y, width, height }) => [x, y, width, height]);
  });
/** The message's place, and whether something of it is outside the window. */
const messageBox = (tab: Tab, element: string) =>
  tab.evaluate((name) => {
    const message = document.querySelector(name)?.shadowRoot?.querySelector("[part=message]");
    const { left, right, width } = message?.getBoundingClientRect() ?? new DOMRect();
    return { width, isInside: left >= 0 && right <= document.documentElement.clientWidth };
  }, element);

test.each([320, 1280])(
  "a drawer that cannot load says so without moving the header, in a window of %i pixels",
  async (width) => {
    const { aDevice } = await aShop({ html: HEADER("<keepsake-drawer></keepsake-drawer>") });
    const { aTab } = await aDevice({ viewport: { width, height: 700 } });
    const tab = await aTab({ before: (page) => page.route("**/keepsake-ui.js*", (route) => route.abort()) });
    await button(tab, "Saved").waitFor();
    const before = await sizes(tab);
    await button(tab, "Saved").click();
    await tab.getByText("No connection. Please check it and try again.").waitFor();
    expect(await sizes(tab)).toEqual(before);
    expect(await messageBox(tab, "keepsake-drawer")).toEqual({
      width: expect.toSatisfy((value) => value > 100),
      isInside: true,
    });
    expect(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(await accessProblems(tab)).toEqual([]);
    await tab.unroute("**/keepsake-ui.js*");
    await button(tab, "Saved").click();
    await tab.getByRole("dialog", { name: "Saved" }).waitFor();
  },
);

test("the message of a heart stays inside the window, at both of its edges", async () => {
  const { aDevice } = await aShop({
    html: pageOf(`<div style="display: flex; justify-content: space-between">${heartTag(1)}${heartTag(2)}</div>`),
  });
  const tab = await (await aDevice({ viewport: { width: 320, height: 700 } })).aTab();
  await answerWith(tab, "lists/update-ctx", 500);
  for (const epi of [1, 2]) {
    await button(tab, `Save Boots ${epi}`).click();
    await tab.locator(`keepsake-heart[epi="${epi}"]`).getByText("We couldn't save this.").waitFor();
    expect(await messageBox(tab, `keepsake-heart[epi="${epi}"]`)).toMatchObject({ isInside: true });
  }
});

test("a notice is gone after twelve seconds, and so are the messages of hearts and the drawer", async () => {
  const { aTab } = await aShop({ html: pageOf(`${heartTag(9)}<keepsake-lists></keepsake-lists>`) });
  const tab = await aTab({ before: (page) => page.clock.install() });
  await saveAs(tab, [{ epi: 1, dt: "Boots" }]);
  await button(tab, "Remove Boots").click();
  await tab.getByText("Boots removed").waitFor();
  await tab.mouse.move(0, 0);
  await tab.clock.fastForward(7_000);
  await tab.getByText("Boots removed").waitFor(); // Long enough to read it and to press Undo.
  await tab.clock.fastForward(5_000);
  await tab.getByText("Boots removed").waitFor({ state: "detached", timeout: 1_000 });
  expect(await button(tab, "Undo").count()).toBe(0);

  await answerWith(tab, "lists/update-ctx", 500);
  await button(tab, "Save Boots 9").click();
  await tab.getByText("We couldn't save this.").waitFor();
  await tab.clock.fastForward(12_000);
  await tab.getByText("We couldn't save this.").waitFor({ state: "detached", timeout: 1_000 });
});

test("a notice waits for a shopper who points at it or has reached Undo by keyboard", async () => {
  const { aTab } = await aShop({ html: pageOf("<keepsake-lists></keepsake-lists>") });
  const tab = await aTab({ before: (page) => page.clock.install() });
  await saveAs(tab, [
    { epi: 1, dt: "Boots" },
    { epi: 2, dt: "Hat" },
  ]);
  await tabTo(tab, "Remove Boots");
  await tab.keyboard.press("Enter");
  await tab.getByText("Boots removed").waitFor();
  expect(await focusedName(tab)).toBe("Undo");
  await tab.clock.fastForward(60_000);
  await tab.keyboard.press("Enter");
  await tab.getByRole("link", { name: "Boots" }).waitFor();

  await button(tab, "Remove Hat").click();
  await tab.getByText("Hat removed").hover();
  await tab.clock.fastForward(60_000);
  await tab.getByText("Hat removed").waitFor();
  await tab.mouse.move(0, 0);
  await tab.clock.fastForward(12_000);
  await tab.getByText("Hat removed").waitFor({ state: "detached", timeout: 1_000 });
});

test("the accessible name of every button begins with what it shows, also with a shop's own texts", async () => {
  const { aTab } = await aShop({
    html: pageOf(
      `<keepsake-lists cart texts='{"toCart":"In den Warenkorb","remove":"Löschen"}'></keepsake-lists><keepsake-saved-for-later></keepsake-saved-for-later>`,
    ),
  });
  const tab = await aTab();
  await saveAs(tab, [{ epi: 1, dt: "Boots" }]);
  await tab.evaluate(() =>
    window.Keepsake.client.saveForLater.add(undefined, [{ epi: 2, empi: 2, du: "https://shop.example/p", dt: "Hat" }]),
  );
  await tab.getByRole("link", { name: "Boots" }).waitFor();
  await tab.getByRole("link", { name: "Hat" }).waitFor();
  const buttons = await tab.evaluate(() => {
    const textWithout = (element: Element, selector: string) => {
      const copy = element.cloneNode(true) as Element;
      for (const hidden of copy.querySelectorAll(selector)) hidden.remove();
      return copy.textContent.replaceAll(/\s+/g, " ").trim();
    };
    return [...document.querySelectorAll("keepsake-lists, keepsake-saved-for-later")]
      .flatMap((element) => [...(element.shadowRoot?.querySelectorAll("button") ?? [])])
      .map((one) => ({ seen: textWithout(one, ".unseen"), spoken: textWithout(one, "[aria-hidden=true]") }));
  });
  expect(buttons.length).toBeGreaterThan(8);
  expect(buttons.filter(({ seen, spoken }) => !spoken.startsWith(seen))).toEqual([]);
});
