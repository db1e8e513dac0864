import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { pausePlans } from "../../service/src/features/alerts/plans/pause-plans.ts";
import { aLine, anAlertShop, stock } from "../../service/test/fixtures/alert-shop.ts";
import { rollUp } from "../../service/test/fixtures/roll-up.ts";
import type { TestStore } from "../../service/test/fixtures/service.ts";
import { good } from "../../service/test/fixtures/shopper-lists.ts";
import { aDashboard, looksRight, press, says } from "./fixtures.ts";
import { aProvableMember, confirm } from "./proof.ts";

const shop = await anAlertShop();
const dashboard = await aDashboard({ DATABASE_URL: shop.url });
const { url, aMemberAt } = dashboard;

const name = async (store: TestStore, dt: string) =>
  good(
    await store.admin("/storeadmin/v3/catalog/upsert", undefined, { json: { variants: [{ epi: 1, empi: 1, dt }] } }),
  );
const open = (page: Page, path: string) => page.goto(`${url}/dashboard${path}`);

test("a merchant holds a running restock and lets it go", async () => {
  const store = await shop.aStore({ alerts: { audience: "waves", waveSize: 2, waitSeconds: 1 } });
  await name(store, "Wool jacket");
  await aLine(store, 5);
  const { page, problems } = await aProvableMember(dashboard, store);
  await open(page, "/restocks");
  await says(page, "No restock yet");
  await says(page, "Live");
  await looksRight(page, "restocks-empty");

  await stock(store, 9);
  await shop.begin();
  await says(page, "0 of 5");
  await shop.deliver();
  await says(page, "2 of 5");
  await looksRight(page, "restocks");
  await page.getByRole("link", { name: "Wool jacket" }).click();
  await says(page, "2 of 5");
  await press(page, "Hold");
  await says(page, "Nobody else is notified until you resume it");
  await shop.work();
  expect(shop.handed).toHaveLength(2);

  await press(page, "Resume");
  await confirm(page);
  await page.getByRole("button", { name: "Hold" }).waitFor();
  const everybodyHeard = async () => {
    await shop.work();
    return page.getByText("5 of 5").count();
  };
  await expect.poll(everybodyHeard).toBe(1);
  await press(page, "Read them");
  await expect.poll(() => page.getByRole("cell", { name: "Was notified: the alert was sent" }).count()).toBe(5);
  await looksRight(page, "plan");
  expect(problems).toEqual([]);
});

test("a German member reads in German why a restock is held, on its page and at Home", async () => {
  const store = await shop.aStore({ alerts: { audience: "waves", waveSize: 1, waitSeconds: 3_600 } });
  await name(store, "Wolljacke");
  await aLine(store, 3);
  await stock(store, 9);
  await shop.work();
  const reason = "9 complaints about 1000 alerts in 7 days (0.90 %)";
  await store.inStore((tx) => pausePlans(tx, reason));
  const { page, problems } = await aMemberAt(store, "manager", { locale: "de-DE" });
  const inGerman = "9 Beschwerden über 1.000 Benachrichtigungen in 7 Tagen (0,9 %)";
  await says(page, `${inGerman}. Bis jemand sie fortsetzt, wird niemand mehr benachrichtigt.`);
  await open(page, "/restocks");
  await page.getByRole("link", { name: "Wolljacke" }).click();
  await says(page, `Grund: ${inGerman}.`);
  await says(page, "die Nächsten auf der Warteliste");
  await says(page, "Wurde benachrichtigt: Die Nachricht wurde verschickt");
  await looksRight(page, "plan-held-german");
  expect(problems).toEqual([]);
});

