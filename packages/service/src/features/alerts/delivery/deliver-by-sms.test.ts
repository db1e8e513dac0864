import { expect, test } from "vitest";
import { alertCall, anAlertShop, aProvider, stock } from "../../../../test/fixtures/alert-shop.ts";
import { tally } from "../../../../test/fixtures/crowd.ts";
import { anHttpSink } from "../../../../test/fixtures/http-sink.ts";
import type { TestStore } from "../../../../test/fixtures/service.ts";
import { aProduct, subscribeAs } from "../../../../test/fixtures/subscription-calls.ts";
import type { Sender } from "../../../platform/messaging/sender.ts";
import { createSmsSender } from "../../../platform/messaging/sms/create-sms-sender.ts";

const NOON = Date.UTC(2026, 5, 1, 12);
const HOUR_MS = 3_600_000;
const numbers = (count: number) => Array.from({ length: count }, (_, n) => `+49151100${String(n).padStart(5, "0")}`);
const twilioAt = (url: string) => ({ twilio: { account: "AC1", secret: "token", from: "+15550001111", url } });

/** A shop that sends text messages through `sms`. The test sets the time. */
async function anSmsShop(sms: Sender) {
  const shop = await anAlertShop(aProvider());
  let now = NOON;
  Object.assign(shop.deps, { senders: { ...shop.deps.senders, sms }, clock: () => now });
  return { ...shop, setTime: (time: number) => void (now = time) };
}
async function aLineOfNumbers(store: TestStore, count: number, more = {}) {
  for (const number of numbers(count)) await subscribeAs(store, number, [aProduct(1)], { medium: "sms", ...more });
  return numbers(count);
}
const plansOf = async (store: TestStore) =>
  (await alertCall(store, "plans", { epi: 1 }))["plans"] as { deliveries: Record<string, number> }[];

test("Twilio gets a text message as a form, with the account's credentials", async () => {
  const sink = await anHttpSink(() => ({ status: 201 }));
  const shop = await anSmsShop(createSmsSender(twilioAt(sink.url)));
  const store = await shop.aStore();
  await aLineOfNumbers(store, 1);
  await stock(store, 1);
  await shop.work();
  const [posted = fail()] = sink.posts;
  expect(posted.path).toBe("/2010-04-01/Accounts/AC1/Messages.json");
  expect(posted.headers.authorization).toBe(`Basic ${Buffer.from("AC1:token").toString("base64")}`);
  const form = new URLSearchParams(posted.body);
  expect([form.get("To"), form.get("From")]).toEqual([numbers(1)[0], "+15550001111"]);
  expect(form.get("Body")).toMatch(
    /^Back in stock: an item at A test's store\nhttps?:\/\/\S+\nReply STOP to end this\.$/,
  );
  expect((await plansOf(store))[0]?.deliveries).toEqual({ sent: 1 });
});

test("when a provider hangs after accepting a text message, or the worker dies, no message is sent again and each shows as ambiguous", async () => {
  const sink = await anHttpSink(() => "hang");
  const real = createSmsSender(twilioAt(sink.url), { timeoutMs: 200 });
  const dying: Sender = {
    ...real,
    async send(message, key) {
      await real.send(message, key);
      return new Promise(() => undefined); // as after kill -9, it never returns
    },
  };
  const shop = await anSmsShop(dying);
  const store = await shop.aStore();
  const line = await aLineOfNumbers(store, 15);
  await stock(store, 1);
  await shop.begin();
  void shop.deliverNextChunk().catch(() => undefined); // it may notice later that its lease is lost
  await expect.poll(() => sink.posts.length, { timeout: 60_000 }).toBe(10);
  await shop.release();
  Object.assign(shop.deps, { senders: { sms: real } });
  await shop.work();
  await shop.release();
  await shop.work();
  const to = sink.posts.map(({ body }) => new URLSearchParams(body).get("To") ?? "");
  expect(tally(to)).toEqual(Object.fromEntries(line.map((number) => [number, 1])));
  expect((await plansOf(store))[0]?.deliveries).toEqual({ ambiguous: 15 });
  const { because } = await alertCall(store, "explain", { epi: 1, medium: "sms", mediumvalue: line[0] });
  expect(because).toBe("State: notified. Reason: may have been delivered: a worker stopped while sending it.");
  expect(await shop.ask("select from chunks")).toEqual([]);
});

test("a text message that the provider did not accept is tried again, and sent once", async () => {
  let requests = 0;
  const sink = await anHttpSink(() => ({ status: (requests += 1) <= 3 ? 400 : 201 }));
  const shop = await anSmsShop(createSmsSender(twilioAt(sink.url)));
  const store = await shop.aStore();
  await aLineOfNumbers(store, 3);
  await stock(store, 1);
  await shop.work();
  expect(await shop.ask("select from deliveries")).toEqual([]);
  await shop.release();
  await shop.work();
  expect(sink.posts).toHaveLength(6);
  expect((await plansOf(store))[0]?.deliveries).toEqual({ sent: 3 });
});

test("a text message to a recipient in a time zone where it is night waits until morning, the others are sent at once, and the ledger records why", async () => {
  const sent: { to: string; at: number }[] = [];
  let at = Date.UTC(2026, 5, 1, 0);
  const shop = await anSmsShop({
    inFlight: 10,
    mayRepeat: false,
    send: async (write) => {
      const { to } = await write();
      sent.push({ to, at });
      return { state: "sent" };
    },
  });
  const store = await shop.aStore();
  const zones = [
    "Pacific/Auckland",
    "Asia/Tokyo",
    "Asia/Kolkata",
    "Europe/Berlin",
    "UTC",
    "America/New_York",
    "America/Los_Angeles",
    "Pacific/Honolulu",
  ];
  const people = new Map(numbers(zones.length).map((number, n) => [number, zones[n] ?? "UTC"]));
  for (const [number, timezone] of people) await subscribeAs(store, number, [aProduct(1)], { medium: "sms", timezone });
  await subscribeAs(store, "mail@example.com");
  await stock(store, 1);
  for (let hour = 0; hour < 24; hour += 1, at += HOUR_MS) {
    shop.setTime(at);
    await shop.work();
    await shop.release();
  }
  expect(shop.addresses()).toEqual(["mail@example.com"]);
  expect(sent.map(({ to }) => to).toSorted()).toEqual([...people.keys()].toSorted());
  const hours = sent.map(({ to, at: time }) =>
    Number(
      new Intl.DateTimeFormat("en-GB", { timeZone: people.get(to) ?? "", hour: "2-digit", hourCycle: "h23" }).format(
        time,
      ),
    ),
  );
  expect(hours.filter((hour) => hour < 8 || hour >= 21)).toEqual([]);
  const ledger = await shop.ask<{ reason: string }>("select reason from ledger where reason like 'waits until 8:00%'");
  expect(ledger.length).toBeGreaterThan(0);
});

const fail = (): never => {
  throw new Error("The value is missing");
};
