import { expect, test } from "vitest";
import { anAlertShop } from "../../../../test/fixtures/alert-shop.ts";
import { aMember } from "../../../../test/fixtures/members.ts";
import { rollUp } from "../../../../test/fixtures/roll-up.ts";
import { aSenderShop } from "../../../../test/fixtures/sender-shop.ts";
import { anEmail, aService, type TestStore } from "../../../../test/fixtures/service.ts";
import { good } from "../../../../test/fixtures/shopper-lists.ts";
import { aProduct, subscribeAs } from "../../../../test/fixtures/subscription-calls.ts";
import { nextDaily, nextWeekly, weeklyRange } from "./schedule.ts";
import { type ReportDeps, sendDueReports } from "./send-due-reports.ts";

type Shop = Pick<Awaited<ReturnType<typeof anAlertShop>>, "ask" | "service" | "url">;
type Mail = { to_email: string; subject: string; text_body: string; html_body: string; unsubscribe_url: string };

const NOTHING = { daily: false, weekly: false, threshold: null, language: "en" };
const reportDeps = ({ service: { deps } }: Shop): ReportDeps => ({
  ...deps,
  publicUrl: deps.config.publicUrl,
  canMail: () => true,
});
const mailsOf = (shop: Shop) => shop.ask<Mail>("select * from mails where kind = 'member-report' order by id");
const makeDue = (shop: Shop, kind: "daily" | "weekly" | "check") =>
  shop.ask(
    `update report_preferences set ${kind}_due_at = now() - interval '1 minute' where ${kind}_due_at is not null`,
  );
const send = (shop: Shop) => sendDueReports(reportDeps(shop));

async function aReader(shop: Shop, store: TestStore, wanted: object) {
  const member = await aMember(shop.service, store, "viewer");
  good(await member.call("/storeadmin/v3/reports", { json: { ...NOTHING, ...wanted } }));
  return member;
}
/** So many more people wait for a product. */
async function peopleWait(shop: Shop, store: TestStore, count: number, epi = 1) {
  const variants = [{ epi, dt: `Boots ${epi}` }];
  good(await store.admin("/storeadmin/v3/catalog/upsert", undefined, { json: { variants } }));
  for (let n = 0; n < count; n += 1) await subscribeAs(store, anEmail(), [aProduct(epi)]);
  await rollUp(shop.service.deps.db);
  shop.service.deps.variants.clear();
}

test("reports are due at five in the morning, and on Mondays, in UTC", () => {
  const thursday = Date.UTC(2026, 10, 19, 10);
  expect(nextDaily(thursday).toISOString()).toBe("2026-11-20T05:00:00.000Z");
  expect(nextDaily(Date.UTC(2026, 10, 19, 4)).toISOString()).toBe("2026-11-19T05:00:00.000Z");
  expect(nextWeekly(thursday).toISOString()).toBe("2026-11-23T05:00:00.000Z");
  for (const day of [23, 24, 29])
    expect(weeklyRange(Date.UTC(2026, 10, day, 5))).toEqual({ from: "2026-11-16", to: "2026-11-22" });
});

test("a daily report goes out once, although two workers look at the same time, with figures, products and problems", async () => {
  const shop = await anAlertShop();
  const other = aService({ env: { DATABASE_URL: shop.url } });
  const store = await shop.aStore();
  const member = await aReader(shop, store, { daily: true });
  await peopleWait(shop, store, 3);
  await shop.ask("update store_days set day = day - 1");
  await makeDue(shop, "daily");
  await Promise.all([
    send(shop),
    sendDueReports({ ...reportDeps(shop), ...other.deps, publicUrl: "https://x.example" }),
  ]);
  await send(shop);
  const [mail, ...more] = await mailsOf(shop);
  expect(more).toEqual([]);
  expect(mail?.to_email).toBe(member.email);
  expect(mail?.text_body).toContain("Waiting now: 3");
  expect(mail?.text_body).toContain("New sign-ups: 3 (day before: 0)");
  expect(mail?.text_body).toContain("Revenue: none (day before: none)");
  expect(mail?.text_body).toContain("- Boots 1: 3 waiting");
  expect(mail?.text_body).toContain("No stock was reported yet.");
  expect(mail?.html_body).toContain("Boots 1");

  // The same day again, for example after the member has turned reports off and on.
  await makeDue(shop, "daily");
  await send(shop);
  expect(await mailsOf(shop)).toHaveLength(1);
});

