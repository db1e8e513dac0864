import { expect, test } from "vitest";
import { aLine, alertCall, anAlertShop, aProvider, stock } from "../../../../test/fixtures/alert-shop.ts";
import { aSenderShop, fetchSenders } from "../../../../test/fixtures/sender-shop.ts";
import type { TestStore } from "../../../../test/fixtures/service.ts";
import { aProduct, subscribeAs } from "../../../../test/fixtures/subscription-calls.ts";
import { queueMail } from "../../../platform/messaging/mail/queue-mail.ts";
import { createDelivery } from "../delivery/deliver-chunk.ts";

test("alerts over the limit of a day wait with the reason, and go out when it is raised, each once", async () => {
  const shop = await aSenderShop();
  const store = await shop.aStore({ sending: { mailsPerDay: 7 } });
  const line = await aLine(store, 20);
  await stock(store, 20);
  for (let time = 0; time < 3; time += 1) {
    await shop.work();
    await shop.release();
  }
  const sentTo = () => shop.server.raw().map(({ recipients }) => String(recipients[0]));
  expect(sentTo().toSorted()).toEqual(line.slice(0, 7));
  const plans = async () => (await alertCall(store, "plans", { epi: 1 }))["plans"];
  expect(await plans()).toMatchObject([
    { reason: "the store's limit of 7 mails a day is reached", deliveries: { sent: 7 } },
  ]);
  const { because } = await alertCall(store, "explain", { epi: 1, medium: "email", mediumvalue: line[9] });
  expect(because).toContain("are waiting: the store's limit of 7 mails a day is reached");
  expect((await fetchSenders(store)).email).toMatchObject({ today: { messages: 7 } });

  await shop.changeSettings(store, { sending: { mailsPerDay: 15 } });
  await shop.release();
  await shop.work();
  expect(sentTo()).toHaveLength(15);
  // The next day.
  await shop.ask("update send_counts set day = day - 1");
  await shop.release();
  await shop.work();
  expect(sentTo().toSorted()).toEqual(line);
  expect(await plans()).toMatchObject([{ reason: null, deliveries: { sent: 20 } }]);
});

test("the lower of the merchant's and the operator's limit counts, and the merchant cannot raise the operator's", async () => {
  const shop = await aSenderShop();
  const store = await shop.aStore({ sending: { mailsPerDay: 15, mailsPerDayMax: 5, textsPerDayMax: 3 } });
  await aLine(store, 10);
  await stock(store, 10);
  await shop.work();
  expect(shop.server.raw()).toHaveLength(5);
  expect(await fetchSenders(store)).toMatchObject({
    email: { limits: { messagesPerDay: 5 } },
    sms: { limits: { messagesPerDay: 3 } },
  });
  const change = (sending: object) => store.admin("/storeadmin/v3/settings/update", undefined, { json: { sending } });
  const raised = await change({ mailsPerDayMax: 100 });
  expect([raised.status, raised.body["msg"]]).toEqual([400, expect.stringContaining("a setting of the operator")]);
  expect((await change({ mailsPerDay: 2 })).status).toBe(200);
  expect((await fetchSenders(store)).email).toMatchObject({ limits: { messagesPerDay: 2 } });
});

test("queued mails count, too, and wait without losing an attempt", async () => {
  const shop = await aSenderShop();
  const store = await shop.aStore({ sending: { mailsPerDay: 2 }, alerts: { doubleOptIn: true } });
  for (let n = 0; n < 5; n += 1) await subscribeAs(store, `p${n}@example.com`);
  for (let time = 0; time < 10; time += 1) {
    await shop.work();
    await shop.release();
  }
  expect(shop.server.raw()).toHaveLength(2);
  const waiting = await shop.ask("select problem, attempts from mails where sent_at is null");
  expect(waiting).toEqual(Array.from({ length: 3 }, () => ({ problem: "over the limit of a day", attempts: 0 })));
  await shop.changeSettings(store, { sending: { mailsPerDay: 100 } });
  await shop.work();
  expect(shop.server.raw()).toHaveLength(5);
});

