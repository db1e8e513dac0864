import { expect, test } from "vitest";
import { listCalls } from "../../service/test/fixtures/list-calls.ts";
import { anEmail } from "../../service/test/fixtures/service.ts";
import { aBrowser, aProduct, countOf } from "./fixtures/browser.ts";
import { answerWith } from "./fixtures/elements.ts";
import {
  click,
  countEvents,
  fetchLists,
  heart,
  savedOn,
  shopperOf,
  showHearts,
  tokenFor,
  untilHeart,
} from "./fixtures/shopper.ts";

const { aShop } = aBrowser();

test("in a browser that blocks storage, everything works while the page is open", async () => {
  const { aDevice } = await aShop();
  const { context, aTab } = await aDevice();
  await context.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("Access is denied for this document.", "SecurityError");
      },
    });
  });
  const tab = await aTab();
  await showHearts(tab, [1]);
  await click(tab, 1);
  expect(await heart(tab, 1)).toMatchObject({ isSaved: true, isPending: false });
  expect(await savedOn(tab)).toEqual([1]);
  expect(countOf(tab, "provider/register")).toBe(1);
});

test("with a full storage nothing is lost", async () => {
  const { aDevice } = await aShop();
  const { context, aTab } = await aDevice();
  await context.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("Full", "QuotaExceededError");
    };
  });
  const tab = await aTab();
  await click(tab, 1);
  expect(await savedOn(tab)).toEqual([1]);
});

test("an item saved offline shows at once, survives the page, and is sent once when the network is back", async () => {
  const { store, aDevice } = await aShop();
  const { context, aTab } = await aDevice();
  const tab = await aTab();
  await click(tab, 1);
  await context.setOffline(true);
  const queued = await tab.evaluate(async (one) => {
    const events: unknown[] = [];
    window.Keepsake.on("queued", (detail) => events.push(detail));
    const state = await window.Keepsake.client.saved(one).toggle();
    return { state, events };
  }, aProduct(2));
  expect(queued).toMatchObject({ state: { isSaved: true, isPending: true }, events: [{ items: [aProduct(2)] }] });
  await tab.close();

  await context.setOffline(false);
  const next = await aTab();
  await showHearts(next, [2]);
  await untilHeart(next, 2, { isSaved: true, isPending: false });
  expect(await savedOn(next)).toEqual([1, 2]);
  expect(await countEvents(store, "item.added")).toBe(2);
});

test.each([
  [503, "60"],
  [429, "3600"],
])(
  "an item saved offline is kept when the service answers %i after the network is back, and is sent once later",
  async (status, retryAfter) => {
    const { store, aDevice } = await aShop();
    const { context, aTab } = await aDevice();
    const tab = await aTab();
    await click(tab, 1);
    await tab.evaluate(() => {
      Object.assign(window, { failures: [] });
      window.Keepsake.on("failed", ({ type }) => (window as unknown as { failures: string[] }).failures.push(type));
    });
    await context.setOffline(true);
    await click(tab, 2);
    await answerWith(tab, "lists/update-ctx", status, { "retry-after": retryAfter });
    const answered = tab.waitForResponse("**/lists/update-ctx*");
    await context.setOffline(false);
    await (await answered).finished();
    // When this call has failed (503: the service is busy for all) or been answered, the queue has seen its answer too.
    await tab.evaluate(() => window.Keepsake.fetchLists().catch(() => undefined));
    expect(await heart(tab, 2)).toMatchObject({ isSaved: true, isPending: true });
    expect(await tab.evaluate(() => (window as unknown as { failures: string[] }).failures)).toEqual([]);
    await tab.close();

    const next = await aTab();
    await showHearts(next, [2]);
    await untilHeart(next, 2, { isSaved: true, isPending: false });
    expect(await savedOn(next)).toEqual([1, 2]);
    const keys = [tab, next].map(({ calls }) => calls.findLast(({ path }) => path === "lists/update-ctx")?.key);
    expect(keys[1]).toBe(keys[0]);
    expect(await countEvents(store, "item.added")).toBe(2);
  },
);

test("a first save offline creates guest, list and item when the network is back", async () => {
  const { aDevice } = await aShop();
  const { context, aTab } = await aDevice();
  const tab = await aTab();
  await showHearts(tab, [1]);
  await context.setOffline(true);
  expect(await click(tab, 1)).toMatchObject({ isSaved: true, isPending: true, lids: [""] });
  await context.setOffline(false);
  await untilHeart(tab, 1, { isSaved: true, isPending: false });
  expect(await savedOn(tab)).toEqual([1]);
});

