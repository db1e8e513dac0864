import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { look } from "../../service/test/fixtures/database.ts";
import { aDnsServer } from "../../service/test/fixtures/dns-server.ts";
import { aMailServer } from "../../service/test/fixtures/mail-server.ts";
import { aMigratedDatabase } from "../../service/test/fixtures/migrated-database.ts";
import { rollUp } from "../../service/test/fixtures/roll-up.ts";
import { senderCall, smtpOf } from "../../service/test/fixtures/sender-shop.ts";
import { aStore, type TestStore } from "../../service/test/fixtures/service.ts";
import { anEndpoint, aReceiver, aWebhookWorker, someEvents } from "../../service/test/fixtures/webhooks.ts";
import { aDashboard, looksRight, press, says } from "./fixtures.ts";
import { aProvableMember, confirm } from "./proof.ts";

const [database, mailServer, dns] = [await aMigratedDatabase(), await aMailServer(), await aDnsServer({})];
const dashboard = await aDashboard({
  DATABASE_URL: database,
  KEEPSAKE_ALLOW_LOOPBACK: "on",
  KEEPSAKE_SMTP_URL: mailServer.url,
  KEEPSAKE_MAIL_FROM: "operator@keepsake.example",
  KEEPSAKE_DNS_SERVERS: dns.address,
});
const { url, service, aMemberAt } = dashboard;
const worker = aWebhookWorker(service);

const SHOP = "https://shop.example";
const open = (page: Page, path = "") => page.goto(`${url}/dashboard/connections${path}`);
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const type = (page: Page, word: string) => page.getByLabel(/to confirm$/).fill(word);

test("the script turns green by itself, a stock report shows its key, and origins are added and removed", async () => {
  const store = await aStore(service, { scopes: ["catalog"] });
  const { page, problems } = await aMemberAt(store);
  await open(page);
  await says(page, "Waiting for the first page with it");
  await says(page, `data-pid="${store.pid}"`);
  await looksRight(page, "connections-new");

  await store.register({}, { headers: { origin: SHOP } });
  await page.getByRole("status").getByText("Seen").waitFor();
  await page.getByRole("cell", { name: SHOP }).waitFor();
  const levels = [{ epi: "4411", quantity: 3, occurredAt: new Date().toISOString() }];
  await store.admin("/storeadmin/v3/inventory/set", undefined, { json: { levels } });
  await page.getByRole("row", { name: /^Stock .* test$/ }).waitFor();

  await press(page, "Allow only the one seen");
  await page.getByRole("listitem").getByText(SHOP).waitFor();
  await page.getByLabel("Origin, such as").fill("www.shop.example/en");
  await press(page, "Add");
  await page.getByRole("listitem").getByText("https://www.shop.example").waitFor();
  await looksRight(page, "connections");
  expect((await store.register({}, { headers: { origin: "https://evil.example" } })).status).toBe(403);
  await press(page, `Remove ${SHOP}`);
  await type(page, SHOP);
  await press(page, "Remove");
  await expect.poll(() => page.getByRole("listitem").count()).toBe(1);
  expect(problems).toEqual([]);
});

test("a connector shows how it is doing, what to mend, and can be removed when it is silent", async () => {
  const store = await aStore(service, { scopes: ["catalog"] });
  const { page, problems } = await aMemberAt(store);
  await open(page);
  await says(page, "No connector yet");
  await says(page, "docs/connectors/medusa.md");
  await looksRight(page, "connections-no-connector");

  const report = (json: object) => store.admin("/storeadmin/v3/connectors/report", undefined, { json });
  const finishedAt = new Date(Date.now() - 4 * 60_000).toISOString();
  const reconcile = { startedAt: finishedAt, finishedAt, checked: 1_200, corrected: 3 };
  await report({
    name: "medusa",
    version: "0.1.0",
    shop: "https://admin.shop.example",
    reserves: true,
    event: { at: new Date().toISOString(), lagMs: 420 },
    reconcile,
  });
  await report({ name: "our-own-erp", problem: "The platform answered 401: reconnect the app." });
  const medusa = page.getByRole("region", { name: "Medusa" });
  await medusa.getByText("0.4 s behind").waitFor();
  await medusa.getByText("1,200 checked, 3 corrected").waitFor();
  await medusa.getByText("reserved in the shop").waitFor();
  await medusa.getByText("Works").waitFor();
  const own = page.getByRole("region", { name: "our-own-erp" });
  await own.getByText("The platform answered 401: reconnect the app.").waitFor();
  await looksRight(page, "connections-connectors");

  await look("update connectors set last_at = now() - interval '2 hours' where store_id = $1", [store.id], database);
  await open(page);
  await own.getByText("Check that it runs").waitFor();
  await looksRight(page, "connections-connectors-silent");
  await own.getByRole("button", { name: "Remove the connector" }).click();
  await type(page, "our-own-erp");
  await press(page, "Remove");
  await own.waitFor({ state: "hidden" });
  expect(problems).toEqual([]);
});

