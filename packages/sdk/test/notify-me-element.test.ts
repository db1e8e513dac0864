import { expect, test } from "vitest";
import { look } from "../../service/test/fixtures/database.ts";
import { aBrowser, pathsOf, type Tab } from "./fixtures/browser.ts";
import { accessProblems, answerWith, button, focusedName, notifyTag, pageOf, tabTo } from "./fixtures/elements.ts";
import { tokenFor } from "./fixtures/shopper.ts";

const { aShop } = aBrowser({ KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:9" });

test("notify me works by keyboard: it asks for consent, says to check the inbox, remembers that after a reload, and can be left", async () => {
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
  await tab.getByText("Please enter an email address, such as ada@example.com").waitFor();
  expect(await focusedName(tab)).toBe("Your email address");
  await tab.keyboard.type("ada@example.com");
  await tab.keyboard.press("Enter");
  await tab.getByText("Please tick the box to continue").waitFor();
  expect(await accessProblems(tab)).toEqual([]);
  await tab.keyboard.press("Space");
  await tabTo(tab, "Notify me");
  await tab.keyboard.press("Enter");
  await tab.getByRole("heading", { name: "Almost there: check your inbox" }).waitFor();
  await tab.getByText("We sent a message to ada@example.com.").waitFor();
  expect(await accessProblems(tab)).toEqual([]);
  const { params } = tab.calls.find(({ path }) => path === "subscriptions/create") ?? {};
  expect(params?.get("consent")).toMatch(/^Notify me once/);
  expect(params?.get("addtomailinglist")).toBe("0");
  expect(params?.get("locale")).toBe("en");

  await tab.keyboard.press("Escape");
  expect(await focusedName(tab)).toBe("Check your inbox to confirm");
  await tab.reload();
  await tabTo(tab, "Check your inbox to confirm");
  await tab.keyboard.press("Enter");
  await tab.getByRole("heading", { name: "Almost there: check your inbox" }).waitFor();
  expect(await accessProblems(tab)).toEqual([]);
  await tabTo(tab, "Leave the waiting list");
  await tab.keyboard.press("Enter");
  await tab.getByRole("heading", { name: "You've left the waiting list" }).waitFor();
  expect(await accessProblems(tab)).toEqual([]);
});

test("without double opt-in, a shopper who signs up is on the waiting list at once", async () => {
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
  await tab.getByText("Please enter a number with country code").waitFor();
  await tab.getByRole("radio", { name: "Email" }).check();
  await tab.getByLabel("Your email address").fill("ada@example.com");
  await button(tab, "Notify me").click();
  await tab.getByRole("heading", { name: "You're on the waiting list" }).waitFor();
  expect(await accessProblems(tab)).toEqual([]);
  await tab.reload();
  await button(tab, "You're on the list").click();
  await tab.getByRole("heading", { name: "You're on the waiting list" }).waitFor();
  expect(await accessProblems(tab)).toEqual([]);
});

test("an alert is for the market of the element, or else of the script tag, and the other markets stay open", async () => {
  const markets = [{ name: "eu" }, { name: "us" }];
  const { aTab } = await aShop({
    html: pageOf(notifyTag() + notifyTag('market="us"')).replace("<script ", '<script data-market="eu" '),
    settings: { settings: { markets, alerts: { browserDoubleOptIn: false } } },
  });
  const tab = await aTab();
  await button(tab, "Notify me when available").nth(1).waitFor();
  await fillNotifyMe(tab);
  await tab.getByRole("heading", { name: "You're on the waiting list" }).waitFor();
  expect(tab.calls.find(({ path }) => path === "subscriptions/create")?.params.get("market")).toBe("eu");
  await tab.keyboard.press("Escape");
  await tab.reload();
  await button(tab, "You're on the list").waitFor();
  await fillNotifyMe(tab);
  await button(tab, "You're on the list").nth(1).waitFor();
  expect(tab.calls.findLast(({ path }) => path === "subscriptions/create")?.params.get("market")).toBe("us");
  await tab.keyboard.press("Escape");
  await button(tab, "You're on the list").first().click();
  await button(tab, "Leave the waiting list").click();
  await tab.getByRole("heading", { name: "You've left the waiting list" }).waitFor();
  expect(tab.calls.findLast(({ path }) => path === "subscriptions/remove")?.params.get("market")).toBe("eu");
});

test("a returning shopper who waits sees that without a click, in one call for all buttons, and a new visitor causes no call", async () => {
  const { aDevice } = await aShop({
    html: pageOf(notifyTag() + notifyTag().replaceAll('"7"', '"8"').replaceAll("/p/7", "/p/8")),
    settings: { settings: { alerts: { browserDoubleOptIn: false } } },
  });
  const { aTab } = await aDevice();
  const first = await aTab();
  await button(first, "Notify me when available").nth(1).waitFor();
  expect(first.calls).toEqual([]);
  await fillNotifyMe(first);
  await first.getByRole("heading", { name: "You're on the waiting list" }).waitFor();
  await first.close();

  const next = await aTab();
  await button(next, "You're on the list").waitFor();
  expect(await button(next, "Notify me when available").count()).toBe(1);
  expect(pathsOf(next)).toEqual(["subscriptions/fetch-subs"]);
  expect(await accessProblems(next)).toEqual([]);
});

test("a logged-in shopper is on the waiting list after one tap, without typing or confirming", async () => {
  const { store, aTab } = await aShop({ html: pageOf(notifyTag()) });
  const tab = await aTab();
  await tab.evaluate((token) => window.Keepsake.client.shopper.login(token), await tokenFor(store, "ada@example.com"));
  await button(tab, "Notify me when available").click();
  await button(tab, "You're on the list").waitFor();
  await tab.getByText("We'll email ada@example.com when it's back.").waitFor();
  expect(await tab.getByRole("dialog").count()).toBe(0);
  expect(await accessProblems(tab)).toEqual([]);
  const { params } = tab.calls.find(({ path }) => path === "subscriptions/create") ?? {};
  expect(params?.get("mediumvalue")).toBe("ada@example.com");
  expect(params?.get("consent")).toBe("Notify me when available");
  const states = await tab.evaluate(async () => (await window.Keepsake.fetchSubscriptions({})).subscriptions);
  expect(states).toMatchObject([{ epi: "7", state: "waiting", mediumvalue: "ada@example.com" }]);
  const mails = await look("select from mails where store_id = $1", [store.id]);
  expect(mails).toEqual([]);

  await button(tab, "You're on the list").click();
  await tab.getByRole("heading", { name: "You're on the waiting list" }).waitFor();
  await tab.getByRole("dialog").getByText("We'll email ada@example.com when it's back.").waitFor();
  expect(await accessProblems(tab)).toEqual([]);
});

test("a tap that fails opens the dialog with the reason and the address filled in", async () => {
  const { store, aTab } = await aShop({ html: pageOf(notifyTag()) });
  const tab = await aTab();
  await tab.evaluate((token) => window.Keepsake.client.shopper.login(token), await tokenFor(store, "ada@example.com"));
  await answerWith(tab, "subscriptions/create", 500);
  await button(tab, "Notify me when available").click();
  await tab.getByRole("dialog").getByText("Something went wrong. Please try again.").waitFor();
  expect(await tab.getByLabel("Your email address").inputValue()).toBe("ada@example.com");
});

test("the dialog sends the confirmation again, and changes a mistyped address", async () => {
  const { store, aTab } = await aShop({ html: pageOf(notifyTag()) });
  const tab = await aTab();
  const addressees = async () =>
    (await look<{ to: string }>("select to_email as to from mails where store_id = $1 order by id", [store.id])).map(
      ({ to }) => to,
    );
  await fillNotifyMe(tab, "ada@example.con");
  await tab.getByText("We sent a message to ada@example.con.").waitFor();
  await button(tab, "Send it again").click();
  await tab.getByText("Sent again to ada@example.con.").waitFor();
  expect(await addressees()).toEqual(["ada@example.con", "ada@example.con"]);
  expect(await accessProblems(tab)).toEqual([]);

  await button(tab, "Use another address").click();
  await tab.getByLabel("Your email address").fill("ada@example.com");
  expect(await accessProblems(tab)).toEqual([]);
  await tab.getByRole("checkbox").check();
  await button(tab, "Notify me").click();
  await tab.getByText("We sent a message to ada@example.com.").waitFor();
  expect(await addressees()).toEqual(["ada@example.con", "ada@example.con", "ada@example.com"]);
  // The wrong address can no longer be confirmed: the shopper waits with one address only.
  const open = await look("select value from sign_up_requests where store_id = $1", [store.id]);
  expect(open).toEqual([{ value: "ada@example.com" }]);

  await tab.reload();
  await button(tab, "Check your inbox to confirm").click();
  await button(tab, "Send it again").click(); // A guest's address is not shown again, so the form asks for it.
  await tab.getByLabel("Your email address").waitFor();
});

test("an alert stays when the address that should replace its own is refused", async () => {
  const { store, aTab } = await aShop({ html: pageOf(notifyTag()) });
  const tab = await aTab();
  await tab.evaluate((token) => window.Keepsake.client.shopper.login(token), await tokenFor(store, "ada@example.com"));
  const notify = button(tab, "Notify me when available");
  await notify.click();
  await button(tab, "You're on the list").click();
  await button(tab, "Use another address").click();
  await tab.getByLabel("Your email address").fill("ada@example"); // valid for a browser
  await tab.getByRole("checkbox").check();
  await button(tab, "Notify me").click();
  await tab.getByText("Please enter an email address, such as ada@example.com").waitFor();
  const waiting = await tab.evaluate(() => window.Keepsake.client.alerts.fetch());
  expect(waiting.subscriptions).toMatchObject([{ mediumvalue: "ada@example.com", state: "waiting" }]);
});

test.each([
  [500, {}, "Something went wrong. Please try again."],
  [429, { "retry-after": "60" }, "We're busy right now. Please try again in a minute."],
])(
  "a status %i shows a friendly message, and the form keeps what the shopper typed",
  async (status, headers, message) => {
    const { aTab } = await aShop({ html: pageOf(notifyTag()) });
    const tab = await aTab();
    await answerWith(tab, "subscriptions/create", status, headers);
    await fillNotifyMe(tab);
    await tab.getByText(message).waitFor();
    expect(await tab.getByLabel("Your email address").inputValue()).toBe("ada@example.com");
    expect(await tab.getByRole("checkbox").isChecked()).toBe(true);
    expect(await accessProblems(tab)).toEqual([]);
  },
);

test("the dialog says when there is no network and when the answer is slow", async () => {
  const { aDevice } = await aShop({ html: pageOf(notifyTag()) });
  const { context, aTab } = await aDevice();
  const tab = await aTab();
  await button(tab, "Notify me when available").hover();
  await tab.waitForFunction(() => performance.getEntriesByName(`${location.origin}/keepsake-ui.js`).length > 0);
  await context.setOffline(true);
  await fillNotifyMe(tab);
  await tab.getByText("No connection. Please check it and try again.").waitFor();
  await context.setOffline(false);

  const { promise: isSeen, resolve: release } = Promise.withResolvers<void>();
  await tab.route("**/api/v3/subscriptions/create*", async (route) => {
    await isSeen;
    await route.continue();
  });
  await button(tab, "Notify me").click();
  await tab.getByText("This is taking longer than usual.").waitFor();
  expect(await accessProblems(tab)).toEqual([]);
  release();
  await tab.getByRole("heading", { name: "Almost there: check your inbox" }).waitFor();
});

test("an available variant has no notify-me button", async () => {
  const { aTab } = await aShop({ html: pageOf(notifyTag()) });
  const tab = await aTab();
  await button(tab, "Notify me when available").waitFor();
  await tab.locator("keepsake-notify-me").evaluate((element) => element.setAttribute("available", "true"));
  await button(tab, "Notify me when available").waitFor({ state: "detached" });
  expect(await tab.locator("keepsake-notify-me").isVisible()).toBe(false);
});

async function fillNotifyMe(tab: Tab, address = "ada@example.com") {
  await button(tab, "Notify me when available").first().click();
  await tab.getByLabel("Your email address").fill(address);
  await tab.getByRole("checkbox").check();
  await button(tab, "Notify me").click();
}
