import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { aStore } from "../../service/test/fixtures/service.ts";
import { aDashboard, looksRight, press, says } from "./fixtures.ts";

const { url, service, aMemberAt } = await aDashboard();

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

  await page.getByRole("radiogroup", { name: "Start from" }).getByText("German").click();
  await says(page, /"notifyMe": "Benachrichtigen, wenn verfügbar"/);
  await says(page, /--keepsake-accent: #ffee00; --keepsake-on-accent: #1c1b1a/);
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