/** Calls with a key a hundred times a second until it is stopped, as the server of a shop does. A call without an answer has
 *  the status 0. */
function callAllTheTime(store: TestStore) {
  const statuses: number[] = [];
  const calls: Promise<void>[] = [];
  const headers = { authorization: `Basic ${Buffer.from(`${store.pid}:${store.key}`).toString("base64")}` };
  const call = async () => {
    const answer = await fetch(`${url}/storeadmin/v3/me`, { headers }).catch(() => undefined);
    statuses.push(answer?.status ?? 0);
  };
  const timer = setInterval(() => calls.push(call()), 10);
  onTestFinished(() => clearInterval(timer));
  return {
    count: () => statuses.length,
    async stop() {
      clearInterval(timer);
      await Promise.all(calls);
      return statuses;
    },
  };
}

test("rotating a key under 100 requests a second fails no request", async () => {
  const store = await aStore(service, { scopes: ["catalog"] });
  const { page, problems } = await aProvableMember(dashboard, store);
  await open(page, "/keys");
  const load = callAllTheTime(store);
  await expect.poll(load.count, { timeout: 20_000 }).toBeGreaterThan(100);
  await press(page, "Replace test");
  await press(page, "Make the new key");
  await confirm(page);
  const shown = dialog(page, "Your new key");
  const secret = await shown.locator("code, pre").first().innerText();
  const before = load.count();
  await expect.poll(load.count, { timeout: 20_000 }).toBeGreaterThan(before + 100);
  expect(new Set(await load.stop())).toEqual(new Set([200]));
  const answer = await fetch(`${url}/storeadmin/v3/me`, {
    headers: { authorization: `Basic ${Buffer.from(`${store.pid}:${secret}`).toString("base64")}` },
  });
  expect(await answer.json()).toMatchObject({ kind: "key", name: "test", scopes: ["catalog"] });
  await press(page, "I have stored it");
  await says(page, "Being replaced: works until");
  expect(problems).toEqual([]);
});

test("an owner creates a key, whose secret is shown once, and revokes it by typing its name", async () => {
  const store = await aStore(service);
  const { page, problems } = await aProvableMember(dashboard, store);
  await open(page, "/keys");
  await press(page, "Create a key");
  await page.getByLabel("Where the key is used").fill("Warehouse");
  await press(page, "Stock and orders");
  await dialog(page, "Create a key").getByRole("button", { name: "Create a key" }).click();
  await confirm(page);
  const secret = await dialog(page, "Your new key").locator("code, pre").first().innerText();
  await looksRight(page, "connections-key-shown");
  const call = () => store.admin("/storeadmin/v3/me", undefined, { method: "GET", key: secret });
  expect((await call()).body).toMatchObject({ name: "Warehouse", scopes: ["catalog", "orders"] });
  await press(page, "I have stored it");
  await looksRight(page, "connections-keys");
  expect(await page.content()).not.toContain(secret);

  await press(page, "Revoke Warehouse");
  await type(page, "Warehouse");
  await press(page, "Revoke");
  await page.getByRole("row", { name: /Warehouse/ }).waitFor({ state: "hidden" });
  await press(page, "Show ended keys (1)");
  await says(page, /^Revoked /);
  await expect.poll(async () => (await call()).status).toBe(401);
  expect(problems).toEqual([]);
});

