import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { anAlertShop, aProvider, stock } from "../../service/test/fixtures/alert-shop.ts";
import { anEmail, type TestStore } from "../../service/test/fixtures/service.ts";
import { anItem, good, listsOf } from "../../service/test/fixtures/shopper-lists.ts";
import { aProduct, subscribeAs, subscriptionsOf } from "../../service/test/fixtures/subscription-calls.ts";
import { aDashboard, looksRight, press, says } from "./fixtures.ts";
import { aProvableMember, confirm } from "./proof.ts";

const provider = aProvider(({ mail }) =>
  mail.to.startsWith("bounces") ? { state: "rejected", reason: `550 <${mail.to}> unknown` } : { state: "sent" },
);
const shop = await anAlertShop(provider, { KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:1" });
const dashboard = await aDashboard({ DATABASE_URL: shop.url });
const { url, aMemberAt } = dashboard;

const CHAIR = aProduct(7);
const LAMP = aProduct(8);
async function aShopWithChairs() {
  const store = await shop.aStore();
  const variants = [
    { epi: 7, dt: "Oak chair", vi: "Natural, with a finish that has a very long name" },
    { epi: 8, dt: "Paper lamp" },
  ];
  good(await store.admin("/storeadmin/v3/catalog/upsert", undefined, { json: { variants } }));
  return store;
}

async function search(page: Page, address: string) {
  await page.getByRole("link", { name: "People" }).click();
  await page.getByLabel("Email address or phone number").fill(address);
  await press(page, "Find");
}
const auditOf = async (store: TestStore) =>
  (await shop.ask<{ action: string }>("select action from audit_log where store_id = $1 order by id", [store.id])).map(
    ({ action }) => action,
  );

test("support finds out why a person got no mail", async () => {
  const store = await aShopWithChairs();
  const email = `bounces-${anEmail()}`;
  good(await subscribeAs(store, email, [CHAIR]));
  good(await subscribeAs(store, email, [LAMP], { quantity: "2" }));
  await stock(store, 1, 7);
  await shop.work();
  const { page, problems } = await aProvableMember(dashboard, store, "support");
  await page.getByRole("link", { name: "People" }).click();
  await says(page, "Somebody asks why they got no mail?");
  await looksRight(page, "people-search");
  await search(page, "nobody@example.com");
  await says(page, "Nobody has this address");

  await search(page, email);
  await page.getByRole("heading", { level: 1, name: "b…@example.com" }).waitFor();
  expect(page.url()).toMatch(/\/people\/[0-9a-f-]{36}$/);
  await page.getByRole("combobox", { name: "About which alert?" }).click();
  await page.getByRole("option", { name: /Oak chair/ }).click();
  await says(page, /They got none, because it could not be delivered.*550/);
  await says(page, "Nothing is sent to this address any more");
  await page.getByRole("list", { name: "What happened" }).getByText("Signed up").first().waitFor();
  await looksRight(page, "person");
  expect(await page.content()).not.toContain(email);
  expect(await page.getByRole("button", { name: "Erase" }).count(), "support erases nobody").toBe(0);

  await press(page, "Show the address");
  await confirm(page);
  await page.getByRole("heading", { level: 1, name: email }).waitFor();
  expect(await auditOf(store)).toContain("person.revealed");
  expect(problems).toEqual([]);
});

test("somebody who has not confirmed is asked again, and somebody with an account alone is found", async () => {
  const store = await aShopWithChairs();
  const guest = await store.aGuest();
  const email = anEmail();
  good(await subscriptionsOf(store, guest).create(email, [CHAIR], { consent: "Mail me, please." }));
  const account = await store.anAccount();
  const { page, problems } = await aMemberAt(store, "support");
  await search(page, email);
  await says(page, "They have not confirmed the address");
  await says(page, "Mail me, please.");
  await press(page, "Send the confirmation again");
  await says(page, "The confirmation is on its way");
  await looksRight(page, "person-unconfirmed");

  await search(page, account.useremail);
  await says(page, "No alerts");
  expect(page.url()).toBe(`${url}/dashboard/people`);
  expect(problems).toEqual([]);
});

test("an owner exports and then erases a person", async () => {
  const store = await aShopWithChairs();
  const account = await store.anAccount();
  const lists = listsOf(store, account);
  await lists.add(await lists.create("Summer"), anItem(1));
  good(await subscribeAs(store, account.useremail, [CHAIR]));
  const { page, problems } = await aProvableMember(dashboard, store);
  await search(page, account.useremail);
  await says(page, "They are first in line");
  await says(page, "Summer");
  await press(page, "Unsubscribe");
  await page.getByLabel("Type “unsubscribe” to confirm").fill("unsubscribe");
  await page.getByRole("dialog").getByRole("button", { name: "Unsubscribe" }).click();
  await says(page, "One alert ended");
  await says(page, "They have left");

  await press(page, "Download their data");
  const [saved] = await Promise.all([page.waitForEvent("download"), confirm(page)]);
  const file = await readFile(await saved.path(), "utf8");
  expect(JSON.parse(file)).toMatchObject({ addresses: [{ medium: "email", value: account.useremail }] });

  await press(page, "Erase");
  await page.getByLabel("Type “erase” to confirm").fill("eras");
  const erase = page.getByRole("dialog").getByRole("button", { name: "Erase" });
  expect(await erase.isDisabled()).toBe(true);
  await page.getByLabel("Type “erase” to confirm").fill("erase");
  await looksRight(page, "person-erase");
  await erase.click();
  await says(page, "This person is erased");
  await search(page, account.useremail);
  await says(page, "Nobody has this address");
  expect(await auditOf(store)).toEqual(expect.arrayContaining(["person.exported", "person.erased"]));
  expect(problems).toEqual([]);
});
