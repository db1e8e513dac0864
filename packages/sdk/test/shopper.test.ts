import { expect, test } from "vitest";
import { waitFor } from "../../../engines/wait-for.ts";
import { signAssertion } from "../../service/test/fixtures/assertion.ts";
import { listCalls } from "../../service/test/fixtures/list-calls.ts";
import { anEmail } from "../../service/test/fixtures/service.ts";
import { aBrowser, aProduct, countOf, pathsOf, SCRIPT_TAG } from "./fixtures/browser.ts";
import {
  click,
  countEvents,
  endSession,
  savedOn,
  shopperOf,
  showHearts,
  TIMEOUT_MS,
  tokenFor,
  untilHeart,
} from "./fixtures/shopper.ts";

const { aShop } = aBrowser();

test("a guest who logs in keeps everything, in every tab", async () => {
  const { store, aDevice } = await aShop();
  const { aTab } = await aDevice();
  const [one, other] = [await aTab(), await aTab()];
  const email = anEmail();
  const account = await store.anAccount(email);
  const before = listCalls(store, account);
  await before.add(await before.aList(), [aProduct(9)]);

  await click(one, 1);
  await showHearts(other, [1, 9]);
  await one.evaluate((token) => window.Keepsake.login(token), await tokenFor(store, email));
  expect(await savedOn(one)).toEqual([1, 9]);
  expect(await one.evaluate(() => window.Keepsake.client.shopper.get())).toEqual({
    kind: "account",
    regid: account.regid,
    email,
  });
  await untilHeart(other, 9, { isSaved: true });
  await untilHeart(other, 1, { isSaved: true });
  expect(await savedOn(other)).toEqual([1, 9]);
});

test("the page's token needs no call for the same shopper, and an empty token logs out", async () => {
  const { store, pages, aDevice } = await aShop();
  const { aTab } = await aDevice();
  const email = anEmail();
  const withToken = (token: string) => SCRIPT_TAG.replace("data-pid", `data-token="${token}" data-pid`);
  pages.set("/", withToken(await tokenFor(store, email)));
  const first = await aTab();
  await click(first, 1);
  expect(countOf(first, "provider/register")).toBe(1);

  pages.set("/", withToken(await tokenFor(store, ` ${email.toUpperCase()}`)));
  const second = await aTab();
  expect(await savedOn(second)).toEqual([1]);
  expect(countOf(second, "provider/register")).toBe(0);

  pages.set("/", withToken(""));
  const third = await aTab();
  expect(await savedOn(third)).toEqual([]);
  expect(await third.evaluate(() => window.Keepsake.client.shopper.get().kind)).toBe("nobody");
});

test("an invalid token fails and leaves the guest unchanged", async () => {
  const { store, aTab } = await aShop();
  const tab = await aTab();
  await click(tab, 1);
  const token = await signAssertion("not the secret of this store, but as long", { email: anEmail() });
  const refusal = await tab.evaluate(
    (wrong) => window.Keepsake.login(wrong).catch(({ status, type }) => ({ status, type })),
    token,
  );
  expect(refusal).toEqual({ status: 401, type: "invalid-assertion" });
  expect(await savedOn(tab)).toEqual([1]);
  expect(await countEvents(store, "shopper.merged")).toBe(0);
});

test("when a session has ended, the call is repeated once as a new guest", async () => {
  const { store, aTab } = await aShop();
  const tab = await aTab();
  await click(tab, 1);
  await endSession(store, tab);
  tab.calls.length = 0;
  const clicked = await click(tab, 2);
  expect(clicked).toMatchObject({ isSaved: true, isPending: false });
  expect(pathsOf(tab).filter((path) => path === "provider/register")).toHaveLength(1);
  expect(await savedOn(tab)).toEqual([2]);
});

test("when an account's session has ended, a token function logs it in again", async () => {
  const shop = await aShop({
    html: `<!doctype html><script type="module">
      import { createClient } from "/client.js";
      import { createDocumentedCalls } from "/compat.js";
      const token = async () => (await fetch("/token")).text();
      window.Keepsake = createDocumentedCalls(createClient({ pid: "PID", baseUrl: "BASE", token }));
    </script>`,
  });
  shop.pages.set("/token", await tokenFor(shop.store, anEmail()));
  const tab = await shop.aTab();
  await click(tab, 1);
  await endSession(shop.store, tab);
  await click(tab, 2);
  expect(await savedOn(tab)).toEqual([1, 2]);
});