test("a manager adds a webhook, sends an example, sees it in the log and sends it again", async () => {
  const [store, receiver] = [await aStore(service), await aReceiver()];
  const { page, problems } = await aProvableMember(dashboard, store, "manager");
  await open(page, "/webhooks");
  await says(page, "No webhooks yet");
  await press(page, "Add a webhook");
  await page.getByLabel("Address").fill(receiver.url);
  await page.getByLabel("What it is for").fill("Warehouse");
  await dialog(page, "Add a webhook").getByRole("button", { name: "Add a webhook" }).click();
  await confirm(page);
  await says(page, /^whsec_/);
  await press(page, "I have stored it");
  await page.getByRole("link", { name: "Warehouse" }).click();
  await press(page, "Send an example");
  await press(page, "Send");
  await page.getByRole("row", { name: /example.*Waiting/ }).waitFor();
  await worker.send();
  await page.getByRole("row", { name: /example.*Delivered.*200/ }).waitFor();
  expect(receiver.received).toHaveLength(1);

  await someEvents(store, 1);
  await worker.queue();
  await worker.send();
  await press(page, /^Send again: list.updated/); // the proof of before still counts
  await page.getByRole("row", { name: /list\.updated.*Waiting/ }).waitFor();
  await worker.send();
  await expect.poll(() => page.getByRole("row", { name: /Delivered/ }).count()).toBe(3);
  const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect([ids.length, ids[2]]).toEqual([3, ids[1]]);
  await looksRight(page, "connections-webhook");
  expect(problems).toEqual([]);
});

test("a webhook that fails says why, a range is replayed, and it is disabled and deleted", async () => {
  const store = await aStore(service);
  let status = 500;
  const receiver = await aReceiver(() => status);
  const { id } = await anEndpoint(store, receiver);
  await someEvents(store, 3);
  await worker.queue();
  await worker.send();
  const { page, problems } = await aProvableMember(dashboard, store);
  await open(page, "/webhooks");
  await says(page, "Fails");
  await page.getByRole("link", { name: receiver.url }).click();
  await says(page, "Every try has failed.");
  await page.getByText("Failed", { exact: true }).click();
  await says(page, "No deliveries");
  expect(page.url()).toContain("state=failed");
  await page.getByText("All", { exact: true }).click();
  await looksRight(page, "connections-webhook-failing");

  status = 200;
  await page.getByLabel("First number").fill("1");
  await page.getByLabel("Last number").fill("9");
  await press(page, "Replay these events");
  await confirm(page);
  await says(page, "A replay is running");
  await worker.replay();
  await says(page, /The last replay queued \d+ events/);

  await press(page, "Disable");
  await type(page, "Disable");
  await dialog(page, "Disable the webhook").getByRole("button", { name: "Disable" }).click();
  await says(page, "Nothing is sent. Enable it again");
  await press(page, "Enable");
  await press(page, "Delete");
  await type(page, "delete");
  await dialog(page, "Delete the webhook").getByRole("button", { name: "Delete" }).click();
  await says(page, "No webhooks yet");
  await page.goto(`${url}/dashboard/connections/webhooks/${id}`);
  await says(page, "There is no such webhook");
  expect(problems).toEqual([]);
});

const codeMailedTo = async (address: string) => {
  const mails = await look<{ text_body: string }>(
    "select text_body from mails where to_email = $1",
    [address],
    database,
  );
  return /\b\d{8}\b/.exec(mails[0]?.text_body ?? "")?.[0] ?? "";
};

