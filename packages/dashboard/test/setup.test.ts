import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addFirstMember } from "../../service/src/features/stores/members/add-first-member.ts";
import { makeLoginLink } from "../../service/src/features/stores/sign-in/make-login-link.ts";
import { toEmail } from "../../service/src/platform/text/email.ts";
import { startWorker } from "../../service/src/worker.ts";
import { aMailServer } from "../../service/test/fixtures/mail-server.ts";
import { aMigratedDatabase } from "../../service/test/fixtures/migrated-database.ts";
import { requestShared } from "../../service/test/fixtures/request-shared.ts";
import { aStore, type TestStore } from "../../service/test/fixtures/service.ts";
import { aDashboard, aShopPage, looksRight, press, says, signIn } from "./fixtures.ts";

await requestShared("sdk"); // built before the service reads its files
const mails = await aMailServer();
const { service, aWindow, aMemberAt } = await aDashboard({
  DATABASE_URL: await aMigratedDatabase(),
  KEEPSAKE_SMTP_URL: mails.url,
});
let worker: ReturnType<typeof startWorker>;
beforeAll(() => {
  worker = startWorker(service.deps);
});
afterAll(() => worker.stop());

const OWNER = toEmail("ann@shop.example");
const SHOPPER = "ada@example.com";

async function isAt(page: Page, step: string) {
  await expect.poll(() => new URL(page.url()).search).toBe(`?step=${step}`);
}
const shown = async (page: Page, label: string) => (await page.getByRole("group", { name: label }).textContent()) ?? "";

/** The last mail to this address with these words, once it is there. */
async function mailTo(address: string, words: RegExp) {
  const find = async () =>
    (await mails.received()).findLast(
      ({ recipients, mail }) => recipients.includes(address) && words.test(mail.text ?? ""),
    );
  await expect.poll(find, { timeout: 20_000 }).toBeDefined();
  return (await find())?.mail.text ?? "";
}

const runAsShown = (curl: string, { key }: TestStore) =>
  promisify(execFile)("sh", ["-c", curl], { env: { ...process.env, KEY: key } });

test("first run: from the login link to the first heart to the first alert", async () => {
  const store = await aStore(service, { scopes: ["catalog"] });
  await service.deps.db.asOperator((tx) => addFirstMember(tx, { storeId: store.id, email: OWNER, role: "owner" }));
  const { page, problems } = await aWindow();
  await signIn(page, await makeLoginLink(service.deps, OWNER));

  await page.getByRole("heading", { name: "Set up your shop" }).waitFor();
  await page.getByLabel("Name of the shop").fill("Tarn");
  await page.getByLabel("Colour", { exact: true }).fill("#7a3b1d");
  await looksRight(page, "setup-look");
  await press(page, "Save and continue");

  await isAt(page, "script");
  await says(page, "Waiting for your first heart…");
  await looksRight(page, "setup-script");
  const { page: shop } = await aWindow();
  await shop.goto(await aShopPage((await shown(page, "On every page")) + (await shown(page, "On a product's page"))));
  await shop.getByRole("button", { name: "Save Jacket" }).click();
  await says(page, "Your first heart has arrived");
  await press(page, "Continue");

  await press(shop, "Notify me when available");
  await shop.getByLabel("Your email address").fill(SHOPPER);
  await shop.getByRole("checkbox").check();
  await press(shop, "Notify me");
  const confirmation = await mailTo(SHOPPER, /confirm/i);
  await shop.goto(/http:\S+/.exec(confirmation)?.[0] ?? "");
  await press(shop, /Confirm/);

  await isAt(page, "stock");
  await page.getByLabel("Units in stock").fill("0");
  const curl = await shown(page, "Report the stock");
  await runAsShown(curl, store);
  await runAsShown(await shown(page, "Name the product"), store);
  await says(page, "Stock was reported");
  await looksRight(page, "setup-stock");
  await press(page, "Continue");

  await isAt(page, "sender");
  await press(page, "Send a test mail");
  await says(page, `Sent to ${OWNER}`);
  await mailTo(OWNER, /test/i);
  await looksRight(page, "setup-sender");
  await press(page, "Continue");

  await isAt(page, "rehearsal");
  await press(page, "Rehearse");
  await says(page, "If 1 unit comes, 1 of 1 waiting is notified at once.");
  await looksRight(page, "setup-rehearsal");
  await press(page, "Finish");

  await page.getByRole("heading", { name: "Tarn" }).waitFor();
  await says(page, "No restocks yet");
  const later = `"occurredAt":"${new Date().toISOString()}"`;
  await runAsShown(curl.replace('"quantity":0', '"quantity":12').replace(/"occurredAt":"[^"]*"/, later), store);
  expect(await mailTo(SHOPPER, /jacket/i)).toContain("now it is");
  await page.reload();
  await says(page, /^Notified 1 of 1$/);
  await page.getByRole("link", { name: "Jacket" }).first().waitFor();
  expect(problems).toEqual([]);
});

test("each step can be skipped, which is remembered, and where one is, is in the URL", async () => {
  const store = await aStore(service);
  const { page, problems } = await aMemberAt(store, "manager", { isNewStore: true, locale: "de" });
  await page.getByRole("heading", { name: "Shop einrichten" }).waitFor();
  await press(page, "Schritt überspringen");
  await isAt(page, "script");
  await page.reload();
  await page.getByRole("link", { name: /^Schritt 1: +Name, Farbe und Logo +übersprungen$/ }).waitFor();
  await page.getByRole("link", { name: "Start" }).click();
  await says(page, "Ihr Shop ist noch nicht verbunden");
  await page.getByRole("link", { name: "Shop einrichten" }).click();
  await isAt(page, "script");
  for (const step of ["stock", "sender", "rehearsal"]) {
    await press(page, "Schritt überspringen");
    await isAt(page, step);
  }
  await says(page, "Ein Beispiel mit Ihren Regeln");
  await looksRight(page, "setup-example");
  await press(page, "Schritt überspringen");
  await says(page, "Ihr Shop ist noch nicht verbunden");
  const { settings } = await store.record();
  expect(settings.setup).toEqual({
    skipped: ["look", "script", "stock", "sender", "rehearsal"],
    finishedAt: expect.any(String),
  });
  expect(problems).toEqual([]);
});

test("a viewer sees how far the setup is, and who may go on with it", async () => {
  const store = await aStore(service, { settings: { alerts: { color: "#7a3b1d" } } });
  const { page, problems } = await aMemberAt(store, "viewer", { isNewStore: true });
  await says(page, "An owner or manager connects it.");
  await page.goto(new URL("/dashboard/setup", page.url()).href);
  await says(page, "An owner or manager sets up the shop");
  await page.getByRole("link", { name: /^Step 1: +Name, colour and logo +done$/ }).waitFor();
  await looksRight(page, "setup-viewer");
  expect(problems).toEqual([]);
});