test("a cancelled restock tells nobody else, and a viewer can only look", async () => {
  const store = await shop.aStore({ alerts: { audience: "waves", waveSize: 1, waitSeconds: 3_600 } });
  await name(store, "A product whose name is so long that it must be wrapped ".repeat(4));
  await aLine(store, 3);
  await stock(store, 9);
  await shop.begin();
  await shop.deliver();
  const viewer = await aMemberAt(store, "viewer");
  const noStream = { status: 503, contentType: "application/json", body: "{}" };
  await viewer.page.route("**/plans/live*", (route) => route.fulfill(noStream), { times: 1 });
  await open(viewer.page, "/restocks?state=open");
  await says(viewer.page, "Not live: trying again");
  await says(viewer.page, /^Live$/);
  await viewer.page.getByRole("link", { name: "A product" }).click();
  await says(viewer.page, "1 of 3");
  await viewer.page.getByRole("cell", { name: "p…@example.com" }).waitFor();
  expect(await viewer.page.getByRole("button", { name: "Hold" }).count()).toBe(0);

  const { page, problems } = await aMemberAt(store, "manager");
  await page.goto(viewer.page.url());
  await press(page, "Cancel the plan");
  await page.getByLabel("Type “cancel” to confirm").fill("cancel");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel the plan" }).click();
  await says(page, "It was cancelled");
  await says(viewer.page, "It was cancelled"); // live
  await looksRight(viewer.page, "plan-viewer");
  await open(page, "/restocks/12");
  await says(page, "There is no such plan");
  expect([...problems, ...viewer.problems]).toEqual([]);
});

test("the rehearsal changes with the policy, and past restocks are replayed with it", async () => {
  const store = await shop.aStore({ alerts: { audience: "per-unit", waitSeconds: 900 } });
  await name(store, "Wool jacket");
  await aLine(store, 10);
  await stock(store, 3);
  await shop.work();
  await rollUp(shop.deps.db);
  const { page, problems } = await aMemberAt(store, "manager");
  await open(page, "/restocks/policy");
  await page.getByLabel("Units that arrive").fill("4");
  await says(page, /If 4 arrive: 4 of 7 are notified at once, about 2 more after 15 minutes/);
  await page.getByLabel("One wave after the other").check();
  await page.getByLabel("People of a wave").fill("5");
  await says(page, /If 4 arrive: 5 of 7 are notified at once/);
  await page.getByLabel("Everyone at once").check();
  await says(page, /If 4 arrive: 7 of 7 are notified at once\. So everyone who waits is notified/);
  await press(page, "Replay the last 20 restocks");
  await says(page, "With this policy, 10 people would have been notified. In fact, it was 3 people");
  await looksRight(page, "policy");
  await press(page, "Save the policy");
  await says(page, "Saved. The next restock uses it.");
  const { settings } = good(await store.admin("/storeadmin/v3/settings", undefined, { method: "GET" })) as {
    settings: { alerts: object };
  };
  expect(settings.alerts).toMatchObject({ audience: "all", waveSize: 5 });

  const viewer = await aMemberAt(store, "viewer");
  await open(viewer.page, "/restocks/policy");
  await says(viewer.page, "Everyone who waits is notified at once");
  await says(viewer.page, "Your role may not rehearse restocks");
  expect(await viewer.page.getByRole("button", { name: /Save|Replay/ }).count()).toBe(0);
  expect([...problems, ...viewer.problems]).toEqual([]);
});

test("a merchant starts an alert by hand, and sees before how many people it goes to", async () => {
  const store = await shop.aStore();
  await name(store, "Wool jacket");
  await aLine(store, 3, { topics: '["comingsoon"]' });
  await rollUp(shop.deps.db);
  const { page, problems } = await aProvableMember(dashboard, store);
  await open(page, "/restocks");
  await press(page, "Send an alert");
  await says(page, "Goes to all who wait for it now: 3 people.");
  await looksRight(page, "send-alert");
  await page.getByLabel("Type “send” to confirm").fill("send");
  await press(page, "Send it");
  await confirm(page);
  await page.getByRole("heading", { name: "Wool jacket" }).waitFor();
  await says(page, "0 of 3");
  expect(problems).toEqual([]);
});