test("a save that an account made offline before its logout is never sent as another shopper", async () => {
  const { store, aDevice } = await aShop();
  const { context, aTab } = await aDevice();
  const tab = await aTab();
  const email = anEmail();
  await tab.evaluate((token) => window.Keepsake.login(token), await tokenFor(store, email));
  const failures = await tab.evaluateHandle(() => {
    const types: string[] = [];
    window.Keepsake.on("failed", ({ type }) => types.push(type));
    return types;
  });
  await context.setOffline(true);
  for (const epi of [1, 2]) await click(tab, epi); // No list yet: the account's list would be created for the change.
  await tab.evaluate(() => window.Keepsake.logout());
  tab.calls.length = 0;
  await context.setOffline(false);
  await tab.waitForFunction((types) => types.length === 2, failures);
  expect(await failures.jsonValue()).toEqual(["sw-badregid", "sw-badregid"]);
  expect(tab.calls).toEqual([]);

  await tab.evaluate((token) => window.Keepsake.login(token), await tokenFor(store, anEmail()));
  expect(await savedOn(tab)).toEqual([]);
  expect((await listCalls(store, await store.anAccount(email)).call("fetch-lists")).body).toEqual([]);
});

test("a save that a guest took along into an account is not sent as another shopper after the logout", async () => {
  const { store, aTab } = await aShop();
  const tab = await aTab();
  await showHearts(tab, [1]);
  await tab.route("**/api/v3/lists/create*", (route) => route.abort());
  expect(await click(tab, 1)).toMatchObject({ isSaved: true, isPending: true });
  await tab.evaluate((token) => window.Keepsake.login(token), await tokenFor(store, anEmail()));
  expect(await heart(tab, 1)).toMatchObject({ isSaved: true, isPending: true });

  await tab.evaluate(() => window.Keepsake.logout());
  expect(await heart(tab, 1)).toMatchObject({ isSaved: false, isPending: false });
  const registered = countOf(tab, "provider/register");
  await tab.unroute("**/api/v3/lists/create*");
  const refusal = await tab.evaluate(
    () =>
      new Promise<string>((resolve) => {
        window.Keepsake.on("failed", ({ type }) => resolve(type));
        dispatchEvent(new Event("online"));
      }),
  );
  expect(refusal).toBe("sw-badregid");
  expect(countOf(tab, "provider/register")).toBe(registered);
  expect(await heart(tab, 1)).toMatchObject({ isSaved: false, isPending: false });
});

test("a save that an account made without a network is sent when the same account logs in again, and leaves no session in the browser", async () => {
  const { store, aTab } = await aShop();
  const tab = await aTab();
  const email = anEmail();
  await tab.evaluate((token) => window.Keepsake.login(token), await tokenFor(store, email));
  await click(tab, 1);
  await tab.route("**/api/v3/lists/update-ctx*", (route) => route.abort());
  expect(await click(tab, 2)).toMatchObject({ isPending: true });
  const { sessionid } = shopperOf(store, tab);
  await tab.evaluate(() => window.Keepsake.logout());
  expect(await tab.evaluate(() => JSON.stringify(localStorage))).not.toContain(sessionid);
  await tab.evaluate((token) => window.Keepsake.login(token), await tokenFor(store, email));
  await tab.unroute("**/api/v3/lists/update-ctx*");
  await showHearts(tab, [2]);
  await tab.evaluate(() => dispatchEvent(new Event("online")));
  await untilHeart(tab, 2, { isSaved: true, isPending: false });
  expect(await savedOn(tab)).toEqual([1, 2]);
});

test("a lost answer is retried under the same key, and nothing happens twice", async () => {
  const { store, aTab } = await aShop();
  const tab = await aTab();
  let lost = 0;
  await tab.route("**/api/v3/lists/update-ctx*", async (route) => {
    if (route.request().method() === "OPTIONS" || lost === 2) return route.continue();
    lost += 1;
    await route.fetch();
    return route.abort();
  });
  expect(await click(tab, 1)).toMatchObject({ isSaved: true, isPending: false });
  const keys = tab.calls.filter(({ path }) => path === "lists/update-ctx").map(({ key }) => key);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toBeTruthy();
  expect(await countEvents(store, "item.added")).toBe(1);
  expect(await countEvents(store, "item.updated")).toBe(0);
});