test("a manager sets the sender, enters its code, sends a test, and copies the DNS records that are missing", async () => {
  const store = await aStore(service, { scopes: ["admin"] });
  const { page, problems, email } = await aProvableMember(dashboard, store, "manager");
  await open(page, "/senders");
  await says(page, "No records yet");
  await press(page, "Change the sender of mails");
  const form = dialog(page, "Change the sender of mails");
  await form.getByLabel("Name that people see").fill("My shop");
  await form.getByLabel("Address", { exact: true }).fill("hello@shop.example");
  await press(page, "Save");
  await confirm(page);
  await says(page, "Enter the code that was mailed to hello@shop.example");
  await page.getByLabel("Code").fill(await codeMailedTo("hello@shop.example"));
  await press(page, "Verify");
  await page.getByText("Verified", { exact: true }).waitFor();
  await press(page, "Send a test");
  await says(page, "Your provider accepted it");
  expect((await mailServer.received()).at(-1)?.recipients).toEqual([email]);

  const own = { provider: "smtp", smtp: smtpOf(mailServer.url), spfInclude: "spf.provider.example" };
  await senderCall(store, "set", { medium: "email", ...own });
  await press(page, "Check now");
  await says(page, "SPF: which servers may send");
  await says(page, "Missing");
  dns.set("shop.example", { TXT: ["v=spf1 include:spf.provider.example ~all"], MX: ["mx.shop.example"] });
  dns.set("spf.provider.example", { TXT: ["v=spf1 ip4:192.0.2.0/24 -all"] });
  await press(page, "Check now");
  await says(page, "Found");
  await press(page, "Make a new signing key");
  await says(page, "Add the new DKIM record, then check.");
  await press(page, "Show the addresses");
  await says(page, `${url}/`);
  await looksRight(page, "connections-senders");

  await press(page, "Change the sender of mails");
  await form.getByRole("combobox", { name: "Provider" }).click();
  await page.getByRole("option", { name: "Amazon SES" }).click();
  await looksRight(page, "connections-senders-form");
  await press(page, "Cancel");
  await press(page, "Remove the sender of mails");
  await type(page, "remove");
  await dialog(page, "Remove the sender of mails").getByRole("button", { name: "Remove" }).click();
  await says(page, "The address of this installation");
  expect(problems).toEqual([]);
});

test("somebody else's change of the sender in the meantime is not overwritten", async () => {
  const store = await aStore(service, { scopes: ["admin"] });
  const { page, problems } = await aProvableMember(dashboard, store, "manager");
  const set = (name: string) => senderCall(store, "set", { medium: "email", name, address: "hello@shop.example" });
  await set("My shop");
  await open(page, "/senders");
  await press(page, "Change the sender of mails");
  const form = dialog(page, "Change the sender of mails");
  await form.getByLabel("Name that people see").fill("Mine");
  await set("Theirs");
  await press(page, "Save");
  await confirm(page);
  await says(page, "Somebody has changed this since you read it. Look at it again, and repeat your change.");
  await looksRight(page, "connections-sender-changed-meanwhile");
  await press(page, "Cancel");
  await page.getByText("Theirs").waitFor();

  await press(page, "Remove the sender of mails");
  await set("Theirs again");
  await type(page, "remove");
  await dialog(page, "Remove the sender of mails").getByRole("button", { name: "Remove" }).click();
  await says(page, "Somebody has changed this since you read it");
  await press(page, "Cancel");
  await press(page, "Change the sender of mails");
  expect(await form.getByLabel("Name that people see").inputValue()).toBe("Theirs again");
  await form.getByLabel("Name that people see").fill("Mine");
  await press(page, "Save");
  await page.getByText("Mine").waitFor();
  expect(problems).toEqual([]);
});

