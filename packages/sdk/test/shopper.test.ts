import { expect, test } from "vitest";
import { waitFor } from "../../../engines/wait-for.ts";
import { identitySecret } from "../../service/src/features/stores/store.ts";
import { signAssertion } from "../../service/test/fixtures/assertion.ts";
import { look } from "../../service/test/fixtures/database.ts";
import { listCalls } from "../../service/test/fixtures/list-calls.ts";
import { anEmail, type TestStore } from "../../service/test/fixtures/service.ts";
import type { SavedState } from "../src/interface.ts";
import { aBrowser, aProduct, pathsOf, SCRIPT_TAG, type Tab } from "./fixtures/browser.ts";

const { aShop } = aBrowser();
const PATIENCE_MS = 20_000;

const tokenFor = async (store: TestStore, email: string) => {
  return signAssertion(identitySecret(await store.record()), { email });
};

/** Draws hearts for these, as elements would. */
const showHearts = (tab: Tab, epis: readonly number[]) =>
  tab.evaluate((all) => {
    for (const product of all) window.Keepsake.client.saved(product).subscribe(() => undefined);
  }, epis.map(aProduct));
const heart = (tab: Tab, epi: number) => tab.evaluate((one) => window.Keepsake.client.saved(one).get(), aProduct(epi));
const click = (tab: Tab, epi: number) =>
  tab.evaluate((one) => window.Keepsake.client.saved(one).toggle(), aProduct(epi));
const isHeart = (tab: Tab, epi: number, wanted: Partial<SavedState>) =>
  tab.waitForFunction(
    ([one, state]) => {
      const now = window.Keepsake.client.saved(one).get();
      return Object.entries(state).every(([name, value]) => now[name as keyof typeof now] === value);
    },
    [aProduct(epi), wanted] as const,
  );
const fetchLists = (tab: Tab) => tab.evaluate(() => window.Keepsake.fetchLists());
const savedOn = async (tab: Tab) =>
  (await fetchLists(tab))
    .flatMap(({ listcontents = [] }) => listcontents.map(({ epi }) => Number(epi)))
    .toSorted((one, other) => one - other);

/** The list calls of whoever this tab last called as. */
function ownerOf(store: TestStore, { calls }: Tab) {
  const { params } = calls.at(-1) ?? {};
  const person = { regid: params?.get("regid") ?? "", sessionid: params?.get("sessionid") ?? "" };
  return { ...person, ...listCalls(store, person) };
}
/** Processes remember a shopper for seconds. */
async function endSession(store: TestStore, tab: Tab) {
  const { regid, call } = ownerOf(store, tab);
  await store.revokeSessions({ regid });
  expect(await waitFor(async () => (await call("fetch-lists")).status === 401, PATIENCE_MS)).toBe(true);
}
const countOf = (tab: Tab, path: string) => pathsOf(tab).filter((one) => one === path).length;

/** How often the service says that something happened in this store. */
const eventsOf = async (store: TestStore, subject: string) =>
  (await look("select from outbox where store_id = $1 and subject = $2", [store.id, subject])).length;

test("whoever only looks costs no call; a grid of 48 hearts asks once", async () => {
  const { aDevice } = await aShop();
  const { aTab } = await aDevice();
  const grid = Array.from({ length: 48 }, (_, index) => index + 1);
  const tab = await aTab();
  await showHearts(tab, grid);
  await isHeart(tab, 48, { isKnown: true, isSaved: false });
  expect(tab.calls).toEqual([]);

  await click(tab, 7);
  expect(pathsOf(tab)).toEqual(["provider/register", "lists/create", "lists/update-ctx"]);

  const next = await aTab();
  await showHearts(next, grid);
  await isHeart(next, 7, { isKnown: true, isSaved: true });
  await isHeart(next, 48, { isKnown: true, isSaved: false });
  expect(pathsOf(next)).toEqual(["lists/contains"]);
});

test("fetchLists asks once in five minutes, whoever asks and on whichever page", async () => {
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

test("an own write is in the next fetchLists", async () => {
  const tab = await (await aShop()).aTab();
  await click(tab, 1);
  expect(await savedOn(tab)).toEqual([1]);
  await click(tab, 2);
  expect(await savedOn(tab)).toEqual([1, 2]);
  await click(tab, 1);
  expect(await savedOn(tab)).toEqual([2]);
  expect(countOf(tab, "lists/fetch-lists")).toBe(3);
});

test("another tab's write shows in this one: heart without a call, lists with one", async () => {
  const { aDevice } = await aShop();
  const { aTab } = await aDevice();
  const [one, other] = [await aTab(), await aTab()];
  await click(one, 1);
  await showHearts(other, [1, 2]);
  await isHeart(other, 1, { isSaved: true });
  expect(await savedOn(other)).toEqual([1]);
  other.calls.length = 0;

  await click(one, 2);
  await isHeart(other, 2, { isSaved: true });
  expect(other.calls).toEqual([]);
  expect(await savedOn(other)).toEqual([1, 2]);
  expect(pathsOf(other)).toEqual(["lists/fetch-lists"]);
});

test("two tabs that save for the first time at once are one guest", async () => {
  const { aDevice } = await aShop();
  const { context, aTab } = await aDevice();
  const [one, other] = [await aTab(), await aTab()];
  const { promise: bothClicked, resolve: release } = Promise.withResolvers<void>();
  await context.route("**/api/v3/provider/register*", async (route) => {
    await bothClicked;
    await route.continue();
  });
  const clicks = [click(one, 1), click(other, 2)];
  await Promise.all([isHeart(one, 1, { isPending: true }), isHeart(other, 2, { isPending: true })]);
  release();
  await Promise.all(clicks);
  expect(countOf(one, "provider/register") + countOf(other, "provider/register")).toBe(1);
  expect(await savedOn(await aTab())).toEqual([1, 2]);
});

test("another device's write shows while lists are looked at", async () => {
  const { store, aTab } = await aShop();
  const [desk, phone] = [await aTab(), await aTab()];
  const email = anEmail();
  for (const tab of [desk, phone]) {
    await tab.evaluate((token) => window.Keepsake.login(token), await tokenFor(store, email));
  }
  await click(desk, 1);
  await showHearts(desk, [2]);
  await desk.evaluate(() => void window.Keepsake.client.lists.subscribe(() => undefined));
  expect(await waitFor(() => countOf(desk, "lists/live") === 1, PATIENCE_MS)).toBe(true);

  await click(phone, 2);
  await isHeart(desk, 2, { isSaved: true });
  await desk.waitForFunction(() => window.Keepsake.client.lists.get().lists[0]?.cnt === 2);
});

test("a guest who logs in loses nothing, in no tab", async () => {
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
  });
  await isHeart(other, 9, { isSaved: true });
  await isHeart(other, 1, { isSaved: true });
  expect(await savedOn(other)).toEqual([1, 9]);
});

