import { afterAll, beforeAll, expect, test } from "vitest";
import { addFirstMember } from "../../service/src/features/stores/members/add-first-member.ts";
import { makeLoginLink } from "../../service/src/features/stores/sign-in/make-login-link.ts";
import { toEmail } from "../../service/src/platform/text/email.ts";
import { startWorker } from "../../service/src/worker.ts";
import { stock } from "../../service/test/fixtures/alert-shop.ts";
import { aMailServer } from "../../service/test/fixtures/mail-server.ts";
import { aMigratedDatabase } from "../../service/test/fixtures/migrated-database.ts";
import { anEmail, aStore, type TestStore } from "../../service/test/fixtures/service.ts";
import { aProduct, subscribeAs } from "../../service/test/fixtures/subscription-calls.ts";
import { aDashboard, looksRight, press, says, signIn } from "./fixtures.ts";

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

const PRODUCTS = [
  { epi: 4411, dt: "Fell Jacket", vi: "Moss / M", pr: 245, people: 9 },
  { epi: 4412, dt: "Fell Jacket", vi: "Slate / S", pr: 245, people: 5 },
  { epi: 5120, dt: "Tarn Boots, waxed leather with a sole that can be replaced", vi: "Brown / 42", pr: 189, people: 3 },
  { epi: 6001, dt: "Beck Socks", vi: "Rust", pr: 18.5, people: 2 },
];

/** A shop with products that people wait for. Nobody waits for the last: it came back. */
async function aShop() {
  const store = await aStore(service, { scopes: ["admin"] });
  const call = async (path: string, json: object) => {
    const { status, text } = await store.admin(`/storeadmin/v3/${path}`, undefined, { json });
    expect([status, text]).toEqual([200, expect.anything()]);
  };
  const variants = PRODUCTS.map(({ epi, dt, vi, pr }) => ({ ...aProduct(epi), dt, vi, pr, currency: "EUR" }));
  await call("settings/update", { name: "Tarn" });
  await call("catalog/upsert", { variants });
  for (const { epi, people } of PRODUCTS)
    for (let person = 1; person <= people; person += 1)
      expect((await subscribeAs(store, `p${person}@example.com`, [aProduct(epi)])).status).toBe(200);
  await stock(store, 5, 6001);
  const seen = () => store.admin("/storeadmin/v3/connections", undefined, { method: "GET" });
  await expect.poll(async () => (await seen()).body["stock"]).toMatchObject({ keyName: "test" });
  return store;
}

const figuresOf = async (store: TestStore) =>
  (await store.admin("/storeadmin/v3/insights/summary", undefined, { method: "GET" })).body as {
    waiting: { people: number }[];
    range: { notified: number };
  };

test("Home shows the figures, what needs attention, the latest restocks and what people wait for, also to a viewer", async () => {
  const store = await aShop();
  await store.set({
    setup: { skipped: ["script"] },
    sender: { name: "Tarn", address: "hi@tarn.example", isVerified: false },
  });
  await expect.poll(async () => (await figuresOf(store)).waiting[0]?.people, { timeout: 20_000 }).toBeGreaterThan(10);
  const { page, problems } = await aMemberAt(store, "viewer");
  await says(page, "Figures as of");
  await says(page, "The sender's address is not verified");
  await page.getByRole("link", { name: "Fell Jacket" }).first().waitFor();
  await says(page, "9 people");
  await says(page, "Latest restocks");
  await page.getByRole("link", { name: "Beck Socks" }).first().waitFor();
  await looksRight(page, "home");
  await page.getByRole("link", { name: "Enter the code" }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/dashboard/connections/senders");
  await page.goBack();
  await page.getByRole("link", { name: "Beck Socks" }).first().click();
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/dashboard\/restocks\/\d+$/);
  expect(problems).toEqual([]);
});

test("Home invites to finish the setup, until the owner wants to hear no more of it", async () => {
  const store = await aShop();
  const { page, problems } = await aMemberAt(store, "owner", { isNewStore: true });
  await says(page, /Setup: \d of 5 steps done/);
  await says(page, "The script is not on your shop's pages yet");
  await looksRight(page, "home-setup");
  await page.getByRole("link", { name: "Continue the setup" }).click();
  await expect.poll(() => new URL(page.url()).search).toBe("?step=look");
  await page.goBack();
  await press(page, "Do not show this again");
  await expect.poll(() => page.getByText("Continue the setup").count()).toBe(0);
  await page.reload();
  await says(page, "Figures as of");
  expect(await page.getByText("Continue the setup").count()).toBe(0);
  expect(problems).toEqual([]);
});

test("somebody who clicks another page while Home finds out that the store is new gets the page", async () => {
  const store = await aStore(service);
  const email = toEmail(anEmail());
  await service.deps.db.asOperator((tx) => addFirstMember(tx, { storeId: store.id, email, role: "owner" }));
  const { page, problems } = await aWindow();
  const [settings, team] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route("**/storeadmin/v3/settings", async (route) => {
    await settings.promise;
    await route.continue();
  });
  await page.route("**/assets/team-page-*.js", async (route) => {
    await team.promise;
    await route.continue();
  });
  await signIn(page, await makeLoginLink(service.deps, email));
  const asked = page.waitForRequest("**/assets/team-page-*.js");
  await page.getByRole("link", { name: "Team" }).click();
  await asked;
  settings.resolve();
  await says(page, /^(Your shop is not connected yet|Set up your shop)$/);
  team.resolve();
  await page.getByRole("heading", { level: 1, name: "Team" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/dashboard/team");
  expect(problems).toEqual([]);
});
