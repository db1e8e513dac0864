import { expect, test } from "vitest";
import { look } from "../../service/test/fixtures/database.ts";
import { aBrowser, aProduct, countOf, type Tab } from "./fixtures/browser.ts";
import { accessProblems } from "./fixtures/elements.ts";
import { tokenFor } from "./fixtures/shopper.ts";

// Call sequences of pages that were written for another service, with its global names.
const { aShop } = aBrowser({ KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:9" });

const page = (
  body = "",
  more = "",
) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>A shop</title><main><h1>A shop</h1>${body}</main>
<script async src="/keepsake.js" data-base="BASE" data-pid="PID" data-share="/shared" data-global="_swat" data-queue="SwymCallbacks" ${more}></script>
<script>
  window.Keepsake = 1; // Only so that the test fixture finds a global; the page uses _swat.
  if (!window.SwymCallbacks) window.SwymCallbacks = [];
  window.ready = new Promise((resolve) => window.SwymCallbacks.push(resolve));
</script>`;

/** Makes a call with callbacks, as old pages do, and returns which callback got what. */
const call = (tab: Tab, name: string, ...args: unknown[]) =>
  tab.evaluate(
    async ([called, given]) => {
      const swat = await (window as unknown as { ready: Promise<Record<string, unknown>> }).ready;
      const path = called.split(".");
      const target = path.reduce<unknown>((object, key) => (object as Record<string, unknown>)[key], swat);
      return new Promise<{ answer?: unknown; error?: unknown }>((resolve) => {
        void (target as (...all: unknown[]) => unknown)(
          ...given,
          (answer: unknown) => resolve({ answer }),
          ({ status, description }: { status: number; description: string }) =>
            resolve({ error: { status, description } }),
        );
      });
    },
    [name, args] as const,
  );
const answered = async (tab: Tab, name: string, ...args: unknown[]) => {
  const { answer, error } = await call(tab, name, ...args);
  expect(error).toBeUndefined();
  return answer;
};

/** The button changes at once; the service knows a little later. */
const untilSent = (tab: Tab) =>
  tab.waitForFunction(() => {
    const { client } = Reflect.get(window, "_swat") as { client: typeof window.Keepsake.client };
    return !client.saved({ epi: 1, empi: 10, du: "" }).get().isPending;
  });

test("a page saves, fetches and removes with addToWishList, fetch and removeFromWishList", async () => {
  const tab = await (await aShop({ html: page() })).aTab();
  const old = {
    ...aProduct(1),
    iu: "//cdn.example/1.jpg",
    pr: "50.00",
    stk: 100,
    variants: [{ "Blue / XL": 1 }],
    et: 4,
  };
  expect(await answered(tab, "addToWishList", old)).toMatchObject({
    epi: 1,
    empi: 10,
    pr: 50,
    iu: "//cdn.example/1.jpg",
  });
  // Without a product id or address, the variant id and the page's address are used. The third argument is a flag.
  const added = await tab.evaluate(async () => {
    const swat = Reflect.get(window, "_swat") as Record<string, (...all: unknown[]) => unknown>;
    return new Promise((resolve) => void swat["addToWishList"]?.({ epi: 2 }, resolve, true));
  });
  expect(added).toMatchObject({ epi: 2, empi: 2, du: tab.url() });
  expect(await answered(tab, "fetch")).toMatchObject([
    { epi: 2, et: 4 },
    { epi: 1, et: 4 },
  ]);
  expect(await answered(tab, "removeFromWishList", old)).toMatchObject({ epi: 1 });
  expect(await answered(tab, "fetch")).toMatchObject([{ epi: 2 }]);
});

test("fetch returns all items of all wishlists, also of a long one, and none that are saved for later", async () => {
  const tab = await (await aShop({ html: page() })).aTab();
  const { lid } = (await answered(tab, "createList", { lname: "Long" })) as { lid: string };
  const many = Array.from({ length: 30 }, (_, index) => aProduct(index + 100));
  await answered(tab, "addProductsToList", lid, many);
  await answered(tab, "addToWishList", aProduct(1));
  await answered(tab, "SaveForLater.add", null, aProduct(2));
  const items = (await answered(tab, "fetch")) as { epi: number }[];
  expect(items.map(({ epi }) => epi).toSorted((one, other) => one - other)).toEqual([1, ...many.map(({ epi }) => epi)]);
});

test("removeProductFromLists removes from the named lists, and fetchUserLists returns the lists", async () => {
  const tab = await (await aShop({ html: page() })).aTab();
  const lids: string[] = [];
  for (const lname of ["One", "Two", "Three"]) {
    const { lid } = (await answered(tab, "createList", { lname: `List ${lname}` })) as { lid: string };
    lids.push(lid);
  }
  await answered(tab, "addProductToLists", aProduct(1), lids);
  expect(await answered(tab, "removeProductFromLists", aProduct(1), lids.slice(0, 2))).toMatchObject([
    { epi: 1, lid: lids[0] },
    { epi: 1, lid: lids[1] },
  ]);
  expect(await answered(tab, "wishlist.fetchUserLists")).toMatchObject([
    { lname: "List One", cnt: 0 },
    { lname: "List Two", cnt: 0 },
    { lname: "List Three", cnt: 1 },
  ]);
});

test("null means the default list or the only save-for-later list", async () => {
  const tab = await (await aShop({ html: page() })).aTab();
  await answered(tab, "addToWishList", aProduct(1));
  const [list] = (await answered(tab, "wishlist.fetchUserLists")) as { lid: string }[];
  const [url, lid] = await tab.evaluate(
    () =>
      new Promise<[string, string]>((resolve, reject) => {
        const swat = Reflect.get(window, "_swat") as Record<string, (...all: unknown[]) => unknown>;
        void swat["generateSharedListURL"]?.(null, (link: string, shared: string) => resolve([link, shared]), reject);
      }),
  );
  expect(lid).toBe(list?.lid);
  expect(new URL(url).searchParams.get("lid")).toBe(list?.lid);
  expect(await answered(tab, "fetchListDetails", null)).toMatchObject({
    list: { lid: list?.lid },
    items: [{ epi: 1 }],
  });
  await answered(tab, "SaveForLater.add", null, aProduct(2));
  expect(await answered(tab, "SaveForLater.fetch", null)).toMatchObject({ list: { lty: "sfl" }, items: [{ epi: 2 }] });
});

test("getSocialCount answers {count, empi}, and errors carry a description", async () => {
  const tab = await (await aShop({ html: page() })).aTab();
  expect(await answered(tab, "wishlist.getSocialCount", { empi: 5 })).toEqual({ count: 0, empi: 5 });
  const { error } = await call(tab, "createList", { lname: "ab" });
  expect(error).toEqual({ status: 400, description: expect.stringContaining("3") });
});

test("an error that goes to a callback is not reported a second time as an unhandled rejection", async () => {
  const { aTab } = await aShop({ html: page() });
  const tab = await aTab({ before: async (one) => void one.on("pageerror", (error) => errors.push(error.message)) });
  const errors: string[] = [];
  for (const [name, ...args] of [
    ["createList", { lname: "ab" }],
    ["deleteList", "unknown"],
    ["generateSharedListURL", "unknown"],
    ["SaveForLater.fetch", "unknown"],
  ] as const)
    expect({ name, ...(await call(tab, name, ...args)) }).toMatchObject({ name, error: {} });
  await tab.evaluate(() => new Promise((resolve) => void setTimeout(resolve))); // rejections are reported by now
  expect(errors).toEqual([]);
});

test("sendWatchlist signs up for the back-in-stock alert", async () => {
  const shop = await aShop({ html: page(), settings: { settings: { alerts: { browserDoubleOptIn: false } } } });
  const tab = await shop.aTab();
  const product = { epi: 123, empi: 12, iu: "https://a.example/b.jpeg", pr: 23 };
  expect(await answered(tab, "sendWatchlist", "ada@example.com", "email", product)).toMatchObject({
    topics: ["backinstock"],
    products: [{ epi: 123, empi: 12 }],
  });
  const { params } = tab.calls.find(({ path }) => path === "subscriptions/create") ?? {};
  expect(JSON.parse(params?.get("products") ?? "")).toMatchObject([{ du: tab.url() }]);
});

test("authCheck and platform.isLoggedIn follow the login", async () => {
  const { store, aTab } = await aShop({ html: page() });
  const tab = await aTab();
  const isLoggedIn = () =>
    tab.evaluate(() => (Reflect.get(window, "_swat") as { platform: { isLoggedIn(): boolean } }).platform.isLoggedIn());
  expect([await answered(tab, "authCheck"), await isLoggedIn()]).toEqual([{ authn: false }, false]);
  await answered(tab, "login", await tokenFor(store, "ada@example.com"));
  expect([await answered(tab, "authCheck"), await isLoggedIn()]).toEqual([
    { authn: true, email: "ada@example.com" },
    true,
  ]);
});

test("event.detail.d is the item, once for each item", async () => {
  const tab = await (await aShop({ html: page() })).aTab();
  await tab.evaluate(async () => {
    const events: unknown[] = [];
    Object.assign(window, { events });
    type Swat = {
      JSEvents: Record<string, string>;
      evtLayer: {
        addEventListener(name: string | undefined, listener: (event: { detail: { d: object } }) => void): void;
      };
    };
    const swat = await (window as unknown as { ready: Promise<Swat> }).ready;
    for (const name of ["addedToWishlist", "removedFromWishlist"])
      swat.evtLayer.addEventListener(swat.JSEvents[name], ({ detail }) => events.push([name, detail.d]));
  });
  const { lid } = (await answered(tab, "createList", { lname: "Events" })) as { lid: string };
  await answered(tab, "addProductsToList", lid, [aProduct(1), aProduct(2)]);
  await answered(tab, "removeFromWishList", aProduct(2));
  const events = await tab.evaluate(() => (window as unknown as { events: unknown[] }).events);
  expect(events).toMatchObject([
    ["addedToWishlist", { ...aProduct(1), et: 4 }],
    ["addedToWishlist", { ...aProduct(2), et: 4 }],
    ["removedFromWishlist", { epi: 2, empi: 20, et: 4 }],
  ]);
});

test("shareListSocial opens the network's page with the link and counts the share", async () => {
  const { store, aDevice } = await aShop({ html: page() });
  const { context, aTab } = await aDevice();
  await context.route("https://social.example/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "shared" }),
  );
  const tab = await aTab();
  await answered(tab, "addToWishList", aProduct(1));
  for (const template of ["https://social.example/share?u={{url}}&text={{note}}", "https://social.example/share?u="]) {
    const opened = context.waitForEvent("page");
    await tab.evaluate(async (urlTemplate) => {
      const swat = Reflect.get(window, "_swat") as Record<string, (...all: unknown[]) => Promise<unknown>>;
      await swat["shareListSocial"]?.(null, "Ada", urlTemplate, "facebook", "Look & buy");
    }, template);
    const params = new URL((await opened).url()).searchParams;
    expect(new URL(params.get("u") ?? "").pathname).toBe("/shared");
    expect(params.get("text")).toBe(template.includes("note") ? "Look & buy" : null);
  }
  expect(countOf(tab, "lists/reportShare")).toBe(2);
  const shared = await look("select from outbox where store_id = $1 and subject = 'list.shared'", [store.id]);
  expect(shared.length).toBeGreaterThan(0);
});

test("notifications show their message as text, and go by themselves", async () => {
  const tab = await (await aShop({ html: page() })).aTab({ before: (one) => one.clock.install() });
  const notify = (name: string, message: string) =>
    tab.evaluate(
      async ([called, text]) => {
        const swat = Reflect.get(window, "_swat") as { ui: Record<string, (options: object) => Promise<void>> };
        await swat.ui[called]?.({ message: text });
      },
      [name, message] as const,
    );
  await notify("showSuccessNotification", "Saved <img src=x onerror=alert(1)>");
  await tab.getByRole("status").getByText("Saved <img src=x onerror=alert(1)>").waitFor();
  expect(await accessProblems(tab)).toEqual([]);
  await notify("showErrorNotification", "Not saved");
  await tab.getByRole("alert").getByText("Not saved").waitFor();
  expect(await tab.getByRole("status").count()).toBe(0);
  await tab.clock.fastForward(12_000);
  await tab.getByText("Not saved").waitFor({ state: "detached", timeout: 1_000 });
});

test("initializeActionButtons makes marked buttons save, remove, and open the sign-up, also when it is called twice", async () => {
  const button = (more: string) => `<button data-with-epi="true" data-product-id="10" ${more}></button>`;
  const body = `<div class="grid">${button('data-swaction="addToWishlist" data-variant-id="1" data-product-url="/p/1" aria-label="Save boots"')}
    ${button('data-swaction="addToWatchlist" data-variant-id="2" data-product-url="/p/2" aria-label="Tell me"')}</div>`;
  const tab = await (await aShop({ html: page(body) })).aTab();
  await tab.evaluate(async () => {
    const swat = await (window as unknown as { ready: Promise<Record<string, (...all: unknown[]) => Promise<void>>> })
      .ready;
    await swat["initializeActionButtons"]?.(".grid");
    await swat["initializeActionButtons"]?.("body", "[data-swaction]");
  });
  const save = tab.getByRole("button", { name: "Save boots" });
  await save.click();
  await tab.locator("button.swym-added[aria-pressed=true]").waitFor();
  await untilSent(tab);
  expect(await answered(tab, "fetch")).toMatchObject([{ epi: 1, empi: 10 }]);
  await save.click();
  await tab.locator("button[aria-label='Save boots'][aria-pressed=false]:not(.swym-added)").waitFor();
  await untilSent(tab);
  expect(await answered(tab, "fetch")).toEqual([]);

  await tab.getByRole("button", { name: "Tell me" }).click();
  await tab.getByRole("dialog").waitFor();
  await tab.keyboard.press("Escape");
  await tab.locator("keepsake-notify-me").waitFor({ state: "detached" });
});

test("addToWatchList shows the sign-up in the given node and calls back after it, or signs up a logged-in shopper at once", async () => {
  const { store, aTab } = await aShop({ html: page('<div class="inject"></div>') });
  const tab = await aTab();
  const watch = (isInNode: boolean) =>
    tab.evaluate(async (inNode) => {
      Object.assign(window, { done: undefined });
      const swat = await (window as unknown as { ready: Promise<Record<string, (...all: unknown[]) => Promise<void>>> })
        .ready;
      const note = (answer: unknown) => Object.assign(window, { done: answer });
      const product = inNode ? { epi: 1, empi: 10, iu: "https://a.example/1.jpg" } : { epi: 2, empi: 10 };
      await swat["addToWatchList"]?.(undefined, product, note, inNode ? document.querySelector(".inject") : undefined);
    }, isInNode);
  await watch(true);
  await tab.locator(".inject").getByRole("button", { name: "Notify me when available" }).click();
  await tab.getByLabel("Your email address").fill("ada@example.com");
  await tab.getByRole("checkbox").check();
  await tab.getByRole("dialog").getByRole("button", { name: "Notify me" }).click();
  await tab.waitForFunction(() => (window as unknown as { done: unknown }).done !== undefined);
  await tab.keyboard.press("Escape");

  await answered(tab, "login", await tokenFor(store, "ada@example.com"));
  await watch(false);
  await tab.getByText("We'll email ada@example.com when it's back.").waitFor();
  expect(await tab.locator("body > keepsake-notify-me").count()).toBe(0);
});
