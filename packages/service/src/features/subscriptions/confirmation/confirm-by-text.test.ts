import { expect, test } from "vitest";
import { look } from "../../../../test/fixtures/database.ts";
import { aMigratedDatabase } from "../../../../test/fixtures/migrated-database.ts";
import { aService, aStore, type TestStore } from "../../../../test/fixtures/service.ts";
import { good } from "../../../../test/fixtures/shopper-lists.ts";
import { aProduct, subscriptionRows, subscriptionsOf } from "../../../../test/fixtures/subscription-calls.ts";
import { createMailer } from "../../../platform/messaging/mail/send-queued-mails.ts";
import { SendError } from "../../../platform/messaging/send-outcome.ts";
import type { SendText, TextMessage } from "../../../platform/messaging/sms/sms.ts";
import { SMS } from "../address.ts";
import { createIsWithheld } from "../suppression/is-withheld.ts";
import { suppress } from "../suppression/suppress.ts";

/** A separate database, because the worker sends the messages of all stores. */
async function aTextingShop() {
  const url = await aMigratedDatabase();
  const env = { KEEPSAKE_SMS_HTTP_URL: "https://sms.example/send", KEEPSAKE_PUBLIC_URL: "https://alerts.example" };
  const service = aService({ env: { ...env, DATABASE_URL: url } });
  const { db, log, hooks } = service.deps;
  const sent: TextMessage[] = [];
  const provider: SendText = async (message) => void sent.push(message);
  const sendDue = (sms = provider) =>
    createMailer({ db, log, senders: { sms }, isWithheld: createIsWithheld(service.deps) }).sendDueMails();
  const ask: typeof look = (text, values) => look(text, values, url);
  const reply = async (store: TestStore, From: string, Body: string) => {
    const hook = new URL(hooks.urlOf("sms", await store.record()));
    return store.browser(hook.pathname + hook.search, { From, Body, MessageSid: "SM1", To: "+15550001111" });
  };
  return {
    service,
    sent,
    sendDue,
    ask,
    reply,
    aStore: () => aStore(service, { scopes: ["admin"] }),
    rows: (store: TestStore) => subscriptionRows(store, ask),
  };
}
const signUp = async (store: TestStore, number: string, epi = 1) =>
  subscriptionsOf(store, await store.aGuest()).create(number, [aProduct(epi)], { medium: "sms" });
const NUMBER = "+4915112345678";

test("a sign-up by SMS in a browser sends one text with a link, and its page puts the number in line", async () => {
  const shop = await aTextingShop();
  const store = await shop.aStore();
  expect(good(await signUp(store, NUMBER)).message).toBe("Almost done. Confirm with the link in the text message.");
  expect(await shop.rows(store)).toEqual([]);
  await shop.sendDue();
  await shop.sendDue();
  expect(shop.sent).toMatchObject([{ to: NUMBER }]);
  const [{ text } = { text: "" }] = shop.sent;
  expect(text).toContain("an item at A test's store");
  expect(text).toContain("YES");
  const link = new URL(/https:\/\/\S+/.exec(text)?.[0] ?? "");
  const query = { token: link.searchParams.get("token") ?? "" };
  const page = await store.admin(link.pathname, undefined, { key: null, method: "GET", query });
  expect([page.status, page.text]).toMatchObject([200, expect.stringContaining("will text you about")]);
  const confirmed = await store.admin(link.pathname, query, { key: null });
  expect(confirmed.text).toContain("We&#39;ll text you");
  expect(await shop.rows(store)).toMatchObject([{ value: NUMBER, medium: SMS, state: 1 }]);
});

test("the answer YES confirms, and another word does not", async () => {
  const shop = await aTextingShop();
  const store = await shop.aStore();
  good(await signUp(store, NUMBER));
  await shop.reply(store, NUMBER, "Hello");
  await shop.reply(store, "+4915199999999", "YES");
  expect(await shop.rows(store)).toEqual([]);
  const { text } = await shop.reply(store, NUMBER, "Yes!");
  expect(text).toContain("on the waiting list");
  expect(await shop.rows(store)).toMatchObject([{ value: NUMBER, state: 1 }]);
  expect((await shop.reply(store, NUMBER, "yes")).text).not.toContain("<Message>");
});