test("a German member reads in German why a DNS record and a test mail fail, and why a setting is refused", async () => {
  const [store, strict] = [await aStore(service, { scopes: ["admin"] }), await aMailServer({ password: "right" })];
  const { page, problems } = await aMemberAt(store, "manager", { locale: "de-DE" });
  const smtp = { ...smtpOf(strict.url), user: "shop", password: "wrong" };
  const sender = { name: "Laden", address: "hallo@laden.example", spfInclude: "spf.provider.example" };
  await senderCall(store, "set", { medium: "email", ...sender, provider: "smtp", smtp });
  dns.set("laden.example", { TXT: ["v=spf1 mx -all"] });
  await open(page, "/senders");
  await says(page, "Das DNS wurde noch nicht geprüft. Fügen Sie diesen Eintrag hinzu und prüfen Sie dann.");
  await press(page, "Jetzt prüfen");
  await says(page, "Im SPF-Eintrag fehlt spf.provider.example. Ersetzen Sie den Eintrag durch diesen.");
  await says(page, "laden.example hat keinen DMARC-Eintrag, den große Mail-Anbieter verlangen.");
  await says(page, "laden.example nimmt keine E-Mails an, deshalb gehen Rückläufer verloren.");
  await says(page, "Ein Mailserver, der E-Mails für laden.example annimmt");

  await press(page, "Test senden");
  await says(page, /Der Anbieter lehnt die Anmeldung ab \(„535 5\.7\.8“\)\. Geben Sie den Benutzernamen/);
  await looksRight(page, "connections-senders-german");
  expect(await page.getByText(/The provider|receivers|DNS was|Add this/).count()).toBe(0);

  await open(page);
  await page.getByLabel(/^Herkunft, etwa/).fill("nur ein Wort");
  await press(page, "Hinzufügen");
  await says(page, /ist keine Herkunft, wie Browser sie senden\. Sie sieht aus wie https:/);
  expect(problems).toEqual([]);
});

test("a viewer sees the overview, the senders and the marketing tools without buttons, and neither keys nor webhooks", async () => {
  const { page, problems } = await aMemberAt(await aStore(service), "viewer");
  await open(page);
  await says(page, "Your role may look at this, not change it.");
  const tabs = page.getByRole("navigation", { name: "Parts of this page" }).getByRole("link");
  expect(await tabs.allInnerTexts()).toEqual(["Overview", "Senders", "Marketing"]);
  await looksRight(page, "connections-viewer");
  await open(page, "/senders");
  await says(page, "No records yet");
  expect(await page.getByRole("button", { name: /Change|Check|Send|Show/ }).count()).toBe(0);
  await open(page, "/keys");
  await says(page, "Only owners of the store see and change its API keys.");
  await open(page, "/webhooks/1");
  await says(page, "Owners and managers see and change webhooks.");
  expect(problems).toEqual([]);
});

test("markets are added, changed and removed, and their stock is told apart on the pages of demand", async () => {
  const store = await aStore(service, { scopes: ["admin"] });
  const { page, problems } = await aMemberAt(store);
  await open(page);
  await press(page, "Add a market");
  const added = dialog(page, "Add a market");
  await added.getByLabel("Name").fill("EU");
  await added.getByLabel("Locations").fill("berlin, paris");
  await added.getByLabel("Currency").fill("eur");
  await added.getByRole("button", { name: "Save" }).click();
  await says(page, "berlin, paris");
  await press(page, "Change the market eu");
  await dialog(page, "Market eu").getByLabel("Beginning of its product pages").fill("https://shop.example/en-eu");
  await dialog(page, "Market eu").getByRole("button", { name: "Save" }).click();
  await says(page, "berlin, paris · https://shop.example/en-eu");
  await looksRight(page, "connections-markets");

  await store.admin("/storeadmin/v3/catalog/upsert", undefined, {
    json: { variants: [{ epi: "4411", dt: "Boots", vi: "42", pr: 90, currency: "EUR" }] },
  });
  for (const more of [{}, { market: "eu" }])
    await store.admin("/storeadmin/bispa/subscriptions/create", {
      medium: "email",
      mediumvalue: "ada@example.com",
      products: JSON.stringify([{ epi: "4411", empi: "44", du: "https://shop.example/p/4411" }]),
      topics: "backinstock",
      ...more,
    });
  await rollUp(service.deps.db);
  await page.goto(`${url}/dashboard/demand`);
  await page.getByRole("row").filter({ hasText: "eu" }).getByRole("link", { name: "Boots" }).click();
  await page.getByRole("heading", { name: "Boots · 42 · EU" }).waitFor();
  expect(page.url()).toContain("market=eu");
  await page.goBack();
  await page.getByRole("row").filter({ hasText: "Boots" }).nth(1).waitFor();

  await open(page);
  await press(page, "Remove the market eu");
  await type(page, "eu");
  await press(page, "Remove");
  await says(page, "No markets");
  expect(problems).toEqual([]);
});
