import { expect, test } from "vitest";
import { look } from "../../../../test/fixtures/database.ts";
import { aService, aStore } from "../../../../test/fixtures/service.ts";
import { unavailable } from "../../errors.ts";
import type { StoreId } from "../../ids.ts";
import { SendError } from "../send-outcome.ts";
import { createSendRate } from "../send-rate.ts";
import { queueText } from "./queue-mail.ts";
import { createMailer } from "./send-queued-mails.ts";

const service = aService();

test("a text message that was sent is not sent again when the worker could not record it", async () => {
  const store = await aStore(service);
  const to = "+4915112345678";
  await store.inStore((tx) => queueText(tx, { kind: "test", to, text: store.pid }));
  const { db, log } = service.deps;
  let sent = 0;
  const sms = async ({ text }: { text: string }) => void (text === store.pid && (sent += 1));
  // The connection is lost right after the provider has taken the message.
  let isLost = false;
  const asWorker: typeof db.asWorker = async (work) => {
    if (sent > 0 && !isLost) {
      isLost = true;
      throw unavailable("The database");
    }
    return db.asWorker(work);
  };
  const isWithheld = async () => false;
  await expect(
    createMailer({ db: { ...db, asWorker }, log, isWithheld, senders: { sms } }).sendDueMails(),
  ).rejects.toThrow("database");
  expect(sent).toBe(1);
  await createMailer({ db, log, isWithheld, senders: { sms } }).sendDueMails();
  expect(sent).toBe(1);
  expect(await look("select due_at::text, problem from mails where store_id = $1", [store.id])).toEqual([
    { due_at: "infinity", problem: null },
  ]);
});

test.each([
  ["throttles", { state: "throttled", reason: "429", retryAfterSeconds: 1_800 }, 1_800],
  ["throttles without saying for how long", { state: "throttled", reason: "429" }, 60],
  ["is down", { state: "deferred", reason: "no connection", isProviderDown: true }, 60],
] as const)("while the provider %s, no attempt of a message is counted", async (_, failure, seconds) => {
  const store = await aStore(service);
  const { db, log } = service.deps;
  const isWithheld = async () => false;
  await store.inStore((tx) => queueText(tx, { kind: "test", to: "+4915112345678", text: store.pid }));
  const texts: string[] = [];
  const sms = async ({ text }: { text: string }) => {
    texts.push(text);
    throw new SendError(failure);
  };
  for (let time = 0; time < 10; time += 1) {
    // A new mailer, because a provider that throttles is not asked again soon.
    await createMailer({ db, log, isWithheld, senders: { sms } }).sendDueMails();
    const [{ attempts, wait } = fail()] = await findQueued(store);
    expect(attempts).toBe(0);
    expect(wait).toBeGreaterThan(seconds - 10);
    expect(wait).toBeLessThanOrEqual(seconds + 10);
    await look("update mails set due_at = now() where store_id = $1", [store.id]);
  }
  expect(texts.filter((text) => text === store.pid)).toHaveLength(10);
});

test("a message that the provider throttles is given up after three days", async () => {
  const store = await aStore(service);
  const { db, log } = service.deps;
  await store.inStore((tx) => queueText(tx, { kind: "test", to: "+4915112345678", text: store.pid }));
  await look("update mails set created_at = now() - interval '73 hours' where store_id = $1", [store.id]);
  let tried = 0;
  const sms = async ({ text }: { text: string }) => {
    if (text === store.pid) tried += 1;
    throw new SendError({ state: "throttled", reason: "429" });
  };
  for (let time = 0; time < 10; time += 1) {
    await createMailer({ db, log, isWithheld: async () => false, senders: { sms } }).sendDueMails();
    await look("update mails set due_at = now() where store_id = $1", [store.id]);
  }
  expect(tried).toBe(8);
  expect((await findQueued(store))[0]?.attempts).toBe(8);
});

test("a message that fails as if the provider were down is given up after eight tries if others are sent meanwhile", async () => {
  const store = await aStore(service);
  const { db, log } = service.deps;
  const poison = `poison ${store.pid}`;
  const queue = (text: string) => store.inStore((tx) => queueText(tx, { kind: "test", to: "+4915112345678", text }));
  const tried: string[] = [];
  let isDown = true;
  const sms = async ({ text }: { text: string }) => {
    tried.push(text);
    if (isDown || text === poison)
      throw new SendError({ state: "deferred", reason: "no connection", isProviderDown: true });
  };
  const { sendDueMails } = createMailer({ db, log, isWithheld: async () => false, senders: { sms } });
  const sendAll = async () => {
    await look("update mails set due_at = now() where store_id = $1 and sent_at is null", [store.id]);
    await sendDueMails();
  };
  const attempts = async () => (await findQueued(store))[0]?.attempts;

  await queue(poison);
  for (let time = 0; time < 3; time += 1) await sendAll();
  expect(await attempts()).toBe(0);
  isDown = false;
  for (let time = 1; time <= 12; time += 1) {
    await queue("another");
    await sendDueMails();
    await sendAll();
    expect(await attempts()).toBe(Math.min(time, 8));
  }
  expect(tried.filter((text) => text === poison)).toHaveLength(3 + 8);
});

test("messages of the queue keep to the rate that the provider accepts, which alerts have found", async () => {
  const [store, other] = [await aStore(service), await aStore(service)];
  const { db, log } = service.deps;
  for (const one of [store, other])
    await one.inStore((tx) => queueText(tx, { kind: "test", to: "+4915112345678", text: one.pid }));
  const rate = createSendRate();
  rate.report(store.id, { state: "throttled", reason: "429", retryAfterSeconds: 1_800 });
  const sent: string[] = [];
  const sms = async ({ text }: { text: string }) => void sent.push(text);
  await createMailer({ db, log, isWithheld: async () => false, senders: { sms }, rates: { sms: rate } }).sendDueMails();
  expect(sent).toContain(other.pid);
  expect(sent).not.toContain(store.pid);
  const [{ attempts, wait } = fail()] = await findQueued(store);
  expect(attempts).toBe(0);
  expect(wait).toBeGreaterThan(1_790);
  expect(wait).toBeLessThanOrEqual(1_800);
});

test("messages of the queue that may not be sent at once wait for their turn", async () => {
  const store = await aStore(service);
  const { db, log } = service.deps;
  for (let n = 0; n < 5; n += 1)
    await store.inStore((tx) => queueText(tx, { kind: "test", to: "+4915112345678", text: store.pid }));
  const rate = createSendRate({ perSecondMax: 10 });
  const times: number[] = [];
  const sms = async ({ text }: { text: string }) => void (text === store.pid && times.push(performance.now()));
  await createMailer({ db, log, isWithheld: async () => false, senders: { sms }, rates: { sms: rate } }).sendDueMails();
  expect(times).toHaveLength(5);
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(350);
  expect(rate.countAnswered()).toBeGreaterThanOrEqual(5);
});

/** The messages of a store that are not sent. */
const findQueued = ({ id }: { id: StoreId }) =>
  look<{ attempts: number; wait: number }>(
    "select attempts, extract(epoch from due_at - now())::float8 as wait from mails where store_id = $1 and sent_at is null",
    [id],
  );

const fail = (): never => {
  throw new Error("The value is missing");
};