test("when an account's session has ended, the token that the page passed to login logs it in again", async () => {
  const { store, aDevice } = await aShop();
  const { aTab } = await aDevice();
  const email = anEmail();
  const token = await tokenFor(store, email);
  const first = await aTab();
  await first.evaluate((one) => window.Keepsake.login(one), token);
  await click(first, 1);
  await endSession(store, first);
  await first.close();

  const next = await aTab();
  await next.evaluate((one) => window.Keepsake.login(Promise.resolve(one)), token);
  expect(await savedOn(next)).toEqual([1]);
  expect(await next.evaluate(() => window.Keepsake.client.shopper.get())).toMatchObject({ kind: "account", email });
  await click(next, 2);
  expect(await savedOn(next)).toEqual([1, 2]);
  expect(countOf(next, "provider/register")).toBe(1);
});

test("a token of login that is refused is not tried again, and never logs in after a logout", async () => {
  const { store, aTab } = await aShop();
  const tab = await aTab();
  const token = await tokenFor(store, anEmail());
  await tab.evaluate((one) => window.Keepsake.login(one), token);
  await click(tab, 1);
  await endSession(store, tab);
  let tries = 0;
  await tab.route("**/api/v3/provider/register*", (route) => {
    if (!route.request().postData()?.includes("assertion")) return route.continue();
    tries += 1;
    return route.fulfill({
      status: 401,
      headers: { "access-control-allow-origin": "*" },
      json: { error: true, type: "invalid-assertion", msg: "Expired." },
    });
  });
  expect(await savedOn(tab)).toEqual([]);
  await click(tab, 2);
  expect(await savedOn(tab)).toEqual([2]);
  expect(tries).toBe(1);
  await tab.unroute("**/api/v3/provider/register*");

  await tab.evaluate((one) => window.Keepsake.login(one), token);
  await tab.evaluate(() => window.Keepsake.logout());
  await click(tab, 3);
  await endSession(store, tab);
  await click(tab, 4);
  expect(await tab.evaluate(() => window.Keepsake.client.shopper.get().kind)).toBe("guest");
  expect(await savedOn(tab)).toEqual([4]);
});

test("when an account's session has ended and it does not log in again, its change is refused and not made for a guest", async () => {
  const { store, aDevice } = await aShop();
  const { aTab } = await aDevice();
  const before = await aTab();
  await before.evaluate((token) => window.Keepsake.login(token), await tokenFor(store, anEmail()));
  await click(before, 1);
  await before.close();
  const tab = await aTab(); // A page without a token.
  await showHearts(tab, [2]);
  await untilHeart(tab, 2, { isKnown: true });
  await endSession(store, tab);
  tab.calls.length = 0;
  await expect(click(tab, 2)).rejects.toThrow("This account has logged out.");
  expect(countOf(tab, "provider/register")).toBe(0);
  expect(await tab.evaluate(() => window.Keepsake.client.shopper.get().kind)).toBe("nobody");
  await click(tab, 2);
  expect(await savedOn(tab)).toEqual([2]);
});

test("a page that logs out and is left at once ends the session on the server", async () => {
  const { store, pages, aDevice } = await aShop();
  const { context, aTab } = await aDevice();
  const tab = await aTab();
  await tab.evaluate((token) => window.Keepsake.login(token), await tokenFor(store, anEmail()));
  await click(tab, 1);
  const { call } = shopperOf(store, tab);
  // A slow network: the request leaves the browser when the next page is there.
  const { promise: isLeft, resolve: leave } = Promise.withResolvers<void>();
  await context.route("**/api/v3/provider/logout*", async (route) => {
    await isLeft;
    await route.continue().catch(() => undefined);
  });
  pages.set("/next", "<!doctype html><title>Next</title>");
  await tab.evaluate(() => {
    window.Keepsake.logout();
    location.assign("/next");
  });
  await tab.waitForURL("**/next");
  leave();
  expect(await waitFor(async () => (await call("fetch-lists")).status === 401, TIMEOUT_MS)).toBe(true);
});

test("in a shop with a bot check, the first heart comes with a proof of work, made in the background", async () => {
  const { store, aTab } = await aShop({ settings: { settings: { sessions: { proofOfWorkBits: 12 } } } });
  const tab = await aTab();
  await click(tab, 1);
  await untilHeart(tab, 1, { isSaved: true });
  expect(await savedOn(tab)).toEqual([1]);
  expect(countOf(tab, "provider/challenge")).toBe(1);
  expect(countOf(tab, "provider/register")).toBe(2); // refused once, then with its proof
  // A visitor without the SDK is refused.
  expect((await store.register()).body.type).toBe("proof-required");

  await click(tab, 2);
  await untilHeart(tab, 2, { isSaved: true });
  expect(countOf(tab, "provider/challenge")).toBe(1);
});