test("a thousand queued mails over the limit wait together, and those of another store go first", async () => {
  const shop = await aSenderShop();
  const store = await shop.aStore({ sending: { mailsPerDay: 1 } });
  const other = await shop.aStore();
  const queue = (of: TestStore, to: string) =>
    of.inStore((tx) =>
      queueMail(tx, { shopperId: null, kind: "test", mail: { to, subject: "x", text: "x", html: "x" } }),
    );
  for (let n = 0; n < 1_000; n += 1) await queue(store, `p${n}@example.com`);
  await queue(other, "other@example.com");
  let pages = 0;
  for (; !shop.server.raw().some(({ recipients }) => recipients.includes("other@example.com")); pages += 1)
    expect(await shop.mailer.sendDueMails()).toBeGreaterThan(0);
  expect(pages).toBeLessThanOrEqual(3);
  expect(await shop.mailer.sendDueMails()).toBe(0);
  const waiting = "select problem, attempts, count(*)::int from mails where sent_at is null group by 1, 2";
  expect(await shop.ask(waiting)).toEqual([{ problem: "over the limit of a day", attempts: 0, count: 999 }]);

  await shop.ask("update mails set created_at = created_at - interval '4 days'");
  await shop.release();
  await shop.work();
  expect(await shop.ask(waiting)).toEqual([{ problem: "over the limit of a day", attempts: 8, count: 999 }]);
});

test("several workers together send exactly as many alerts as the limit allows, also with a provider that refuses some", async () => {
  let asked = 0;
  const provider = aProvider(() => {
    asked += 1;
    return asked % 3 === 0 ? { state: "throttled", reason: "429" } : { state: "sent" };
  });
  const shop = await anAlertShop(provider);
  const store = await shop.aStore({ sending: { mailsPerDay: 50 } });
  for (let epi = 1; epi <= 12; epi += 1) {
    for (let n = 0; n < 6; n += 1) await subscribeAs(store, `p${epi}-${n}@example.com`, [aProduct(epi)]);
    await stock(store, 10, epi);
  }
  await shop.begin();
  const workers = Array.from({ length: 4 }, () => createDelivery(shop.deps));
  for (let time = 0; time < 12; time += 1) {
    await Promise.all(
      workers.map(async ({ deliverNextChunk }) => {
        while (await deliverNextChunk());
      }),
    );
    await shop.release();
  }
  const [counted] = await shop.ask<{ messages: number }>("select messages from send_counts");
  const sent = await shop.ask("select from deliveries where state = 1");
  expect([sent.length, counted?.messages]).toEqual([50, 50]);
  expect(await shop.ask("select from waiting")).toHaveLength(22); // control: more were waiting

  await shop.changeSettings(store, { sending: { mailsPerDay: 1_000 } });
  for (let time = 0; time < 12; time += 1) {
    await shop.release();
    await shop.deliver();
  }
  expect(await shop.ask("select from deliveries where state = 1")).toHaveLength(72);
});

test("text messages stop when the next one would cost more than the store spends in a day", async () => {
  const texts = aProvider();
  const shop = await anAlertShop();
  const store = await shop.aStore({ sending: { textPrice: 0.075, textSpendPerDay: 0.25 } });
  const zone = { medium: "sms", timezone: "Europe/Berlin" };
  for (let n = 0; n < 5; n += 1) await subscribeAs(store, `+491511000000${n}`, [aProduct(1)], zone);
  await stock(store, 5);
  await shop.begin();
  const noon = () => Date.UTC(2026, 5, 1, 10);
  const senders = { sms: { ...texts.sender, mayRepeat: false } };
  const deliver = async () => {
    const { deliverNextChunk } = createDelivery({ ...shop.deps, senders, clock: noon });
    while (await deliverNextChunk());
  };
  await deliver();
  expect(texts.handed).toHaveLength(3);
  expect((await fetchSenders(store)).sms).toMatchObject({ today: { messages: 3, spent: 0.225 } });
  expect((await alertCall(store, "plans", { epi: 1 }))["plans"]).toMatchObject([
    { reason: "the store's limit for what it spends on text messages today is reached" },
  ]);
  await shop.changeSettings(store, { sending: { textPrice: 0.075, textSpendPerDay: 0.3 } });
  await shop.release();
  await deliver();
  expect(texts.handed).toHaveLength(4);
});
