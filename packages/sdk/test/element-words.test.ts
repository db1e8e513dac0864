import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { ELEMENT_TEXTS } from "../src/texts/element-texts.ts";
import { aBrowser, type Tab } from "./fixtures/browser.ts";
import { accessProblems, answerWith, button, CSP, heartTag, notifyTag, pageOf, saveAs } from "./fixtures/elements.ts";
import { PAYLOADS } from "./fixtures/payloads.ts";

const { aShop } = aBrowser({ KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:9" });

const ALL = `${heartTag(1)}${notifyTag()}<keepsake-drawer></keepsake-drawer>`;
const GERMAN = { html: 'lang="de-AT"' };

/** Counts the reads of words, and the messages on the page's console. */
async function watch(page: Page) {
  const [reads, errors]: [string[], string[]] = [[], []];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === "/api/v3/elements") reads.push(searchParams.get("lang") ?? "");
  });
  page.on("console", (message) => {
    // Chromium itself reports an answer such as 500.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  return { reads, errors };
}
type Watched = Awaited<ReturnType<typeof watch>>;

async function watchedTab(aTab: (more: { before: (page: Page) => Promise<unknown> }) => Promise<Tab>) {
  let watched: Watched = { reads: [], errors: [] };
  const tab = await aTab({
    before: async (page) => {
      watched = await watch(page);
    },
  });
  return { tab, ...watched };
}

const styleOf = (tab: Tab, element: string, part: string, name: string) =>
  tab
    .locator(element)
    .locator(part)
    .first()
    .evaluate((node, property) => getComputedStyle(node).getPropertyValue(property), name);

test("a German page speaks German without any setting: buttons, dialog, lists and errors, in one read", async () => {
  const { aTab } = await aShop({ html: pageOf(`${ALL}<keepsake-lists></keepsake-lists>`, GERMAN) });
  const { tab, reads, errors } = await watchedTab(aTab);
  await button(tab, "Boots 1 merken").waitFor();
  await button(tab, "Merkzettel").waitFor();
  await tab.getByText("Noch nichts gemerkt").waitFor();
  await button(tab, "Benachrichtigen, wenn verfügbar").click();
  await tab.getByRole("heading", { name: "Bescheid bekommen, wenn es wieder da ist" }).waitFor();
  expect(await accessProblems(tab)).toEqual([]);
  await tab.getByLabel("Ihre E-Mail-Adresse").fill("ada@example.com");
  await button(tab, "Benachrichtigen").click();
  await tab.getByText("Bitte setzen Sie das Häkchen, um fortzufahren").waitFor();
  await tab.getByRole("checkbox").check();
  await button(tab, "Benachrichtigen").click();
  await tab.getByText("Wir haben eine Nachricht an ada@example.com geschickt.").waitFor();
  const { params } = tab.calls.find(({ path }) => path === "subscriptions/create") ?? {};
  expect(params?.get("consent")).toBe(ELEMENT_TEXTS.de.notifyConsent);
  expect([reads, errors]).toEqual([["de"], []]);
});

test("the store's own words and colour are shown on a page with the strictest policy", async () => {
  const { aTab } = await aShop({
    html: pageOf(ALL),
    headers: { "content-security-policy": CSP },
    settings: {
      settings: { alerts: { color: "#25524d" }, elements: { en: { notifyMe: "Tell me", saved: "My box" } } },
    },
  });
  const { tab, errors } = await watchedTab(aTab);
  await button(tab, "Tell me").waitFor();
  await button(tab, "My box").waitFor();
  await button(tab, "Save Boots 1").click();
  expect(await styleOf(tab, "keepsake-notify-me", "button", "background-color")).toBe("rgb(37, 82, 77)");
  expect(await styleOf(tab, "keepsake-notify-me", "button", "color")).toMatch(/^lch\(100 0 |^rgb\(255, 255, 255\)/);
  await expect.poll(() => styleOf(tab, "keepsake-heart", "svg", "fill")).toBe("rgb(37, 82, 77)");
  expect(await accessProblems(tab)).toEqual([]);
  expect(errors).toEqual([]);
});

test("a light colour gets black text, and the shop's own variables win over the colour", async () => {
  const settings = { settings: { alerts: { color: "#ffee00" } } };
  const { aTab } = await aShop({ html: pageOf(notifyTag()), settings });
  const light = await aTab();
  await button(light, "Notify me when available").waitFor();
  await expect.poll(() => styleOf(light, "keepsake-notify-me", "button", "background-color")).toBe("rgb(255, 238, 0)");
  expect(await styleOf(light, "keepsake-notify-me", "button", "color")).toMatch(/^lch\(0 0 |^rgb\(0, 0, 0\)/);
  expect(await accessProblems(light)).toEqual([]);

  const head = `<style nonce="shop">:root { --keepsake-accent: #25524d }</style>`;
  const own = await (await aShop({ html: pageOf(ALL, { head }), settings })).aTab();
  await button(own, "Save Boots 1").click();
  await expect.poll(() => styleOf(own, "keepsake-heart", "svg", "fill")).toBe("rgb(37, 82, 77)");
  expect(await styleOf(own, "keepsake-notify-me", "button", "background-color")).toBe("rgb(37, 82, 77)");
  expect(await accessProblems(own)).toEqual([]); // with white text
});

test("a page that was there before has its words at once, and takes a change with the next page", async () => {
  const { aDevice, store } = await aShop({ html: pageOf(ALL, GERMAN), settings: { scopes: ["settings:write"] } });
  const { aTab } = await aDevice();
  const first = await aTab();
  await button(first, "Benachrichtigen, wenn verfügbar").waitFor();
  await first.close();

  const json = { elements: { de: { notifyMe: "Sag mir Bescheid" } } };
  await store.admin("/storeadmin/v3/settings/update", undefined, { json });
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const next = await aTab({
    before: (page) =>
      page.route("**/api/v3/elements*", async (route) => {
        await held;
        await route.continue();
      }),
  });
  await button(next, "Benachrichtigen, wenn verfügbar").waitFor();
  answer();
  await button(next, "Sag mir Bescheid").waitFor();
  expect(await button(next, "Benachrichtigen, wenn verfügbar").count()).toBe(0);
});

test("keepsake.texts and the texts of an element win, and data-language counts instead of the page's language", async () => {
  const own = `<script nonce="shop">(window.KeepsakeCallbacks ||= []).push((keepsake) => { keepsake.texts = { saved: "Ma liste" } })</script>`;
  const { aTab } = await aShop({
    html: pageOf(`${own}${ALL}${notifyTag(`texts='{"notifyMe":"Dis-moi"}'`)}`, {
      ...GERMAN,
      attributes: 'data-language="fr"',
    }),
  });
  const { tab, reads } = await watchedTab(aTab);
  await button(tab, "Ma liste").waitFor();
  await button(tab, "Dis-moi").waitFor();
  await button(tab, "Me prévenir dès que disponible").waitFor();
  await button(tab, "Enregistrer Boots 1").waitFor();
  expect(reads).toEqual(["fr"]);
});

test("elements are in the language of the part of the page that they are in, also inside another element", async () => {
  const { aTab } = await aShop({
    html: pageOf(`${notifyTag()}<div lang="fr">${notifyTag()}<keepsake-lists cart></keepsake-lists></div>`, GERMAN),
  });
  const { tab, reads } = await watchedTab(aTab);
  await button(tab, "Benachrichtigen, wenn verfügbar").waitFor();
  await button(tab, "Me prévenir dès que disponible").waitFor();
  await saveAs(tab, [{ epi: 1, dt: "Boots" }]);
  await button(tab, "Retirer Boots").waitFor();
  expect(reads.toSorted()).toEqual(["de", "fr"]);
});

test.each([
  ["fails", (page: Page) => answerWith(page, "elements", 500)],
  ["is blocked", (page: Page) => page.route("**/api/v3/elements*", (route) => route.abort())],
  [
    "answers something else",
    (page: Page) => page.route("**/api/v3/elements*", (route) => route.fulfill({ body: "<html>" })),
  ],
  ["never answers", (page: Page) => page.route("**/api/v3/elements*", () => new Promise(() => undefined))],
])("a read that %s leaves the built-in English words and no error", async (_, before) => {
  const { aTab } = await aShop({ html: pageOf(`${ALL}<keepsake-lists></keepsake-lists>`, GERMAN) });
  let errors: string[] = [];
  const tab = await aTab({
    before: async (page) => {
      ({ errors } = await watch(page));
      await before(page);
    },
  });
  await button(tab, "Save Boots 1").waitFor();
  await button(tab, "Notify me when available").waitFor();
  await button(tab, "Saved").waitFor();
  await tab.getByText("Nothing saved yet").waitFor();
  expect(errors).toEqual([]);
});

test("what another script has written in the place of the words harms nothing", async () => {
  const { aTab } = await aShop({ html: pageOf(ALL, GERMAN) });
  for (const look of [
    '["de",{"texts":{"notifyMe":{"a":1},"save":7},"color":"red;}*{display:none"}]',
    "[[]]",
    "null",
    "{",
  ]) {
    const { tab, errors } = await watchedTab((more) =>
      aTab({
        before: async (page) => {
          await more.before(page);
          await page.addInitScript((stored) => {
            const read = Storage.prototype.getItem;
            Storage.prototype.getItem = function (key) {
              return key.endsWith(":elements") ? stored : read.call(this, key);
            };
          }, look);
        },
      }),
    );
    await button(tab, "Benachrichtigen, wenn verfügbar").waitFor();
    await button(tab, "Boots 1 merken").waitFor();
    expect([look, errors]).toEqual([look, []]);
  }
});

test("hostile words stay text, on buttons and in dialogs", async () => {
  const payloads = PAYLOADS.filter((text) => text.length <= 200 && !text.includes("\0"));
  const names = ["notifyMe", "saveUntitled", "notifyTitle", "notifyEmailField", "notifyConsent", "notifySend"] as const;
  const words = Object.fromEntries(names.map((name, nth) => [name, payloads[(nth * 7) % payloads.length] ?? ""]));
  const { aTab } = await aShop({
    html: pageOf(ALL),
    settings: { settings: { elements: { en: { ...words, notifyMe: `<img src=x onerror="window.ran = 1">` } } } },
  });
  const tab = await aTab();
  await tab.getByRole("button", { name: '<img src=x onerror="window.ran = 1">' }).click();
  await tab
    .getByRole("dialog")
    .getByText(words["notifyConsent"] ?? "", { exact: true })
    .waitFor();
  expect(await tab.evaluate("window.ran")).toBeUndefined();
  expect(await tab.locator("img[src=x]").count()).toBe(0);
});
