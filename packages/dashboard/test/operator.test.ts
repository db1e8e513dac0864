import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { makeLoginLink } from "../../service/src/features/stores/sign-in/make-login-link.ts";
import { toEmail } from "../../service/src/platform/text/email.ts";
import { look } from "../../service/test/fixtures/database.ts";
import {
  aMember,
  PASSWORD,
  signIn as signInWithoutPage,
  stepUpByPassword,
} from "../../service/test/fixtures/members.ts";
import { anEmail, aStore } from "../../service/test/fixtures/service.ts";
import { subscribeAs } from "../../service/test/fixtures/subscription-calls.ts";
import { aDashboard, looksRight, press, says, signIn } from "./fixtures.ts";

const { url, service, aWindow, aMemberAt } = await aDashboard();

/** An operator with a password, who is a member of no store. */
async function anOperator() {
  const email = anEmail();
  await look("insert into operators (email) values ($1)", [email]);
  await stepUpByPassword(await signInWithoutPage(service, email));
  const link = () => makeLoginLink(service.deps, toEmail(email));
  return { link };
}
const namedStore = async (name: string) => {
  const store = await aStore(service, { scopes: ["admin"], settings: { alerts: { doubleOptIn: true } } });
  await look("update stores set name = $1 where id = $2", [name, store.id]);
  service.deps.stores.clear();
  return store;
};
async function prove(page: Page) {
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await press(page, "Confirm");
}
const stateOf = async (storeId: number) => {
  const [row] = await look<{ until: string | null }>(
    "select settings -> 'sending' ->> 'pausedUntil' as until from stores where id = $1",
    [storeId],
  );
  return row?.until === null ? "sends" : "paused";
};

test("an operator finds a store, pauses what it sends, looks at it read-only, and ends the pause", async () => {
  const name = `Aurora Outdoor ${anEmail().slice(0, 8)}`;
  const store = await namedStore(name);
  await subscribeAs(store, anEmail());
  await aMember(service, store, "owner");
  const { link } = await anOperator();
  const { page, problems } = await aWindow();
  await signIn(page, await link());
  await page.getByRole("heading", { level: 1, name: "All stores" }).waitFor();
  await page.getByLabel("Search").fill(name.toLowerCase());
  await page.getByRole("link", { name, exact: true }).waitFor();
  await expect.poll(() => page.getByRole("row").count()).toBe(2);
  await looksRight(page, "operator-stores");

  await page.getByRole("link", { name, exact: true }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
  await page.getByLabel("Reason, for the store's team").fill("Too many complaints");
  await looksRight(page, "operator-store");
  await press(page, "Pause sending…");
  await page.getByLabel(`Type “${store.pid}” to confirm`).fill(store.pid);
  await press(page, "Pause sending");
  await prove(page);
  await says(page, "Reason: Too many complaints");
  expect(await stateOf(store.id)).toBe("paused");
  await looksRight(page, "operator-paused");

  await page.getByLabel("Reason", { exact: true }).fill("They called us");
  await press(page, "Open for 30 minutes");
  await says(page, `You look at ${name} as operator`);
  await says(page, "30 minutes left");
  await looksRight(page, "operator-looking");
  await page.getByRole("complementary").getByRole("link", { name: "All stores" }).click();
  await page.getByLabel("Paused stores only").click();
  await page.getByRole("link", { name, exact: true }).click();
  await press(page, "End the pause");
  await prove(page); // the page was loaded again
  await page.getByRole("button", { name: "Pause sending…" }).waitFor();
  expect(await stateOf(store.id)).toBe("sends");
  expect(problems).toEqual([]);
});

test("an operator has events that were set aside tried again", async () => {
  const store = await namedStore("Berg & Tal");
  const reader = `reader-${store.pid}`;
  for (const id of [1, 2])
    await look(
      `insert into outbox_parked (reader, event_id, store_id, number, subject, payload, created_at, tries, error)
       values ($1, $2, $3, $2, 'stock.restocked', '{}', now(), 4, $4)`,
      [reader, id, store.id, `The plan was not made: ${"a very long reason ".repeat(20)}`],
    );
  const { link } = await anOperator();
  const { page, problems } = await aWindow();
  await signIn(page, await link());
  await page.goto(`${url}/dashboard/operator/events?store=${store.pid}`);
  await says(page, "waits for you");
  await looksRight(page, "operator-events");
  await page.getByRole("button", { name: "Try again" }).first().click();
  await says(page, "1 event is tried again within a few seconds.");
  await page.getByRole("link", { name: reader }).first().click();
  await press(page, `Try all of ${reader} again`);
  await says(page, "2 events are tried again within a few seconds.");
  await expect.poll(() => page.getByText("waits for you").count()).toBe(0);
  await page.goto(`${url}/dashboard/operator/events?reader=none`);
  await says(page, "Nothing is set aside");
  expect(problems).toEqual([]);
});

test("an owner has no menu entry for all stores, and the page says for whom it is", async () => {
  const { page, problems } = await aMemberAt(await aStore(service), "owner");
  expect(await page.getByRole("link", { name: "All stores" }).count()).toBe(0);
  await page.goto(`${url}/dashboard/operator`);
  await says(page, "Only operators of this installation see this page.");
  expect(problems).toEqual([]);
});