test("YES confirms a sign-up that was repeated just before its first text expired", async () => {
  const shop = await aTextingShop();
  const store = await shop.aStore();
  const calls = subscriptionsOf(store, await store.aGuest());
  const signUpAgain = async () => good(await calls.create(NUMBER, [aProduct(1)], { medium: "sms" }));
  const age = () => shop.ask("update sign_up_requests set requested_at = requested_at - interval '47 hours'");
  await signUpAgain();
  await age();
  await signUpAgain();
  await age();
  expect((await shop.reply(store, NUMBER, "YES")).text).toContain("on the waiting list");
  expect(await shop.rows(store)).toMatchObject([{ value: NUMBER, state: 1 }]);
});

test("YES does not join the mailing list, because the text does not mention it; the page of the link does both", async () => {
  const shop = await aTextingShop();
  const store = await shop.aStore();
  const listed = async () =>
    (await shop.ask<{ listed: boolean | null }>("select on_mailing_list as listed from contacts")).map(
      (one) => one.listed,
    );
  const calls = subscriptionsOf(store, await store.aGuest());
  const terms = { medium: "sms", addtomailinglist: "1" };
  good(await calls.create(NUMBER, [aProduct(1)], terms));
  while ((await shop.sendDue()) > 0);
  await shop.reply(store, NUMBER, "YES");
  expect(await shop.rows(store)).toMatchObject([{ value: NUMBER, state: 1 }]);
  expect(await listed()).toEqual([null]);

  good(await calls.create(NUMBER, [aProduct(2)], terms));
  while ((await shop.sendDue()) > 0);
  const link = new URL(/https:\/\/\S+/.exec(shop.sent.at(-1)?.text ?? "")?.[0] ?? "");
  const query = { token: link.searchParams.get("token") ?? "" };
  const page = await store.admin(link.pathname, undefined, { key: null, method: "GET", query });
  expect(page.text).toMatch(/You also agree to get news from .* by text message\./);
  await store.admin(link.pathname, query, { key: null });
  expect(await listed()).toEqual([true]);
});

test("when two people signed the number up, YES cannot tell which is meant and confirms nothing", async () => {
  const shop = await aTextingShop();
  const store = await shop.aStore();
  good(await signUp(store, NUMBER, 1));
  good(await signUp(store, NUMBER, 2));
  expect((await shop.reply(store, NUMBER, "YES")).text).toContain("open the link");
  expect(await shop.rows(store)).toEqual([]);
});

test("a text that the provider may have accepted is not sent again; one that it refused for now is", async () => {
  const shop = await aTextingShop();
  const store = await shop.aStore();
  let calls = 0;
  const failing =
    (state: "unknown" | "deferred"): SendText =>
    async () => {
      calls += 1;
      throw new SendError({ state, reason: "no answer" });
    };
  const due = () => shop.ask("update mails set due_at = now() where sent_at is null");
  good(await signUp(store, NUMBER));
  await shop.sendDue(failing("deferred"));
  await due();
  await shop.sendDue(failing("unknown"));
  await due();
  await shop.sendDue(failing("unknown"));
  expect(calls).toBe(2);
});

test("a number that wants no texts gets none, and one number gets at most three a day", async () => {
  const shop = await aTextingShop();
  const store = await shop.aStore();
  const stopped = "+4915100000000";
  const hash = shop.service.deps.hashAddress({ medium: SMS, value: stopped }, store.id);
  await store.inStore((tx) => suppress(tx, hash, { reason: "stop" }));
  const answers = [await signUp(store, stopped)];
  for (let n = 0; n < 5; n += 1) answers.push(await signUp(store, NUMBER, n));
  expect(new Set(answers.map(({ status, body }) => `${status} ${String(body.message)}`)).size).toBe(1);
  while ((await shop.sendDue()) > 0);
  expect(shop.sent.map(({ to }) => to)).toEqual([NUMBER, NUMBER, NUMBER]);
});

test("without an SMS provider, the answer is 503 and names the settings that are missing", async () => {
  const withMail = aService({ env: { KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:1" } });
  const answer = await signUp(await aStore(withMail), NUMBER);
  expect([answer.status, answer.body.type]).toEqual([503, "unavailable"]);
  expect(answer.body["message"]).toContain("KEEPSAKE_TWILIO_ACCOUNT or KEEPSAKE_SMS_HTTP_URL");
});