test("an item is saved once even if the shopper leaves the page before the answer", async () => {
  const { store, aDevice } = await aShop();
  const { aTab } = await aDevice();
  const tab = await aTab();
  await click(tab, 1);
  await showHearts(tab, [2]);
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  await tab.route("**/api/v3/lists/update-ctx*", async (route) => {
    await route.fetch();
    arrive(); // The request arrives, but the page gets no answer.
  });
  await tab.evaluate((one) => void window.Keepsake.client.saved(one).toggle(), aProduct(2));
  await arrived;
  await tab.close();

  const next = await aTab();
  await showHearts(next, [2]);
  await untilHeart(next, 2, { isSaved: true, isPending: false });
  expect(await savedOn(next)).toEqual([1, 2]);
  const keys = [tab, next].map(({ calls }) => calls.findLast(({ path }) => path === "lists/update-ctx")?.key);
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
  expect(await countEvents(store, "item.added")).toBe(2);
});

test("a refusal reverts the heart and the list, and reaches the caller", async () => {
  const tab = await (await aShop()).aTab();
  await click(tab, 1);
  await fetchLists(tab);
  await tab.route("**/api/v3/lists/update-ctx*", (route) =>
    route.fulfill({
      status: 400,
      headers: { "access-control-allow-origin": "*", "access-control-allow-headers": "*" },
      json: { error: true, type: "limit-reached", msg: "This list is full." },
    }),
  );
  const seen = await tab.evaluate(async (one) => {
    const saved = window.Keepsake.client.saved(one);
    const states: unknown[] = [];
    const note = () => states.push([saved.get().isSaved, window.Keepsake.client.lists.get().lists[0]?.cnt]);
    saved.subscribe(note);
    const refusal = await saved.toggle().catch(({ status, type, message }) => ({ status, type, message }));
    note();
    return { states, refusal };
  }, aProduct(2));
  expect(seen.states.at(0)).toEqual([true, 2]);
  expect(seen.states.at(-1)).toEqual([false, 1]);
  expect(seen.refusal).toEqual({ status: 400, type: "limit-reached", message: "This list is full." });
});

test("quick clicks are sent in order", async () => {
  const tab = await (await aShop()).aTab();
  await showHearts(tab, [1]);
  const ends = await tab.evaluate(async (one) => {
    const saved = window.Keepsake.client.saved(one);
    await Promise.all(Array.from({ length: 7 }, () => saved.toggle()));
    return saved.get();
  }, aProduct(1));
  expect(ends).toMatchObject({ isSaved: true, isPending: false });
  expect(await savedOn(tab)).toEqual([1]);
  expect(countOf(tab, "lists/create")).toBe(1);
});

test("a preferred list that was deleted elsewhere is created again", async () => {
  const { store, aTab } = await aShop();
  const tab = await aTab();
  const { lids } = await click(tab, 1);
  await shopperOf(store, tab).call("delete-list", { lid: lids[0] ?? "" });
  await click(tab, 2);
  expect(await savedOn(tab)).toEqual([2]);
});

const busy = (status: number, retryAfter: string) => ({
  status,
  headers: { "access-control-allow-origin": "*", "access-control-expose-headers": "*", "retry-after": retryAfter },
  json: { error: true, type: status === 429 ? "rate-limited" : "unavailable", msg: "Later." },
});

test("a busy service is called again after its Retry-After", async () => {
  const tab = await (await aShop()).aTab();
  await click(tab, 1);
  let answered = 0;
  await tab.route("**/api/v3/lists/fetch-lists*", (route) => {
    answered += 1;
    return answered === 1 ? route.fulfill(busy(503, "1")) : route.continue();
  });
  const startedAt = performance.now();
  expect(await savedOn(tab)).toEqual([1]);
  expect(answered).toBe(2);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(1_000);
});

test("a long Retry-After fails at once, and no further call is made meanwhile", async () => {
  const tab = await (await aShop()).aTab();
  await click(tab, 1);
  await tab.route("**/api/v3/lists/fetch-lists*", (route) => route.fulfill(busy(429, "3600")));
  const refusals = await tab.evaluate(async () => {
    const ask = () =>
      window.Keepsake.fetchLists().catch(({ type, status, retryAfterSeconds }) => ({
        type,
        status,
        retryAfterSeconds,
      }));
    return [await ask(), await ask()];
  });
  expect(refusals).toEqual(
    Array.from({ length: 2 }, () => ({ type: "rate-limited", status: 429, retryAfterSeconds: 3_600 })),
  );
  expect(countOf(tab, "lists/fetch-lists")).toBe(1);
});
