import { expect, test } from "vitest";
import { aBrowser, pathsOf, type Tab } from "./fixtures/browser.ts";
import { accessProblems, focusedName, heartTag, notifyTag, pageOf, saveAs, tabTo } from "./fixtures/elements.ts";

const { aShop } = aBrowser({ KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:9" });

const button = (tab: Tab, name: string | RegExp) => tab.getByRole("button", { name, exact: true });
const isPressed = (tab: Tab, name: string) => button(tab, name).getAttribute("aria-pressed");
const untilPressed = (tab: Tab, name: string, pressed = true) =>
  tab.getByRole("button", { name, exact: true, pressed }).waitFor();
const countOf = (tab: Tab, path: string) => pathsOf(tab).filter((one) => one === path).length;
const answerWith = (tab: Tab, path: string, status: number, headers = {}) =>
  tab.route(`**/api/v3/${path}*`, (route) =>
    route.fulfill({
      status,
      headers: { "access-control-allow-origin": "*", "access-control-expose-headers": "*", ...headers },
      contentType: "application/json",
      body: JSON.stringify({ error: true, type: "made-up", msg: "Stack trace at line 1" }),
    }),
  );

test("a grid of 48 hearts costs one call, moves nothing, and nothing at all for somebody new", async () => {
  const { aDevice } = await aShop({
    html: pageOf(Array.from({ length: 48 }, (_, index) => `<p>${heartTag(index + 1)}</p>`).join("")),
  });
  const { aTab } = await aDevice();
  const first = await aTab();
  await button(first, "Save Boots 7").click();
  await untilPressed(first, "Save Boots 7");
  await first.waitForFunction(() => !window.Keepsake.client.saved({ epi: 7, empi: 70, du: "" }).get().isPending);
  // On a busy machine a call may be made again.
  expect([...new Set(pathsOf(first))]).toEqual(["provider/register", "lists/create", "lists/update-ctx"]);

  const next = await aTab({ before: watchShifts });
  await untilPressed(next, "Save Boots 7");
  expect(await isPressed(next, "Save Boots 8")).toBe("false");
  expect(pathsOf(next)).toEqual(["lists/contains"]);
  expect(await shiftOf(next)).toBe(0);
  expect(await accessProblems(next)).toEqual([]);
});

test("a heart is a button for whoever has no mouse, with a name that stays and a state that changes", async () => {
  const { aTab } = await aShop({ html: pageOf(heartTag(1)) });
  const tab = await aTab({ before: async (page) => void (await page.addInitScript(collectEvents)) });
  await tabTo(tab, "Save Boots 1");
  await tab.keyboard.press("Enter");
  await untilPressed(tab, "Save Boots 1");
  await tab.waitForFunction(() => (window as unknown as { told: string[] }).told.includes("keepsake:saved"));
  await tab.keyboard.press("Space");
  await untilPressed(tab, "Save Boots 1", false);
  await tab.waitForFunction(() => (window as unknown as { told: string[] }).told.includes("keepsake:removed"));
  expect(await accessProblems(tab)).toEqual([]);
});

test("a heart that is refused goes back and says so, without the words of the service", async () => {
  const { aTab } = await aShop({ html: pageOf(heartTag(1)) });
  const tab = await aTab();
  await answerWith(tab, "lists/update-ctx", 500);
  await button(tab, "Save Boots 1").click();
  await tab.getByText("That was not saved. Please try again.").waitFor();
  expect(await isPressed(tab, "Save Boots 1")).toBe("false");
  expect(await accessProblems(tab)).toEqual([]);
});

test("hearts with counts ask for all of them in one call, and count the shopper at once", async () => {
  const { aDevice } = await aShop({ html: pageOf(heartTag(1, "count") + heartTag(2, "count")) });
  const tab = await (await aDevice()).aTab();
  await tab.getByRole("button", { name: /^Save Boots 1\s*, saved by 0$/ }).click();
  await tab.getByRole("button", { name: /^Save Boots 1\s*, saved by 1$/, pressed: true }).waitFor();
  expect(countOf(tab, "product/wishlist/social-count-batch")).toBe(1);
  expect(await accessProblems(tab)).toEqual([]);
});

test("a heart says of a product what its attributes say, and nothing of a price that is none", async () => {
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

test("another variant in the attributes is another heart", async () => {
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

test("notify me by keyboard alone: refused without consent, then check your inbox, the same after a reload, then no more", async () => {
  const { aTab } = await aShop({ html: pageOf(notifyTag("quantity marketing")) });
  const tab = await aTab();
  await tabTo(tab, "Notify me when available");
  expect(await accessProblems(tab)).toEqual([]);
  await tab.keyboard.press("Enter");
  await tab.getByRole("dialog").waitFor();
  await tab.waitForFunction(
    () => document.querySelector("keepsake-notify-me")?.shadowRoot?.activeElement?.id === "address",
  );
  await tab.getByText("Brown / 42").waitFor();
  expect(await accessProblems(tab)).toEqual([]);
  await tab.keyboard.press("Enter");
  await tab.getByText("Please enter an email address, such as ada@example.com.").waitFor();
  expect(await focusedName(tab)).toBe("Your email address");
  await tab.keyboard.type("ada@example.com");
  await tab.keyboard.press("Enter");
  await tab.getByText("Please tick this so that we may write to you.").waitFor();
  expect(await accessProblems(tab)).toEqual([]);
  await tab.keyboard.press("Space");
  await tabTo(tab, "Notify me");
  await tab.keyboard.press("Enter");
  await tab.getByRole("heading", { name: "Almost there: check your inbox" }).waitFor();
  await tab.getByText("We sent a message to ada@example.com.").waitFor();
  expect(await accessProblems(tab)).toEqual([]);
  const { params } = tab.calls.find(({ path }) => path === "subscriptions/create") ?? {};
  expect(params?.get("consent")).toMatch(/^Tell me once/);
  expect(params?.get("addtomailinglist")).toBe("0");
  expect(params?.get("locale")).toBe("en");

  await tab.keyboard.press("Escape");
  expect(await focusedName(tab)).toBe("Check your inbox to confirm");
  await tab.reload();
  await tabTo(tab, "Notify me when available");
  await tab.keyboard.press("Enter");
  await tab.getByRole("heading", { name: "Almost there: check your inbox" }).waitFor();
  expect(await accessProblems(tab)).toEqual([]);
  await tabTo(tab, "Take me off the list");
  await tab.keyboard.press("Enter");
  await tab.getByRole("heading", { name: "You are off the list." }).waitFor();
  expect(await accessProblems(tab)).toEqual([]);
});

test("where the store needs no confirmation, whoever signs up is on the list", async () => {
  const { aTab } = await aShop({
    html: pageOf(notifyTag('medium="email sms"')),
    settings: { settings: { alerts: { browserDoubleOptIn: false } } },
  });
  const tab = await aTab();
  await button(tab, "Notify me when available").click();
  await tab.getByRole("radio", { name: "Text message" }).check();
  await tab.getByLabel("Your mobile number").fill("12");
  await tab.getByRole("checkbox").check();
  await button(tab, "Notify me").click();
  await tab.getByText("Please enter a number with its country").waitFor();
  await tab.getByRole("radio", { name: "Email" }).check();
  await tab.getByLabel("Your email address").fill("ada@example.com");
  await button(tab, "Notify me").click();
  await tab.getByRole("heading", { name: "You are on the list" }).waitFor();
  expect(await accessProblems(tab)).toEqual([]);
  await tab.reload();
  await button(tab, "Notify me when available").click();
  await tab.getByRole("heading", { name: "You are on the list" }).waitFor();
  expect(await accessProblems(tab)).toEqual([]);
});

test.each([
  [500, {}, "Something went wrong on our side. Please try again in a moment."],
  [429, { "retry-after": "60" }, "Many people are asking right now. Please wait a minute and try again."],
])("a %i is told with dignity, and what was typed stays", async (status, headers, words) => {
  const { aTab } = await aShop({ html: pageOf(notifyTag()) });
  const tab = await aTab();
  await answerWith(tab, "subscriptions/create", status, headers);
  await fillNotifyMe(tab);
  await tab.getByText(words).waitFor();
  expect(await tab.getByLabel("Your email address").inputValue()).toBe("ada@example.com");
  expect(await tab.getByRole("checkbox").isChecked()).toBe(true);
  expect(await accessProblems(tab)).toEqual([]);
});

test("without a network and on a slow one a shopper is told so", async () => {
  const { aDevice } = await aShop({ html: pageOf(notifyTag()) });
  const { context, aTab } = await aDevice();
  const tab = await aTab();
  await button(tab, "Notify me when available").hover();
  await tab.waitForFunction(() => performance.getEntriesByName(`${location.origin}/keepsake-ui.js`).length > 0);
  await context.setOffline(true);
  await fillNotifyMe(tab);
  await tab.getByText("No connection. Check it and try again.").waitFor();
  await context.setOffline(false);

  const { promise: isSeen, resolve: release } = Promise.withResolvers<void>();
  await tab.route("**/api/v3/subscriptions/create*", async (route) => {
    await isSeen;
    await route.continue();
  });
  await button(tab, "Notify me").click();
  await tab.getByText("This takes longer than usual.").waitFor();
  expect(await accessProblems(tab)).toEqual([]);
  release();
  await tab.getByRole("heading", { name: "Almost there: check your inbox" }).waitFor();
});

test("a variant that is there needs no button", async () => {
  const { aTab } = await aShop({ html: pageOf(notifyTag()) });
  const tab = await aTab();
  await button(tab, "Notify me when available").waitFor();
  await tab.locator("keepsake-notify-me").evaluate((element) => element.setAttribute("available", "true"));
  await button(tab, "Notify me when available").waitFor({ state: "detached" });
  expect(await tab.locator("keepsake-notify-me").isVisible()).toBe(false);
});

test("lists by keyboard alone: make one, rename it, move, remove and take it back, delete", async () => {
  const { aTab } = await aShop({ html: pageOf('<keepsake-lists currency="EUR"></keepsake-lists>') });
  const tab = await aTab();
  await tab.getByText("Nothing saved yet").waitFor();
  expect(await accessProblems(tab)).toEqual([]);
  await saveAs(tab, [
    { epi: 1, dt: "Boots", pr: 49.5 },
    { epi: 2, dt: "Sandals" },
  ]);
  await tab.getByRole("link", { name: "Boots" }).waitFor();
  await tab.getByText("€49.50").waitFor();
  expect(await accessProblems(tab)).toEqual([]);

  await tabTo(tab, "+ New list");
  await tab.keyboard.press("Enter");
  await tab.getByRole("dialog").waitFor();
  await tab.keyboard.type("ab");
  await tab.keyboard.press("Enter");
  await tab.getByText("A name has 3 to 50 characters.").waitFor();
  expect(await accessProblems(tab)).toEqual([]);
  await tab.keyboard.type("cd");
  await tab.keyboard.press("Enter");
  await tab.getByRole("heading", { name: "abcd" }).waitFor();
  await tab.getByText("This list is empty").waitFor();
  expect(await focusedName(tab)).toBe("+ New list");

  await tabTo(tab, "Rename");
  await tab.keyboard.press("Enter");
  await tab.getByRole("dialog").waitFor();
  await tab.keyboard.press("Control+A");
  await tab.keyboard.type("Garden");
  await tab.keyboard.press("Enter");
  await tab.getByRole("heading", { name: "Garden" }).waitFor();

  await tab.keyboard.press("Shift+Tab");
  await tabTo(tab, /^Hearts save here/);
  await tab.keyboard.press("Space");
  await tab.getByRole("button", { name: "Hearts save here", pressed: true }).waitFor();

  await button(tab, /^My Wishlist/).focus();
  await tab.keyboard.press("Enter");
  await tabTo(tab, /Move Boots$/);
  await tab.keyboard.press("Enter");
  await tab.getByRole("dialog").waitFor();
  expect(await accessProblems(tab)).toEqual([]);
  await tabTo(tab, "Garden");
  await tab.keyboard.press("Enter");
  await tab.getByText("Moved to Garden.").waitFor();
  await tab.getByRole("link", { name: "Boots" }).waitFor({ state: "detached" });

  await tabTo(tab, /Remove Sandals$/);
  await tab.keyboard.press("Enter");
  await tab.getByText("Sandals was removed.").waitFor();
  await tab.getByRole("link", { name: "Sandals" }).waitFor({ state: "detached" });
  expect(await focusedName(tab)).toBe("Undo");
  expect(await accessProblems(tab)).toEqual([]);
  await tab.keyboard.press("Enter");
  await tab.getByRole("link", { name: "Sandals" }).waitFor();

  await tab.keyboard.press("Shift+Tab");
  await button(tab, "Delete").focus();
  await tab.keyboard.press("Enter");
  await tab.getByRole("dialog", { name: "Delete My Wishlist?" }).waitFor();
  expect(await accessProblems(tab)).toEqual([]);
  await tabTo(tab, "Delete");
  await tab.keyboard.press("Enter");
  await tab.getByText("My Wishlist was deleted.").waitFor();
  await tab.getByRole("link", { name: "Boots" }).waitFor();
});

test("hearts save on the list that is preferred", async () => {
  const { aTab } = await aShop({ html: pageOf(`${heartTag(9)}<keepsake-lists></keepsake-lists>`) });
  const tab = await aTab();
  await saveAs(tab, [{ epi: 1, dt: "Boots" }], "Garden");
  await button(tab, "Hearts save here").click();
  await button(tab, "Save Boots 9").click();
  await tab.getByRole("link", { name: "Boots 9" }).waitFor();
  expect(
    await tab.evaluate(async () => (await window.Keepsake.fetchLists()).map(({ lname, cnt }) => [lname, cnt])),
  ).toEqual([["Garden", 2]]);
});

test("a list of more than a page shows the rest on demand", async () => {
  const { aTab } = await aShop({ html: pageOf("<keepsake-lists></keepsake-lists>") });
  const tab = await aTab();
  await saveAs(
    tab,
    Array.from({ length: 60 }, (_, index) => ({ epi: index + 1, dt: `Thing ${index + 1}` })),
  );
  await tab.getByRole("link", { name: "Thing" }).first().waitFor();
  await button(tab, "Show more").click();
  await button(tab, "Show more").click();
  await button(tab, "Show more").waitFor({ state: "detached" });
  expect(await tab.getByRole("link", { name: "Thing" }).count()).toBe(60);
});

test("by keyboard alone a list is shared under a first name, seen by a friend who can save from it, and withdrawn", async () => {
  const shop = await aShop({ html: pageOf("<keepsake-lists></keepsake-lists>") });
  shop.pages.set("/shared", pageOf("<keepsake-shared-list></keepsake-shared-list>"));
  const [owner, friendDevice] = [await shop.aTab(), await shop.aDevice()];
  await saveAs(owner, [{ epi: 1, dt: "Boots" }]);
  const press = async (name: string, key = "Enter") => {
    await tabTo(owner, name);
    await owner.keyboard.press(key);
  };
  await button(owner, "Share").waitFor();
  await press("Share");
  await owner.getByRole("dialog", { name: "Share My Wishlist" }).waitFor();
  expect(await accessProblems(owner)).toEqual([]);
  await tabTo(owner, /^Your first name/);
  await owner.keyboard.type("Ada");
  await press("Create a link");
  const link = await owner.getByLabel("Link to your list").inputValue();
  expect(await accessProblems(owner)).toEqual([]);
  await tabTo(owner, /^Mail it to a friend/);
  await owner.keyboard.type("nobody");
  await press("Send");
  await owner.getByText("Please enter an email address").waitFor();
  await tabTo(owner, /^Mail it to a friend/);
  await owner.keyboard.press("Control+A");
  await owner.keyboard.type("bob@example.com");
  await press("Send");
  await owner.getByText("Sent to bob@example.com.").waitFor();
  await owner.keyboard.press("Escape");
  await owner.getByText("Shared", { exact: true }).waitFor();

  const path = link.slice(shop.url.length);
  const friend = await friendDevice.aTab({ path });
  await friend.getByText("A list by Ada").waitFor();
  await friend.getByRole("link", { name: "Boots" }).waitFor();
  expect(await accessProblems(friend)).toEqual([]);
  await button(friend, "Save Boots").focus();
  await friend.keyboard.press("Space");
  await untilPressed(friend, "Save Boots");

  await press("Share");
  expect(await owner.getByLabel("Link to your list").inputValue()).toBe(link);
  await friend.reload();
  await friend.getByText("A list by Ada").waitFor();
  await press("Stop sharing");
  await owner.getByText("My Wishlist is private again.").waitFor();
  await friend.reload();
  await friend.getByText("This list is not shared any more").waitFor();
  expect(await accessProblems(friend)).toEqual([]);
});

test("the drawer opens from the shop's header, holds the focus, and gives it back", async () => {
  const { aTab } = await aShop({ html: pageOf("<keepsake-drawer count></keepsake-drawer>") });
  const tab = await aTab();
  await saveAs(tab, [{ epi: 1, dt: "Boots" }]);
  await tabTo(tab, "Saved1");
  expect(await accessProblems(tab)).toEqual([]);
  await tab.keyboard.press("Enter");
  await tab.getByRole("dialog", { name: "Saved" }).waitFor();
  await tab.getByRole("link", { name: "Boots" }).waitFor();
  expect(await accessProblems(tab)).toEqual([]);
  await tabTo(tab, /Remove Boots$/);
  await tab.keyboard.press("Enter");
  await tab.getByText("This list is empty").waitFor();
  await tab.keyboard.press("Escape");
  await tab.getByRole("dialog").waitFor({ state: "detached" });
  await tab.waitForFunction(
    () =>
      document.querySelector("keepsake-drawer")?.shadowRoot?.activeElement?.textContent?.startsWith("Saved") === true,
  );
});

test("by keyboard alone what was saved for later goes back to the cart when the shop has it there, and stays where it has not", async () => {
  const { aTab } = await aShop({ html: pageOf("<keepsake-saved-for-later></keepsake-saved-for-later>") });
  const tab = await aTab();
  await tab.waitForFunction(() => customElements.get("keepsake-saved-for-later"));
  expect(await tab.locator("keepsake-saved-for-later").getByRole("heading").count()).toBe(0);
  await tab.evaluate(async () => {
    const products = [1, 2].map((epi) => ({
      epi,
      empi: epi,
      du: "https://shop.example/p",
      dt: epi === 1 ? "Boots" : "Hat",
    }));
    await window.Keepsake.client.saveForLater.add(undefined, products);
    let isBroken = true;
    addEventListener("keepsake:to-cart", (event) => {
      (event as CustomEvent).detail.waitUntil(isBroken ? Promise.reject() : Promise.resolve());
      isBroken = false;
    });
  });
  await tab.getByRole("heading", { name: "Saved for later" }).waitFor();
  expect(await accessProblems(tab)).toEqual([]);
  await tabTo(tab, /Add Boots to the cart$/);
  await tab.keyboard.press("Enter");
  await tab.getByText("That did not work. Please try again.").waitFor();
  await tabTo(tab, /Add Boots to the cart$/);
  await tab.keyboard.press("Enter");
  await tab.getByText("Boots is in your cart.").waitFor();
  await tab.getByRole("link", { name: "Boots" }).waitFor({ state: "detached" });
  expect(countOf(tab, "lists/sfl/moved-to-cart")).toBe(1);

  await tabTo(tab, /Remove Hat$/);
  await tab.keyboard.press("Enter");
  await tab.getByRole("heading", { name: "Saved for later" }).waitFor({ state: "detached" });
  expect(await focusedName(tab)).toBe("Undo");
  await tab.keyboard.press("Enter");
  await tab.getByRole("link", { name: "Hat" }).waitFor();
});

test("lists that cannot be had say so, and try again", async () => {
  const { aDevice } = await aShop({ html: pageOf("<keepsake-lists></keepsake-lists>") });
  const { aTab } = await aDevice();
  await saveAs(await aTab(), [{ epi: 1, dt: "Boots" }]);
  const tab = await aTab({
    before: async (page) => {
      await answerWith(page as Tab, "lists/fetch-lists", 500);
      await page.addInitScript(() =>
        localStorage.removeItem(Object.keys(localStorage).find((key) => key.endsWith(":lists")) ?? ""),
      );
    },
  });
  await tab.getByText("Something went wrong on our side.").waitFor();
  expect(await accessProblems(tab)).toEqual([]);
  await tab.unroute("**/api/v3/lists/fetch-lists*");
  await button(tab, "Try again").click();
  await tab.getByRole("link", { name: "Boots" }).waitFor();
});

test("axe finds nothing while answers are on their way: lists, a shared list, what is saved for later, and whether somebody waits", async () => {
  const shop = await aShop({
    html: pageOf(
      `<keepsake-lists></keepsake-lists><keepsake-saved-for-later></keepsake-saved-for-later>${notifyTag()}`,
    ),
  });
  shop.pages.set("/shared", pageOf("<keepsake-shared-list></keepsake-shared-list>"));
  const { aTab } = await shop.aDevice();
  await saveAs(await aTab(), [{ epi: 1, dt: "Boots" }]);
  const never = (page: Tab) =>
    page.route(/\/api\/v3\/(lists\/(fetch|sfl)|subscriptions)/, () => new Promise(() => undefined));
  const tab = await aTab({
    before: async (page) => {
      await never(page as Tab);
      await page.addInitScript(() =>
        localStorage.removeItem(Object.keys(localStorage).find((key) => key.endsWith(":lists")) ?? ""),
      );
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

test("words are the shop's: for the page, and for one element", async () => {
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

test("colours and parts are the shop's", async () => {
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

test("a page that wants none of it loads no elements", async () => {
  const { aTab } = await aShop({ html: pageOf(heartTag(1), { attributes: 'data-elements="off"' }) });
  const tab = await aTab();
  await tab.waitForLoadState("networkidle");
  expect(await tab.evaluate(() => customElements.get("keepsake-heart") === undefined)).toBe(true);
});

test("a server may import elements: nothing is touched until they are defined", async () => {
  expect(await import("../src/elements/elements.ts")).toHaveProperty("defineElements");
});

async function fillNotifyMe(tab: Tab) {
  await button(tab, "Notify me when available").click();
  await tab.getByLabel("Your email address").fill("ada@example.com");
  await tab.getByRole("checkbox").check();
  await button(tab, "Notify me").click();
}

function collectEvents() {
  const told: string[] = [];
  Object.assign(window, { told });
  for (const name of ["saved", "removed"]) addEventListener(`keepsake:${name}`, ({ type }) => told.push(type));
}

const watchShifts = (page: Pick<Tab, "addInitScript">) =>
  page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
/** Two frames later, so that what the last change moved is counted. */
const shiftOf = (tab: Tab) =>
  tab.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return (window as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0);
  });