test("the page says who is logged in: the same person needs no call, nobody is a new guest", async () => {
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

test("a token that is not valid leaves the guest as they are, and says so", async () => {
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
  expect(await eventsOf(store, "shopper.merged")).toBe(0);
});

test("an identity that has ended is given up, and the call made again once", async () => {
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

test("an account whose session has ended logs in again where the page can say who it is", async () => {
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

test("where the browser refuses storage, everything works for as long as the page is open", async () => {
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

test("a full storage is no reason to lose anything", async () => {
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

test("what is saved without a network shows at once, survives the page, and is sent once when the network is back", async () => {
  const { store, aDevice } = await aShop();
  const { context, aTab } = await aDevice();
  const tab = await aTab();
  await click(tab, 1);
  await context.setOffline(true);
  const queued = await tab.evaluate(async (one) => {
    const told: unknown[] = [];
    window.Keepsake.on("queued", (detail) => told.push(detail));
    const state = await window.Keepsake.client.saved(one).toggle();
    return { state, told };
  }, aProduct(2));
  expect(queued).toMatchObject({ state: { isSaved: true, isPending: true }, told: [{ items: [aProduct(2)] }] });
  await tab.close();

  await context.setOffline(false);
  const next = await aTab();
  await showHearts(next, [2]);
  await isHeart(next, 2, { isSaved: true, isPending: false });
  expect(await savedOn(next)).toEqual([1, 2]);
  expect(await eventsOf(store, "item.added")).toBe(2);
});

test("a first save without a network becomes a guest, a list and an item when it is back", async () => {
  const { aDevice } = await aShop();
  const { context, aTab } = await aDevice();
  const tab = await aTab();
  await showHearts(tab, [1]);
  await context.setOffline(true);
  expect(await click(tab, 1)).toMatchObject({ isSaved: true, isPending: true, lids: [""] });
  await context.setOffline(false);
  await isHeart(tab, 1, { isSaved: true, isPending: false });
  expect(await savedOn(tab)).toEqual([1]);
});

test("an answer that is lost is asked for again under the same key, and nothing happens twice", async () => {
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
  expect(await eventsOf(store, "item.added")).toBe(1);
  expect(await eventsOf(store, "item.updated")).toBe(0);
});

test("whoever leaves the page while it saves finds it saved, and saved once", async () => {
  const { store, aDevice } = await aShop();
  const { aTab } = await aDevice();
  const tab = await aTab();
  await click(tab, 1);
  await showHearts(tab, [2]);
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  await tab.route("**/api/v3/lists/update-ctx*", async (route) => {
    await route.fetch();
    arrive(); // and no answer
  });
  await tab.evaluate((one) => void window.Keepsake.client.saved(one).toggle(), aProduct(2));
  await arrived;
  await tab.close();

  const next = await aTab();
  await showHearts(next, [2]);
  await isHeart(next, 2, { isSaved: true, isPending: false });
  expect(await savedOn(next)).toEqual([1, 2]);
  const keys = [tab, next].map(({ calls }) => calls.findLast(({ path }) => path === "lists/update-ctx")?.key);
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
  expect(await eventsOf(store, "item.added")).toBe(2);
});

test("a refusal takes the heart and the list back, and tells whoever asked", async () => {
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

test("clicks in quick succession arrive in their order", async () => {
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

test("a preferred list that was deleted elsewhere is made anew", async () => {
  const { store, aTab } = await aShop();
  const tab = await aTab();
  const { lids } = await click(tab, 1);
  await ownerOf(store, tab).call("delete-list", { lid: lids[0] ?? "" });
  await click(tab, 2);
  expect(await savedOn(tab)).toEqual([2]);
});

const busy = (status: number, retryAfter: string) => ({
  status,
  headers: { "access-control-allow-origin": "*", "access-control-expose-headers": "*", "retry-after": retryAfter },
  json: { error: true, type: status === 429 ? "rate-limited" : "unavailable", msg: "Later." },
});

test("a service that is busy is asked again when it said", async () => {
  const tab = await (await aShop()).aTab();
  await click(tab, 1);
  let answered = 0;
  await tab.route("**/api/v3/lists/fetch-lists*", (route) => {
    answered += 1;
    return answered === 1 ? route.fulfill(busy(503, "1")) : route.continue();
  });
  const began = performance.now();
  expect(await savedOn(tab)).toEqual([1]);
  expect(answered).toBe(2);
  expect(performance.now() - began).toBeGreaterThanOrEqual(1_000);
});

test("a long wait is not waited: the caller is told, and the service left alone meanwhile", async () => {
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
