import { expect, test } from "vitest";
import { aBrowser, countOf } from "./fixtures/browser.ts";
import {
  accessProblems,
  answerWith,
  button,
  focusedName,
  heartTag,
  hideStoredLists,
  pageOf,
  saveAs,
  tabTo,
  untilPressed,
} from "./fixtures/elements.ts";

const { aShop } = aBrowser({ KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:9" });

test.each([
  ["https://cdn.example/1.jpg", "https://cdn.example/1.jpg"],
  ["//cdn.example/1.jpg", "https://cdn.example/1.jpg"],
  ["cdn.example/a/1.jpg", "https://cdn.example/a/1.jpg"],
  ["cdn.example:8443/1.jpg", "https://cdn.example:8443/1.jpg"],
  ["/images/1.jpg", "/images/1.jpg"],
  ["images/1.jpg", "/images/1.jpg"],
])("the picture %s of an item is shown from %s", async (iu, shown) => {
  const { aTab } = await aShop({ html: pageOf("<keepsake-lists></keepsake-lists>") });
  const tab = await aTab();
  await saveAs(tab, [{ epi: 1, dt: "Boots", iu }]);
  const image = tab.locator("img");
  await image.waitFor({ state: "attached" });
  expect(await image.evaluate((node: HTMLImageElement) => node.src)).toBe(new URL(shown, tab.url()).href);
});

test("lists work by keyboard: create, rename, move, remove, undo and delete", async () => {
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
  await tab.getByText("Please enter a name with 3 to 50 characters").waitFor();
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
  await tabTo(tab, /^Default list/);
  await tab.keyboard.press("Space");
  await tab.getByRole("button", { name: "Default list", pressed: true }).waitFor();

  await button(tab, /^My Wishlist/).focus();
  await tab.keyboard.press("Enter");
  await tabTo(tab, /Move Boots$/);
  await tab.keyboard.press("Enter");
  await tab.getByRole("dialog").waitFor();
  expect(await accessProblems(tab)).toEqual([]);
  await tabTo(tab, "Garden");
  await tab.keyboard.press("Enter");
  await tab.getByText("Moved to Garden").waitFor();
  await tab.getByRole("link", { name: "Boots" }).waitFor({ state: "detached" });

  await tabTo(tab, /Remove Sandals$/);
  await tab.keyboard.press("Enter");
  await tab.getByText("Sandals removed").waitFor();
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
  await tab.getByText("My Wishlist deleted").waitFor();
  await tab.getByRole("link", { name: "Boots" }).waitFor();
});

test("hearts save to the default list", async () => {
  const { aTab } = await aShop({ html: pageOf(`${heartTag(9)}<keepsake-lists></keepsake-lists>`) });
  const tab = await aTab();
  await saveAs(tab, [{ epi: 1, dt: "Boots" }], "Garden");
  await button(tab, "Default list").click();
  await button(tab, "Save Boots 9").click();
  await tab.getByRole("link", { name: "Boots 9" }).waitFor();
  expect(
    await tab.evaluate(async () => (await window.Keepsake.fetchLists()).map(({ lname, cnt }) => [lname, cnt])),
  ).toEqual([["Garden", 2]]);
});

test("a long list shows the rest on request", async () => {
  const { aTab } = await aShop({ html: pageOf("<keepsake-lists></keepsake-lists>") });
  const tab = await aTab();
  await saveAs(
    tab,
    Array.from({ length: 60 }, (_, index) => ({ epi: index + 1, dt: `Thing ${index + 1}` })),
  );
  const things = tab.getByRole("link", { name: "Thing" });
  await things.first().waitFor();
  await button(tab, "Show more").dblclick(); // An impatient shopper gets each item once.
  await things.nth(47).waitFor();
  expect(await things.count()).toBe(48);
  await button(tab, "Show more").click();
  await button(tab, "Show more").waitFor({ state: "detached" });
  expect(await things.count()).toBe(60);
});

test("a long shared list shows the rest on request", async () => {
  const shop = await aShop({ html: pageOf("<keepsake-shared-list></keepsake-shared-list>") });
  const owner = await shop.aTab();
  await saveAs(
    owner,
    Array.from({ length: 60 }, (_, index) => ({ epi: index + 1, dt: `Thing ${index + 1}` })),
  );
  const lid = await owner.evaluate(async () => {
    const { lists } = window.Keepsake.client;
    const [list] = await lists.fetch();
    return (await lists.share(list?.lid ?? "")).lid;
  });
  const friend = await (await shop.aDevice()).aTab({ path: `?lid=${lid}` });
  const things = friend.getByRole("link", { name: "Thing" });
  await things.first().waitFor();
  expect(await things.count()).toBe(48);
  await button(friend, "Show more").dblclick(); // An impatient friend sees each item once.
  await button(friend, "Show more").waitFor({ state: "detached" });
  expect(await things.count()).toBe(60);
});

test("sharing works by keyboard: a friend sees the list under a first name and saves from it until the owner stops sharing", async () => {
  const shop = await aShop({
    html: pageOf("<keepsake-lists></keepsake-lists>"),
    settings: { settings: { lists: { guestsMayMail: true } } },
  });
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
  await press("Create link");
  const link = await owner.getByLabel("Link to your list").inputValue();
  expect(await accessProblems(owner)).toEqual([]);
  await tabTo(owner, /^Email it to a friend/);
  await owner.keyboard.type("nobody");
  await press("Send");
  await owner.getByText("Please enter an email address").waitFor();
  await tabTo(owner, /^Email it to a friend/);
  await owner.keyboard.press("Control+A");
  await owner.keyboard.type("bob@example.com");
  await press("Send");
  await owner.getByText("Sent to bob@example.com").waitFor();
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
  await owner.getByText("My Wishlist is private again").waitFor();
  await friend.reload();
  await friend.getByText("This list is no longer shared").waitFor();
  expect(await accessProblems(friend)).toEqual([]);
});

test("a guest who may not email a list is asked to log in", async () => {
  const tab = await (await aShop({ html: pageOf("<keepsake-lists></keepsake-lists>") })).aTab();
  await saveAs(tab, [{ epi: 1, dt: "Boots" }]);
  await button(tab, "Share").click();
  await button(tab, "Create link").click();
  await tab.getByLabel("Email it to a friend").fill("bob@example.com");
  await button(tab, "Send").click();
  await tab.getByText("Please log in to send it by email, or copy the link.").waitFor();
  expect(await accessProblems(tab)).toEqual([]);
});

test("an owner replaces the link of a shared list by a new one, and the old one leads nowhere", async () => {
  const { store, aTab } = await aShop({ html: pageOf("<keepsake-lists></keepsake-lists>") });
  const tab = await aTab();
  const lid = await saveAs(tab, [{ epi: 1, dt: "Boots" }]);
  await button(tab, "Share").click();
  await button(tab, "Create link").click();
  const link = tab.getByLabel("Link to your list");
  expect(await link.inputValue()).toContain(lid);
  await button(tab, "New link").click();
  await tab.getByText("The old link will stop working.").waitFor();
  expect(await accessProblems(tab)).toEqual([]);
  await tab.getByLabel("Your first name").fill("Ada");
  await button(tab, "Create link").click();
  await tab.waitForFunction((old) => {
    const root = document.querySelector("keepsake-lists")?.shadowRoot;
    const { value = "" } = root?.querySelector<HTMLInputElement>("#share-link") ?? {};
    return value !== "" && !value.includes(old);
  }, lid);
  const renewed = new URL(await link.inputValue()).searchParams.get("lid") ?? "";
  const read = async (sought: string) =>
    (await store.browser("/api/v3/lists/fetch-list-with-contents", { lid: sought })).status;
  expect([await read(lid), await read(renewed)]).toEqual([404, 200]);
});

test("the drawer opens from the shop's header, traps the focus, and restores it", async () => {
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

test("lists that fail to load show a message and can be loaded again", async () => {
  const { aDevice } = await aShop({ html: pageOf("<keepsake-lists></keepsake-lists>") });
  const { aTab } = await aDevice();
  await saveAs(await aTab(), [{ epi: 1, dt: "Boots" }]);
  const tab = await aTab({
    before: async (page) => {
      await answerWith(page, "lists/fetch-lists", 500);
      await hideStoredLists(page);
    },
  });
  await tab.getByText("Something went wrong.").waitFor();
  expect(await accessProblems(tab)).toEqual([]);
  await tab.unroute("**/api/v3/lists/fetch-lists*");
  await button(tab, "Try again").click();
  await tab.getByRole("link", { name: "Boots" }).waitFor();
});

test("saved for later works by keyboard: an item leaves the list once the shop has added it to the cart, and stays if that fails", async () => {
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
  await tabTo(tab, "Move to cart Boots");
  await tab.keyboard.press("Enter");
  await tab.getByText("That didn't work. Please try again.").waitFor();
  await tabTo(tab, "Move to cart Boots");
  await tab.keyboard.press("Enter");
  await tab.getByText("Boots is in your cart").waitFor();
  await tab.getByRole("link", { name: "Boots" }).waitFor({ state: "detached" });
  expect(countOf(tab, "lists/sfl/moved-to-cart")).toBe(1);

  await tabTo(tab, /Remove Hat$/);
  await tab.keyboard.press("Enter");
  await tab.getByRole("heading", { name: "Saved for later" }).waitFor({ state: "detached" });
  expect(await focusedName(tab)).toBe("Undo");
  await tab.keyboard.press("Enter");
  await tab.getByRole("link", { name: "Hat" }).waitFor();
});
