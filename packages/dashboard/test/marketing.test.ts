import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { aKlaviyo } from "../../service/test/fixtures/klaviyo.ts";
import { aMarketingWorker, someSignUps, someVariants, withKlaviyo } from "../../service/test/fixtures/marketing.ts";
import { aMigratedDatabase } from "../../service/test/fixtures/migrated-database.ts";
import { anEmail, aStore } from "../../service/test/fixtures/service.ts";
import { aReceiver } from "../../service/test/fixtures/webhooks.ts";
import { aDashboard, looksRight, press, says } from "./fixtures.ts";
import { aProvableMember, confirm } from "./proof.ts";

const [database, klaviyo] = [await aMigratedDatabase(), await aKlaviyo()];
const dashboard = await aDashboard(
  { DATABASE_URL: database, KEEPSAKE_ALLOW_LOOPBACK: "on" },
  { tools: { klaviyo: { baseUrl: klaviyo.url } } },
);
const { url, service, aMemberAt } = dashboard;
const worker = aMarketingWorker(service);

const open = (page: Page) => page.goto(`${url}/dashboard/connections/marketing`);
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

test("a manager connects Klaviyo, sends a test, changes what it gets, pauses it and disconnects it", async () => {
  const store = await aStore(service, { scopes: ["admin"] });
  const { page, problems } = await aProvableMember(dashboard, store, "manager");
  await open(page);
  await says(page, "No marketing tool yet");
  await looksRight(page, "connections-marketing-empty");
  await press(page, "Connect a tool");
  const form = dialog(page, "Connect a tool");
  await form.getByLabel("Private API key").fill("sk_wrong");
  await form.getByLabel("Id of the list in Klaviyo").fill(klaviyo.list);
  await looksRight(page, "connections-marketing-form");
  await press(form, "Connect a tool");
  await confirm(page);
  await says(page, "Enter a private API key of Klaviyo. It begins with pk_.");
  await form.getByLabel("Private API key").fill(klaviyo.key);
  await press(form, "Connect a tool");
  await says(page, "Klaviyo · pk_…cdef");
  await says(page, "9 events and the mailing list");
  await says(page, "Nothing sent yet");

  await press(page, "Send a test");
  await dialog(page, "Send a test message").getByLabel("Your email address").fill("you@shop.example");
  await press(dialog(page, "Send a test message"), "Send a test");
  await says(page, "The tool has accepted it.");
  expect(klaviyo.profiles.get("you@shop.example")?.events.size).toBe(1);
  await press(dialog(page, "Send a test message"), "Cancel");

  await press(page, "Change");
  await dialog(page, "Change the connection").getByLabel("Pass the mailing list on").uncheck();
  await press(dialog(page, "Change the connection"), "Save");
  await expect.poll(() => page.getByText("9 events", { exact: true }).count()).toBe(1);

  await press(page, "Pause");
  await says(page, "A member or an API key paused it");
  await press(page, "Resume");
  await page.getByRole("button", { name: "Pause" }).waitFor();
  await press(page, "Disconnect");
  await page.getByLabel(/to confirm$/).fill("disconnect");
  await press(dialog(page, "Disconnect the tool"), "Disconnect");
  await says(page, "No marketing tool yet");
  expect(problems).toEqual([]);
});

test("a tool that refuses a person, and one that has revoked the key, say why, also in German", async () => {
  const store = await aStore(service, { scopes: ["admin"] });
  const variants = await someVariants(store, 1);
  await withKlaviyo(store, klaviyo);
  await someSignUps(service, store, { people: [anEmail(), "refused@example.com"], variants });
  await worker.queue();
  await worker.send();
  const { page, problems } = await aMemberAt(store);
  await open(page);
  await says(page, "The tool answered 400: Invalid email address");
  klaviyo.revoke();
  await someSignUps(service, store, { people: [anEmail()], variants });
  await worker.queue();
  await worker.send();
  await says(page, "The tool answered 401: the key was revoked, or may not do this.");
  await looksRight(page, "connections-marketing");
  const german = await aMemberAt(store, "owner", { locale: "de" });
  await open(german.page);
  await says(german.page, "Der Schlüssel wurde widerrufen oder darf das nicht.");
  await german.page.goto(`${url}/dashboard`);
  await says(german.page, "Klaviyo ist angehalten");
  expect([problems, german.problems]).toEqual([[], []]);
});

test("the secret of an HTTP push is shown once, and a viewer sees the tool without buttons", async () => {
  const store = await aStore(service, { scopes: ["admin"] });
  const receiver = await aReceiver();
  const { page } = await aProvableMember(dashboard, store, "owner");
  await open(page);
  await press(page, "Connect a tool");
  const form = dialog(page, "Connect a tool");
  await form.getByText("HTTP push").click();
  await form.getByLabel("URL").fill(receiver.url);
  await press(form, "Connect a tool");
  await confirm(page);
  await says(page, /whsec_/);
  await press(page, "I have stored it");
  await says(page, /HTTP push · 127\.0\.0\.1/);
  expect(await page.getByText("whsec_").count()).toBe(0);

  const viewer = await aMemberAt(store, "viewer");
  await open(viewer.page);
  await says(viewer.page, /HTTP push · 127\.0\.0\.1/);
  expect(await viewer.page.getByRole("button", { name: /Connect|Send a test|Change|Pause|Disconnect/ }).count()).toBe(
    0,
  );
  await looksRight(viewer.page, "connections-marketing-viewer");
});
