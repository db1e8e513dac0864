import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { waitFor } from "../../../engines/wait-for.ts";
import { anEmail } from "../../service/test/fixtures/service.ts";
import { aBrowser, countOf, pathsOf } from "./fixtures/browser.ts";
import { click, fetchLists, savedOn, showHearts, TIMEOUT_MS, tokenFor, untilHeart } from "./fixtures/shopper.ts";

const { aShop } = aBrowser();

test("a visitor who saves nothing makes no call, and a grid of 48 hearts makes one", async () => {
  const { aDevice } = await aShop();
  const { aTab } = await aDevice();
  const grid = Array.from({ length: 48 }, (_, index) => index + 1);
  const tab = await aTab();
  await showHearts(tab, grid);
  await untilHeart(tab, 48, { isKnown: true, isSaved: false });
  expect(tab.calls).toEqual([]);

  await click(tab, 7);
  expect(pathsOf(tab)).toEqual(["provider/register", "lists/create", "lists/update-ctx"]);

  const next = await aTab();
  await showHearts(next, grid);
  await untilHeart(next, 7, { isKnown: true, isSaved: true });
  await untilHeart(next, 48, { isKnown: true, isSaved: false });
  expect(pathsOf(next)).toEqual(["lists/contains"]);
});

test("fetchLists makes one request in five minutes, for all callers and pages", async () => {
  const { aDevice } = await aShop();
  const { aTab } = await aDevice();
  const tab = await aTab({ before: (page) => page.clock.install() });
  await tab.evaluate(() => window.Keepsake.createList({ lname: "Garden" }));
  await tab.evaluate(() => Promise.all([1, 2, 3].map(() => window.Keepsake.fetchLists({ lty: "wl" }))));
  expect(countOf(tab, "lists/fetch-lists")).toBe(1);

  await tab.clock.pauseAt(Date.now() + 240_000);
  expect(await fetchLists(tab)).toHaveLength(1);
  expect(countOf(tab, "lists/fetch-lists")).toBe(1);
  await tab.reload();
  await tab.waitForFunction(() => "Keepsake" in window);
  expect(await fetchLists(tab)).toHaveLength(1);
  expect(countOf(tab, "lists/fetch-lists")).toBe(1);

  await tab.clock.fastForward(61_000);
  expect(await fetchLists(tab)).toHaveLength(1);
  expect(countOf(tab, "lists/fetch-lists")).toBe(2);
});

test("fetchLists includes the shopper's own changes", async () => {
  const tab = await (await aShop()).aTab();
  await click(tab, 1);
  expect(await savedOn(tab)).toEqual([1]);
  await click(tab, 2);
  expect(await savedOn(tab)).toEqual([1, 2]);
  await click(tab, 1);
  expect(await savedOn(tab)).toEqual([2]);
  expect(countOf(tab, "lists/fetch-lists")).toBe(3);
});

test("a change in another tab appears in this one: hearts without a call, lists with one", async () => {
  const { aDevice } = await aShop();
  const { aTab } = await aDevice();
  const [one, other] = [await aTab(), await aTab()];
  await click(one, 1);
  await showHearts(other, [1, 2]);
  await untilHeart(other, 1, { isSaved: true });
  expect(await savedOn(other)).toEqual([1]);
  other.calls.length = 0;

  await click(one, 2);
  await untilHeart(other, 2, { isSaved: true });
  expect(other.calls).toEqual([]);
  expect(await savedOn(other)).toEqual([1, 2]);
  expect(pathsOf(other)).toEqual(["lists/fetch-lists"]);
});

test("two tabs that save for the first time at once share one guest", async () => {
  const { aDevice } = await aShop();
  const { context, aTab } = await aDevice();
  const [one, other] = [await aTab(), await aTab()];
  const { promise: bothClicked, resolve: release } = Promise.withResolvers<void>();
  await context.route("**/api/v3/provider/register*", async (route) => {
    await bothClicked;
    await route.continue();
  });
  const clicks = [click(one, 1), click(other, 2)];
  await Promise.all([untilHeart(one, 1, { isPending: true }), untilHeart(other, 2, { isPending: true })]);
  release();
  await Promise.all(clicks);
  expect(countOf(one, "provider/register") + countOf(other, "provider/register")).toBe(1);
  expect(await savedOn(await aTab())).toEqual([1, 2]);
});

test("two tabs share one guest also when the second sees late what the first has stored", async () => {
  const { aDevice } = await aShop();
  const { context, aTab } = await aDevice();
  const seesLate = (page: Page) =>
    page.addInitScript(() => {
      const { getItem } = Storage.prototype;
      Storage.prototype.getItem = function (name) {
        return name.endsWith("who") ? null : getItem.call(this, name);
      };
      const { addEventListener } = BroadcastChannel.prototype;
      BroadcastChannel.prototype.addEventListener = function (type: string, listener: (event: Event) => void) {
        addEventListener.call(this, type, (event) => void setTimeout(() => listener(event), 100));
      };
    });
  const [one, other] = [await aTab(), await aTab({ before: seesLate })];
  const { promise: bothClicked, resolve: release } = Promise.withResolvers<void>();
  await context.route("**/api/v3/provider/register*", async (route) => {
    await bothClicked;
    await route.continue();
  });
  const first = click(one, 1);
  await expect.poll(() => countOf(one, "provider/register")).toBe(1);
  const second = click(other, 2);
  await untilHeart(other, 2, { isPending: true });
  release();
  await Promise.all([first, second]);
  expect(countOf(other, "provider/register")).toBe(0);
  expect(await savedOn(await aTab())).toEqual([1, 2]);
});

test("tabs with an older SDK understand this one: the shopper is in the field `person` of the message", async () => {
  const { store, aDevice } = await aShop();
  const { aTab } = await aDevice();
  const [tab, older] = [await aTab(), await aTab()];
  const name = `keepsake:${store.pid}`;
  const received = await older.evaluateHandle((channelName) => {
    const messages: { about: string; person?: { regid: string } }[] = [];
    new BroadcastChannel(channelName).addEventListener("message", ({ data }) => messages.push(data));
    return messages;
  }, name);
  await click(tab, 1);
  const regid = await tab.evaluate(() => window.Keepsake.client.shopper.get().regid);
  await older.waitForFunction((messages) => messages.length > 0, received);
  const [first] = await received.jsonValue();
  expect(first).toMatchObject({ about: "shopper", person: { regid } });

  await older.evaluate((channelName) => {
    const channel = new BroadcastChannel(channelName);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
    channel.postMessage({ about: "shopper", person: { regid: "another", sessionid: "session" } });
  }, name);
  await tab.waitForFunction(() => window.Keepsake.client.shopper.get().regid === "another");
});

test("a change on another device appears while the lists are open", async () => {
  const { store, aTab } = await aShop();
  const [desk, phone] = [await aTab(), await aTab()];
  const email = anEmail();
  for (const tab of [desk, phone]) {
    await tab.evaluate((token) => window.Keepsake.login(token), await tokenFor(store, email));
  }
  await click(desk, 1);
  await showHearts(desk, [2]);
  await desk.evaluate(() => void window.Keepsake.client.lists.subscribe(() => undefined));
  expect(await waitFor(() => countOf(desk, "lists/live") === 1, TIMEOUT_MS)).toBe(true);

  await click(phone, 2);
  await untilHeart(desk, 2, { isSaved: true });
  await desk.waitForFunction(() => window.Keepsake.client.lists.get().lists[0]?.cnt === 2);
});