test("when nothing happened there is no daily report, and the weekly one says so, in the member's language", async () => {
  const shop = await anAlertShop();
  const store = await shop.aStore();
  await aReader(shop, store, { daily: true, weekly: true, language: "de" });
  await makeDue(shop, "daily");
  await makeDue(shop, "weekly");
  await send(shop);
  const mails = await mailsOf(shop);
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining("Ihre Woche")]);
  expect(mails[0]?.text_body).toContain("In dieser Woche ist nichts geschehen");
  expect(mails[0]?.text_body).toContain("Noch kein Bestand wurde gemeldet.");
  expect(mails[0]?.html_body).toContain('lang="de"');
});

test("a threshold is told once for each crossing, and not for products that were over it before", async () => {
  const shop = await anAlertShop();
  const store = await shop.aStore();
  await peopleWait(shop, store, 3, 1);
  await aReader(shop, store, { threshold: 3 });
  const look = async () => {
    await makeDue(shop, "check");
    await send(shop);
    return (await mailsOf(shop)).map(({ subject }) => subject);
  };
  expect(await look()).toEqual([]);
  await peopleWait(shop, store, 2, 2);
  expect(await look()).toEqual([]);
  await peopleWait(shop, store, 1, 2);
  const told = ["3 people wait for Boots 2"];
  expect(await look()).toEqual(told);
  await peopleWait(shop, store, 1, 2);
  expect(await look()).toEqual(told);
  await shop.ask("update demand set people = 1 where store_id = $1", [store.id]);
  expect(await look()).toEqual(told);
  await shop.ask("update demand set people = 5 where store_id = $1", [store.id]);
  expect(await look()).toEqual([...told, "2 products for which at least 3 people wait"]);
});

test("a report has a link and a header that end the reports of this member, and of nobody else", async () => {
  const shop = await aSenderShop();
  const store = await shop.aStore();
  const [member, other] = [await aReader(shop, store, { weekly: true }), await aReader(shop, store, { weekly: true })];
  await makeDue(shop, "weekly");
  await send(shop);
  await shop.mailer.sendDueMails();
  const { raw = "" } = shop.server.raw().find(({ recipients }) => recipients.includes(member.email)) ?? {};
  expect(raw).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
  const url = /List-Unsubscribe: <([^>]+)>/.exec(raw.replaceAll(/\r\n /g, " ").replace(": \r\n", ": "))?.[1] ?? "";
  const { pathname, search } = new URL(url);
  const { http } = shop.service;
  const page = await http.inject({ url: `${pathname}${search}` });
  expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining("Stop the emails")]);
  const wantsWeekly = async (reader: typeof member) => (await reader.call("/storeadmin/v3/reports")).body["weekly"];
  expect(await wantsWeekly(member)).toBe(true);
  const forged = url.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  expect((await http.inject({ method: "POST", url: forged.replace(/^.*?\/alerts/, "/alerts") })).statusCode).toBe(404);
  const ended = await http.inject({
    method: "POST",
    url: `${pathname}${search}`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: "List-Unsubscribe=One-Click",
  });
  expect([ended.statusCode, ended.body]).toEqual([200, expect.stringContaining("You get no more reports")]);
  expect([await wantsWeekly(member), await wantsWeekly(other)]).toEqual([false, true]);
});

test("somebody who is no member any more gets no report", async () => {
  const shop = await anAlertShop();
  const store = await shop.aStore();
  const { email } = await aReader(shop, store, { weekly: true });
  await shop.ask("delete from memberships where email = $1", [email]);
  await makeDue(shop, "weekly");
  await send(shop);
  expect(await mailsOf(shop)).toEqual([]);
  expect(await shop.ask("select from report_preferences")).toEqual([]);
});
