import { expect, test } from "vitest";
import { listCalls } from "../../service/test/fixtures/list-calls.ts";
import { anEmail } from "../../service/test/fixtures/service.ts";
import { aBrowser, aProduct, MODULE, pathsOf, SCRIPT_TAG, type Tab } from "./fixtures/browser.ts";
import { answerWith, saveAs } from "./fixtures/elements.ts";
import { tokenFor } from "./fixtures/shopper.ts";

// Emailing a list needs a configured mail server. No worker runs, so nothing connects to it.
const { aShop } = aBrowser({ KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:9" });

/** Makes a call and returns its answers by callback and by promise. */
const callBoth = (tab: Tab, name: string, ...args: unknown[]) =>
  tab.evaluate(
    async ([called, given]) => {
      const object = called
        .split(".")
        .reduce((at, key) => (at as Record<string, unknown>)[key], window.Keepsake as unknown);
      const byCallback: unknown[] = [];
      const promised = (object as (...all: unknown[]) => Promise<unknown>)(
        ...given,
        (answer: unknown) => byCallback.push({ answer }),
        ({ status, responseText }: XMLHttpRequest) => byCallback.push({ status, type: JSON.parse(responseText).type }),
      );
      const byPromise = await promised.then(
        (answer) => ({ answer }),
        ({ status, type }) => ({ status, type }),
      );
      return { byPromise, byCallback: byCallback[0] };
    },
    [name, args] as const,
  );
async function answered<T = never>(tab: Tab, name: string, ...args: unknown[]): Promise<T> {
  const { byPromise, byCallback } = await callBoth(tab, name, ...args);
  expect(byCallback).toEqual(byPromise);
  expect(byPromise).toHaveProperty("answer");
  return (byPromise as { answer: T }).answer;
}

for (const [kind, html] of Object.entries({ "script tag": SCRIPT_TAG, module: MODULE })) {
  test(`through the ${kind}, SaveForLater.init creates the list and returns all of it, and the other calls work with its lid`, async () => {
    const shop = await aShop({ html });
    const tab = await shop.aTab();
    const { list, items, userinfo, pagination } = await answered<{
      list: { lid: string; lty: string };
      items: unknown[];
      userinfo: unknown;
      pagination: object;
    }>(tab, "SaveForLater.init");
    expect(list).toMatchObject({ lty: "sfl", st: 1, cprops: {}, ldesc: {} });
    expect(items).toEqual([]);
    expect(userinfo).toEqual({}); // Nothing is known about a guest.
    expect(pagination).toEqual({ totalcount: 0, next: null, limit: 100 });

    const { lid } = list;
    expect(await answered(tab, "SaveForLater.add", lid, [aProduct(1), aProduct(2)])).toMatchObject({
      itemsadded: [{ epi: 1 }, { epi: 2 }],
      itemsfailed: [],
    });
    expect(await answered(tab, "SaveForLater.update", lid, { epi: 2, qty: 3 })).toMatchObject({
      itemsupdated: [{ epi: 2, qty: 3 }],
    });
    expect(await answered(tab, "SaveForLater.remove", lid, aProduct(1))).toMatchObject({ itemsdeleted: [{ epi: 1 }] });
    expect(await answered(tab, "SaveForLater.fetch", lid)).toMatchObject({
      list: { lid, cnt: 1 },
      items: [{ epi: 2, qty: 3 }],
    });
    expect((await answered<{ list: object }>(tab, "SaveForLater.init")).list).toMatchObject({ lid });
  });

  test(`through the ${kind}, lists are created, filled, changed, fetched, shared and deleted`, async () => {
    const shop = await aShop({ html, settings: { settings: { lists: { customItems: true } } } });
    const tab = await shop.aTab();
    const { lid } = await answered<{ lid: string }>(tab, "createList", {
      lname: "For Ada",
      lty: "wl",
      lprops: { room: 7 },
    });
    const other = await answered<{ lid: string }>(tab, "createList", { lname: "For Bob" });
    expect(await answered(tab, "updateList", { lid, lnote: "in May" })).toMatchObject({ lid, lnote: "in May" });

    expect(await answered(tab, "addToList", lid, { ...aProduct(1), note: "blue" })).toMatchObject({
      epi: 1,
      note: "blue",
    });
    expect(await answered(tab, "updateListItem", lid, { epi: 1, qty: 4 })).toMatchObject({ epi: 1, qty: 4 });
    expect(await answered(tab, "addProductsToList", lid, [aProduct(2), aProduct(3)])).toMatchObject([
      { epi: 2 },
      { epi: 3 },
    ]);
    expect(await answered(tab, "addProductToLists", aProduct(9), [lid, other.lid])).toMatchObject([
      { epi: 9, lid },
      { epi: 9, lid: other.lid },
    ]);
    expect(await answered(tab, "deleteFromList", lid, aProduct(2))).toMatchObject({ epi: 2 });
    expect(await answered(tab, "removeProductsFromList", lid, [aProduct(3), aProduct(77)])).toMatchObject([{ epi: 3 }]);
    expect(await answered(tab, "addCustomProductToList", lid, { title: "A poem", price: 3 })).toMatchObject({
      lity: "custom",
    });

    const items = await answered<{ epi: number }[]>(tab, "fetchListCtx", { lid });
    expect(items).toHaveLength(3);
    expect(await answered(tab, "fetchListCtx", lid)).toEqual(items);
    expect(await answered(tab, "fetchListDetails", { lid })).toMatchObject({
      list: { lid, cnt: 3 },
      pagination: { totalcount: 3 },
    });

    expect(await answered(tab, "markListPublic", lid)).toMatchObject({ lid, anonRead: true });
    const url = await answered<string>(tab, "generateSharedListURL", lid);
    expect(new URL(url).searchParams.get("lid")).toBe(lid);
    const stranger = await shop.aTab();
    expect(await answered(stranger, "fetchListDetails", { lid })).toMatchObject({ list: { lname: "For Ada" } });
    expect(pathsOf(stranger)).toEqual(["lists/fetch-list-with-contents"]);

    expect(await answered(tab, "deleteList", lid)).toMatchObject({ lid });
    expect(await tab.evaluate(() => window.Keepsake.fetchLists())).toMatchObject([{ lid: other.lid }]);
  });

  test(`through the ${kind}, an error looks like an XMLHttpRequest in the callback and has a type in the promise`, async () => {
    const tab = await (await aShop({ html })).aTab();
    const { byPromise, byCallback } = await callBoth(tab, "deleteList", "no-such-list");
    expect(byPromise).toEqual({ status: 404, type: "unknown-list" });
    expect(byCallback).toEqual(byPromise);
    const { byPromise: refused } = await callBoth(tab, "createList", { lname: "ab" });
    expect(refused).toEqual({ status: 400, type: "invalid-lname" });
  });
}

test("fetchLists takes its callbacks by name and filters by list type", async () => {
  const shop = await aShop();
  const tab = await shop.aTab();
  const [wishlists, later, byPromise] = await tab.evaluate(async () => {
    await window.Keepsake.createList({ lname: "Garden" });
    await window.Keepsake.SaveForLater.init();
    const ask = (lty?: string) =>
      new Promise<unknown[]>((callbackFn, errorFn) => void window.Keepsake.fetchLists({ callbackFn, errorFn, lty }));
    return [await ask("wl"), await ask("sfl"), await window.Keepsake.fetchLists()] as const;
  });
  expect(wishlists).toMatchObject([{ lname: "Garden", lty: "wl", cnt: 0, listcontents: [], userinfo: null }]);
  expect(later).toMatchObject([{ lty: "sfl" }]);
  expect(byPromise).toEqual([...wishlists, ...later]);
});

test("an error reaches errorFn of fetchLists and onError of SaveForLater.init in the form of an XMLHttpRequest", async () => {
  const tab = await (await aShop()).aTab();
  await tab.evaluate(() => window.Keepsake.createList({ lname: "Garden" }));
  const body = { error: true, type: "internal", msg: "Something went wrong on our side." };
  await tab.route("**/api/v3/lists/{fetch-lists,sfl/create}*", (route) =>
    route.fulfill({
      status: 500,
      headers: { "access-control-allow-origin": "*", "access-control-allow-headers": "*" },
      json: body,
    }),
  );
  const errors = await tab.evaluate(async () => {
    const caught: { status: number; responseText: string }[] = [];
    const note = (error: unknown) => {
      const { status, responseText } = error as XMLHttpRequest;
      caught.push({ status, responseText });
    };
    await window.Keepsake.fetchLists({ errorFn: note }).catch(() => undefined);
    await window.Keepsake.SaveForLater.init(null, note).catch(() => undefined);
    return caught;
  });
  expect(errors).toEqual(Array.from({ length: 2 }, () => ({ status: 500, responseText: JSON.stringify(body) })));
});

test("save for later works again after its list could not be opened", async () => {
  const tab = await (await aShop()).aTab();
  const save = () =>
    tab.evaluate(
      (product) =>
        window.Keepsake.client.saveForLater.add(undefined, [product]).then(
          ({ itemsadded = [] }) => itemsadded.length,
          () => "failed",
        ),
      aProduct(1),
    );
  // The first call registers the guest, which forgets the list in any case.
  await saveAs(tab, [{ epi: 2 }]);
  await answerWith(tab, "lists/sfl/create", 500);
  expect(await save()).toBe("failed");
  await tab.unrouteAll();
  expect(await save()).toBe(1);
});

test("a list is emailed to a friend", async () => {
  const { store, aTab } = await aShop();
  const tab = await aTab();
  const { lid } = await answered<{ lid: string }>(tab, "createList", { lname: "For Ada" });
  await tab.evaluate((token) => window.Keepsake.login(token), await tokenFor(store, anEmail()));
  const mail = { toEmailId: "ada@example.com", fromName: "Bob", note: "Have a look", lid };
  expect(await answered(tab, "sendListViaEmail", mail)).toMatchObject({ listinfo: { lid }, msg: expect.any(String) });
});

test("calls queued before the script loads are made in order, also by name", async () => {
  const queue = `<script>
    window.answers = [];
    window.KeepsakeCallbacks = window.KeepsakeCallbacks || [];
    KeepsakeCallbacks.push(["createList", { lname: "Early" }, (list) => {
      answers.push(list.lname);
      KeepsakeCallbacks.push(["SaveForLater.init", ({ list: sfl }) => answers.push(sfl.lty)]);
    }]);
    KeepsakeCallbacks.push((keepsake) => keepsake.fetchLists({ callbackFn: (lists) => answers.push(typeof lists.length) }));
    KeepsakeCallbacks.push(["noSuchCall"]);
    KeepsakeCallbacks.push(() => answers.push("last"));
  </script>`;
  const shop = await aShop({ html: queue + SCRIPT_TAG });
  const tab = await shop.aTab();
  await tab.waitForFunction(() => (window as unknown as { answers: string[] }).answers.length === 4);
  const answers = await tab.evaluate(() => (window as unknown as { answers: string[] }).answers);
  expect(answers[0]).toBe("last"); // No call waits for the answer of another, and an unknown call does not stop the rest.
  expect(answers.toSorted()).toEqual(["Early", "last", "number", "sfl"].toSorted());
});

test("subscribeForProductAlert takes the documented arguments, and fetchSubscriptions returns the alert", async () => {
  const shop = await aShop({ settings: { settings: { alerts: { browserDoubleOptIn: false } } } });
  const tab = await shop.aTab();
  const subscribed = await tab.evaluate(
    (product) =>
      new Promise<unknown>((onSuccess, onError) => {
        const { subscribeForProductAlert } = window.Keepsake;
        void subscribeForProductAlert("ada@example.com", "email", product, onSuccess, onError, 1, "comingsoon");
      }),
    aProduct(5),
  );
  expect(subscribed).toMatchObject({ topics: ["comingsoon"], products: [{ epi: 5 }] });
  expect(await answered(tab, "fetchSubscriptions", { topic: "comingsoon" })).toMatchObject({
    total: 1,
    subscriptions: [{ epi: 5, topic: "comingsoon", mediumvalue: "XXXXXX", state: "waiting" }],
  });
});

test("social counts are fetched for one product or many in one call, without registering a guest", async () => {
  const tab = await (await aShop()).aTab();
  expect(await answered(tab, "wishlist.getSocialCount", { empi: 5 })).toEqual({ empi: 5, count: 0 });
  expect(await answered(tab, "wishlist.getSocialCountBatch", [{ empi: 5 }, { empi: "6" }])).toEqual({
    data: [
      { empi: 5, count: 0 },
      { empi: "6", count: 0 },
    ],
  });
  expect(pathsOf(tab)).toEqual(Array(2).fill("product/wishlist/social-count-batch"));
});

test("events report added and removed items, under our names and under those of existing storefronts", async () => {
  const shop = await aShop();
  const tab = await shop.aTab();
  const result = await tab.evaluate(async (product) => {
    const events: unknown[] = [];
    const { Keepsake } = window;
    Keepsake.on("added", ({ items }) => events.push(["added", items]));
    Keepsake.evtLayer.addEventListener(Keepsake.JSEvents.removedFromWishlist, ({ detail }) =>
      events.push(["removed", detail]),
    );
    const { lid } = await Keepsake.createList({ lname: "Events" });
    await Keepsake.addToList(lid, product);
    await Keepsake.deleteFromList(lid, product);
    return { lid, events };
  }, aProduct(1));
  expect(result.events).toEqual([
    ["added", [aProduct(1)]],
    ["removed", { lid: result.lid, items: [aProduct(1)], d: { ...aProduct(1), et: 4 } }],
  ]);
});

test("importing the modules changes no global, also without a page", async () => {
  const before = Object.keys(globalThis);
  await import("../src/compat.ts");
  const { createClient } = await import("../src/client.ts");
  expect(Object.keys(globalThis)).toEqual(before);
  const client = createClient({ pid: "p", baseUrl: "http://127.0.0.1:9" });
  expect(client.lists.get()).toEqual({ status: "idle", lists: [] });
  expect(client.saved(aProduct(1)).get().isSaved).toBe(false);
  expect(await client.lists.fetch()).toEqual([]); // Without a shopper there are no lists, and no request.
  client.close();
});

test("an item saved in the page is on the list in the service", async () => {
  const shop = await aShop();
  const tab = await shop.aTab();
  const lid = await tab.evaluate(async (product) => {
    const list = await window.Keepsake.createList({ lname: "Real" });
    await window.Keepsake.addToList(list.lid, product);
    return list.lid;
  }, aProduct(3));
  const [regid = "", sessionid = ""] = ["regid", "sessionid"].map((name) => tab.calls.at(-1)?.params.get(name) ?? "");
  expect(await listCalls(shop.store, { regid, sessionid }).items(lid)).toMatchObject([{ epi: 3, empi: 30 }]);
});
