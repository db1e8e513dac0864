import { expect, test } from "vitest";
import { look } from "../../../../test/fixtures/database.ts";
import { aService, aStore } from "../../../../test/fixtures/service.ts";
import { unavailable } from "../../errors.ts";
import { SendError } from "../send-outcome.ts";
import { queueText } from "./queue-mail.ts";
import { sendDueMails } from "./send-queued-mails.ts";

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
  await expect(sendDueMails({ db: { ...db, asWorker }, log, isWithheld, senders: { sms } })).rejects.toThrow(
    "database",
  );
  expect(sent).toBe(1);
  await sendDueMails({ db, log, isWithheld, senders: { sms } });
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
    if (text === store.pid) throw new SendError(failure);
  };
  const queued = () =>
    look<{ attempts: number; wait: number }>(
      "select attempts, extract(epoch from due_at - now())::float8 as wait from mails where store_id = $1",
      [store.id],
    );
  for (let time = 0; time < 10; time += 1) {
    await sendDueMails({ db, log, isWithheld, senders: { sms } });
    const [{ attempts, wait } = fail()] = await queued();
    expect(attempts).toBe(0);
    expect(wait).toBeGreaterThan(seconds - 10);
    expect(wait).toBeLessThanOrEqual(seconds + 10);
    await look("update mails set due_at = now() where store_id = $1", [store.id]);
  }
  expect(texts.filter((text) => text === store.pid)).toHaveLength(10);
});

const fail = (): never => {
  throw new Error("The value is missing");
};
