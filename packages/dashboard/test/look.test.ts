import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { requestShared } from "../../service/test/fixtures/request-shared.ts";
import { aStore } from "../../service/test/fixtures/service.ts";
import { aDashboard, aShopPage, looksRight, press, says } from "./fixtures.ts";

await requestShared("sdk"); // built before the service reads its files
const { url, service, aWindow, aMemberAt } = await aDashboard();

const open = (page: Page) => page.goto(`${url}/dashboard/look`);
const mail = (page: Page) => page.frameLocator(".ks-preview iframe:not([data-waiting])");

test("a manager tries a name and a colour in the mail, is warned of a colour that is hard to see, and saves", async () => {
  const store = await aStore(service, { scopes: ["settings:read"] });
  const { page, problems } = await aMemberAt(store, "manager");
  await open(page);
  await mail(page).getByText("A test's store", { exact: true }).first().waitFor();
  await looksRight(page, "look");

  await page.getByLabel("Name, as shoppers know it").fill("Tarn & Co");
  await mail(page).getByText("Tarn & Co", { exact: true }).first().waitFor();
  await page.getByRole("textbox", { name: "Colour" }).fill("#ffee00");
  await says(page, /Hard to see on white \(1\.\d : 1/);
  await page.getByLabel("Address of the logo").fill("http://shop.example/logo.png");
  await says(page, "Write it with https://, such as https://shop.example/logo.png");
  expect(await page.getByRole("button", { name: "Save", exact: true }).isDisabled()).toBe(true);
  await page.getByLabel("Address of the logo").fill("");
  await says(page, "none → #ffee00");
  await says(page, "A test's store → Tarn & Co");
  await looksRight(page, "look-changed");
  await press(page, "Save");
  await says(page, "Saved. New mails and pages look like this");
  const { body } = await store.admin("/storeadmin/v3/settings", undefined, { method: "GET" });
  expect(body).toMatchObject({ name: "Tarn & Co", settings: { alerts: { color: "#ffee00" } } });
  expect(problems).toEqual([]);
});

const onLight = (page: Page) => page.getByRole("group", { name: "On a light page" });
const language = (page: Page, name: string) =>
  page.getByRole("radiogroup", { name: "Language of the words" }).getByText(name).click();
const BUTTON_COLOUR =
  "getComputedStyle(document.querySelector('keepsake-notify-me').shadowRoot.querySelector('button')).backgroundColor";
const elementsOf = (pid: string) => `<script async src="${url}/keepsake.js" data-pid="${pid}"></script>
  <keepsake-heart epi="1" du="/p/1" title="Jacket"></keepsake-heart><keepsake-notify-me epi="2" du="/p/2" title="Jacket"></keepsake-notify-me>`;

test("a manager changes words and the colour, sees them in the real elements, and the shop's page shows them", async () => {
  const store = await aStore(service, { scopes: ["settings:read"] });
  const { page, problems } = await aMemberAt(store, "manager");
  await open(page);
  const preview = onLight(page);
  await preview.getByRole("button", { name: "Notify me when available" }).waitFor();
  await page.getByRole("textbox", { name: "Colour" }).fill("#a3324a");
  await page.getByLabel("Button of a sold-out variant").fill("Tell me <b>now</b>");
  await press(preview, "Tell me <b>now</b>");
  await page.getByRole("heading", { name: "Get notified when it's back" }).waitFor();
  await page.getByText("Fell Jacket", { exact: true }).last().waitFor();
  await page.keyboard.press("Escape");

  await press(page, /^All words/);
  await page.getByLabel("Search the words").fill("back");
  await page.getByLabel("Get notified when it's back").fill("{title} will be back");
  await says(page, "There is no value {title} here.");
  expect(await page.getByRole("button", { name: "Save", exact: true }).isDisabled()).toBe(true);
  await page.getByLabel("Get notified when it's back").fill("We'll write to you");
  await looksRight(page, "look-words");

  await language(page, "German");
  await preview.getByRole("button", { name: "Benachrichtigen, wenn verfügbar" }).waitFor();
  await page.getByLabel("Button of a sold-out variant").fill("Sag mir Bescheid");
  await press(preview, "Sag mir Bescheid");
  await page.getByRole("heading", { name: "Bescheid bekommen, wenn es wieder da ist" }).waitFor();
  await press(page, "Schließen");
  await says(page, "built-in word → Sag mir Bescheid");
  await says(page, "none → #a3324a");
  await press(page, "Save");
  await says(page, "Saved. New mails and pages look like this");
  const { body } = await store.admin("/storeadmin/v3/settings", undefined, { method: "GET" });
  expect(body["settings"]).toMatchObject({
    alerts: { color: "#a3324a" },
    elements: {
      en: { notifyMe: "Tell me <b>now</b>", notifyTitle: "We'll write to you" },
      de: { notifyMe: "Sag mir Bescheid" },
    },
  });

  const { page: shop } = await aWindow();
  await shop.goto(await aShopPage(elementsOf(store.pid)));
  await press(shop, "Tell me <b>now</b>");
  expect(await shop.evaluate(BUTTON_COLOUR)).toBe("rgb(163, 50, 74)");
  await shop.getByRole("heading", { name: "We'll write to you" }).waitFor();
  await shop.goto(await aShopPage(elementsOf(store.pid), { lang: "de" }));
  await shop.getByRole("button", { name: "Sag mir Bescheid" }).waitFor();
  await shop.getByRole("button", { name: "Jacket merken" }).waitFor();
  expect(problems).toEqual([]);
});

test("in German, a word that is emptied is the built-in one again", async () => {
  const store = await aStore(service, {
    scopes: ["settings:read"],
    settings: { alerts: { language: "de" }, elements: { de: { saved: "Lieblinge" } } },
  });
  const { page, problems } = await aMemberAt(store, "manager", { locale: "de" });
  await open(page);
  const field = page.getByLabel("Liste der gemerkten Artikel");
  await page.getByRole("button", { name: "Lieblinge" }).first().waitFor();
  expect(await field.inputValue()).toBe("Lieblinge");
  await field.fill(" ");
  await says(page, "Lieblinge → eingebautes Wort");
  await page.getByRole("button", { name: "Merkzettel" }).first().click();
  await page.getByRole("dialog").getByText("Nur noch 2 da").waitFor();
  await press(page, "Schließen");
  await press(page, /^Alle Wörter/);
  await looksRight(page, "look-words-german");
  await press(page, "Speichern");
  await says(page, "Gespeichert. Neue E-Mails und Seiten");
  expect((await store.admin("/storeadmin/v3/settings", undefined, { method: "GET" })).body["own"]).not.toContain(
    "elements.de",
  );
  expect(problems).toEqual([]);
});

test("somebody else's change in the meantime is not overwritten", async () => {
  const store = await aStore(service, { scopes: ["settings:write"] });
  const { page, problems } = await aMemberAt(store, "owner");
  await open(page);
  await page.getByRole("textbox", { name: "Colour" }).fill("#25524d");
  await store.admin("/storeadmin/v3/settings/update", undefined, { json: { alerts: { color: "#a3324a" } } });
  await press(page, "Save");
  await says(page, "Somebody has changed this since you read it");
  await press(page, "Discard");
  expect(problems).toEqual([]);
});

test("a viewer sees the look and cannot change it", async () => {
  const { page, problems } = await aMemberAt(await aStore(service), "viewer");
  await open(page);
  await says(page, "Your role does not see the preview of mails.");
  expect(await page.getByLabel("Name, as shoppers know it").isDisabled()).toBe(true);
  await looksRight(page, "look-viewer");
  expect(problems).toEqual([]);
});
