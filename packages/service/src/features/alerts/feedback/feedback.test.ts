import { expect, test } from "vitest";
import { aLine, alertCall, anAlertShop, stock } from "../../../../test/fixtures/alert-shop.ts";
import { aService, aStore, type Params, refusalOf, type TestStore } from "../../../../test/fixtures/service.ts";
import { aProduct, subscribeAs, subscriptionRows } from "../../../../test/fixtures/subscription-calls.ts";
import { queueMail } from "../../../platform/messaging/mail/queue-mail.ts";
import { createMailer } from "../../../platform/messaging/mail/send-queued-mails.ts";
import { createIsWithheld } from "../../subscriptions/suppression/is-withheld.ts";
import type { HookKind } from "./hook-urls.ts";
import { releaseBrake } from "./release-brake.ts";

const service = aService();
const { hooks } = service.deps;
const aShop = () => aStore(service, { scopes: ["admin"] });

const urlOf = (kind: HookKind, store: Pick<TestStore, "id" | "pid">) =>
  hooks.urlOf(kind, { ...store, hooks: { version: 0, oldUntil: null } });
const pathOf = (url: string) => url.slice(new URL(url).origin.length);
const report = (store: TestStore, json: object, headers: Params = {}) =>
  store.browser(pathOf(urlOf("mail", store)), undefined, { json, headers, query: {} });
const text = (store: TestStore, From: string, Body: string) =>
  store.browser(pathOf(urlOf("sms", store)), { From, Body, MessageSid: "SM1", To: "+15550001111" });
const stateOf = async (store: TestStore, value: string) =>
  (await subscriptionRows(store)).find((row) => row.value === value)?.state;
const messageOf = (xml: string) => /<Message>(.*)<\/Message>/.exec(xml)?.[1];

const sns = (message: object) => ({
  Type: "Notification",
  MessageId: "1",
  TopicArn: "arn",
  Message: JSON.stringify(message),
});
const bounce = (bounceType: string, emailAddress: string) =>
  sns({
    notificationType: "Bounce",
    bounce: { bounceType, bouncedRecipients: [{ emailAddress, status: "5.1.1" }] },
    mail: { headers: [] },
  });
const complaint = (emailAddress: string) =>
  sns({ eventType: "Complaint", complaint: { complainedRecipients: [{ emailAddress }] } });

test("a permanent bounce from SES ends the subscriptions of the address and blocks new ones; a transient one changes nothing", async () => {
  const store = await aShop();
  await subscribeAs(store, "gone@example.com");
  await subscribeAs(store, "full@example.com");
  expect((await report(store, bounce("Permanent", "Gone <gone@example.com>"))).body).toEqual({ taken: 1 });
  expect((await report(store, bounce("Transient", "full@example.com"))).body).toEqual({ taken: 0 });
  expect([await stateOf(store, "gone@example.com"), await stateOf(store, "full@example.com")]).toEqual([7, 1]);
  await subscribeAs(store, "gone@example.com", [aProduct(2)]);
  expect((await subscriptionRows(store)).filter(({ state }) => state === 1).map(({ value }) => value)).toEqual([
    "full@example.com",
  ]);
});

test("reports from SNS are JSON sent as text, after a request to confirm the webhook", async () => {
  const store = await aShop();
  await subscribeAs(store, "angry@example.com");
  const url = pathOf(urlOf("mail", store));
  const post = (body: object) =>
    store.browser(url, undefined, {
      raw: JSON.stringify(body),
      headers: { "content-type": "text/plain; charset=UTF-8" },
    });
  expect((await post({ Type: "SubscriptionConfirmation", SubscribeURL: "https://sns.example/" })).status).toBe(200);
  expect((await post(complaint("angry@example.com"))).body).toEqual({ taken: 1 });
  expect(await stateOf(store, "angry@example.com")).toBe(6);
});

test("other providers report in a simple form, and a repeated report changes nothing", async () => {
  const store = await aShop();
  for (const who of ["a", "b", "c"]) await subscribeAs(store, `${who}@example.com`);
  const events = [
    { type: "bounce", email: "a@example.com" },
    { type: "complaint", email: "b@example.com" },
    { type: "bounce", email: "c@example.com", permanent: false },
    { type: "bounce", email: "not an address" },
  ];
  for (let time = 0; time < 2; time += 1) expect((await report(store, { events })).status).toBe(200);
  expect((await subscriptionRows(store)).map(({ state }) => state)).toEqual([7, 6, 1]);
});

test("a webhook refuses forged and cut tokens and those of another store or webhook", async () => {
  const [store, other] = [await aShop(), await aShop()];
  await subscribeAs(store, "ann@example.com");
  const right = new URL(urlOf("mail", store));
  const token = right.searchParams.get("token") ?? "";
  const wrong = [
    "",
    "x",
    token.slice(1),
    `${token}x`,
    token.toLowerCase(),
    ...[urlOf("mail", other), urlOf("sms", store)].map((url) => new URL(url).searchParams.get("token") ?? ""),
  ];
  const refusals = new Set<string>();
  for (const one of wrong) {
    const answer = await store.browser(right.pathname, undefined, {
      json: { events: [{ type: "complaint", email: "ann@example.com" }], token: one },
      query: { token: one },
    });
    expect(answer.status).toBe(401);
    refusals.add(JSON.stringify(refusalOf(answer)));
  }
  expect(refusals.size).toBe(1);
  expect((await text({ ...store, id: other.id }, "+4915112345678", "STOP")).status).toBe(401);
  expect(await stateOf(store, "ann@example.com")).toBe(1);
});

const FCC = ["STOP", "QUIT", "END", "REVOKE", "OPT OUT", "CANCEL", "UNSUBSCRIBE"];
const LANGUAGES = ["Abmelden", "arrêt", "BAJA", "annulla", "Sair", "afmelden", "Avsluta", "rezygnuję", "İPTAL", "停止"];
const spellings = (word: string) => [
  word,
  word.toLowerCase(),
  word[0] + word.slice(1).toLowerCase(),
  ` ${word} `,
  `${word}.`,
  `${word}!!`,
  `"${word}"`,
  `${word}\n`,
  word.split("").join("."),
  word.split("").join(" "),
  word.normalize("NFD"),
  `\u200b${word}`,
];

test("every word for STOP, in any case and punctuation and in ten languages, suppresses the number; one confirmation is sent and nothing else", async () => {
  const store = await aShop();
  const replies = [...FCC, ...LANGUAGES, "OPT-OUT", "StopAll"]
    .flatMap(spellings)
    .concat("please stop", "Stop texting me!");
  const missed: string[] = [];
  let n = 0;
  for (const words of replies) {
    const number = `+49151${String((n += 1)).padStart(8, "0")}`;
    await subscribeAs(store, number, [aProduct(1)], { medium: "sms" });
    const [first, second] = [await text(store, number, words), await text(store, number, words)];
    const isStopped = (await stateOf(store, number)) === 6;
    if (!isStopped || !messageOf(first.text)?.includes("no more text messages") || messageOf(second.text))
      missed.push(words);
  }
  expect(missed).toEqual([]);
  expect(replies.length).toBeGreaterThan(200);
});

test("other words change nothing and get no answer; START lifts a STOP, but not a bounce", async () => {
  const store = await aShop();
  const number = "+4915112345678";
  const subscribe = () => subscribeAs(store, number, [aProduct(1)], { medium: "sms" });
  await subscribe();
  for (const words of ["Hello", "", "When does it stop raining in the north of Spain?", "Thanks", "1"]) {
    const answer = await text(store, number, words);
    expect([answer.status, answer.headers["content-type"], messageOf(answer.text)]).toEqual([
      200,
      "text/xml; charset=utf-8",
      undefined,
    ]);
  }
  expect(await stateOf(store, number)).toBe(1);
  await text(store, number, "STOP");
  await subscribe();
  expect(await stateOf(store, number)).toBe(7);
  expect(messageOf((await text(store, number, "Start")).text)).toBeUndefined();
  await subscribe();
  expect(await stateOf(store, number)).toBe(1);
  expect((await text(store, "12345", "STOP")).status).toBe(200);
});

test("at 2 complaints in 1,000 mails a store's alerts are paused with a visible reason, confirmations go on, and an operator can resume", async () => {
  const shop = await anAlertShop();
  const store = await shop.aStore();
  const other = await shop.aStore();
  const line = await aLine(store, 3);
  await stock(store, 1);
  await shop.work();
  await shop.ask("update delivery_batches set sent = sent + 997 where store_id = $1", [store.id]);
  for (const one of [store, other]) await subscribeAs(one, "next@example.com", [aProduct(2)]);
  const plans = async (of: TestStore) =>
    (await alertCall(of, "plans", { epi: 2 }))["plans"] as { plan: string; state: string; reason: string | null }[];

  const complain = (email = "") => report(store, { events: [{ type: "complaint", email }] });
  await complain(line[0]);
  await stock(store, 1, 2);
  await shop.begin();
  expect(await plans(store)).toMatchObject([{ state: "done", reason: null }]);
  expect(await shop.ask("select from brakes")).toEqual([]);

  await complain(line[1]);
  await shop.deliver(); // its chunk was cut already
  const reason = "2 complaints about 1000 alerts in 7 days (0.20 %)";
  expect(await plans(store)).toMatchObject([{ state: "held", reason }]);
  const { because } = await alertCall(store, "explain", { epi: 2, medium: "email", mediumvalue: "next@example.com" });
  expect(because).toBe(`The alerts for restock 1 are paused: ${reason}. The shopper is first in line.`);
  const { plan = "" } = (await plans(store))[0] ?? {};
  await alertCall(store, "resume", { plan });
  await shop.deliver();
  expect(await plans(store)).toMatchObject([{ state: "held", reason }]);
  expect(shop.addresses().toSorted()).toEqual(line);

  await stock(other, 1, 2);
  await shop.work();
  expect(shop.addresses().filter((to) => to === "next@example.com")).toHaveLength(1); // of the other store

  const mail = { to: "new@example.com", subject: "Please confirm", text: "", html: "" };
  await store.inStore((tx) => queueMail(tx, { shopperId: null, kind: "alert-confirm", mail }));
  const sent: string[] = [];
  const { deps } = shop.service;
  const isWithheld = createIsWithheld(deps);
  const senders = { email: async ({ to }: { to: string }) => void sent.push(to) };
  await createMailer({ db: deps.db, log: deps.log, isWithheld, senders }).sendDueMails();
  expect(sent).toEqual(["new@example.com"]);

  expect(await store.inStore(releaseBrake)).toBe(1);
  await shop.work();
  expect(shop.addresses().filter((to) => to === "next@example.com")).toHaveLength(2);
  expect(await store.inStore(releaseBrake)).toBeUndefined();
});
