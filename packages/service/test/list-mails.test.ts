import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import type { SendMail } from "../src/platform/messaging/mail/mail.ts";
import { sendDueMails } from "../src/platform/messaging/mail/send-queued-mails.ts";
import { createSmtp } from "../src/platform/messaging/mail/smtp.ts";
import { atOnce, tally } from "./fixtures/crowd.ts";
import { look } from "./fixtures/database.ts";
import { anItem, listCalls, served } from "./fixtures/list-calls.ts";
import { aMailServer } from "./fixtures/mail-server.ts";
import { aMigratedDatabase } from "./fixtures/migrated-database.ts";
import { aService, aStore } from "./fixtures/service.ts";
import { whenDone } from "./fixtures/when-done.ts";

const FROM = "Shop <shop@shop.example>";

/** A separate database, because the worker sends the mails of all stores. */
async function aMailingStore(options?: Parameters<typeof aMailServer>[0]) {
  const server = await aMailServer(options);
  const url = await aMigratedDatabase();
  const service = aService({ env: { DATABASE_URL: url, KEEPSAKE_SMTP_URL: server.url, KEEPSAKE_MAIL_FROM: FROM } });
  const store = await aStore(service);
  const smtp = createSmtp({ url: server.url, from: FROM });
  whenDone(async () => smtp.close());
  const { db, log } = service.deps;
  const aShopper = async (lname = "My Wishlist", items = [anItem(1)]) => {
    const calls = listCalls(store, await store.anAccount());
    const lid = await calls.aList(lname);
    if (items.length > 0) served(await calls.add(lid, items));
    const mail = (toemail: string, more: Record<string, string> = {}) =>
      calls.call("emailList", { lid, toemail, ...more });
    return { ...calls, lid, mail };
  };
  return {
    ...server,
    store,
    smtp,
    aShopper,
    sendDue: (send: SendMail = smtp) => sendDueMails(db, send, log),
    query: <Row extends object>(text: string, values: unknown[] = []) => look<Row>(text, values, url),
  };
}

test("a list is mailed to a friend once, with its items", async () => {
  const { aShopper, sendDue, received } = await aMailingStore();
  const { mail, lid } = await aShopper("Wünsche 🎁", [anItem(1, { note: "not for others" }), anItem(2)]);
  const { body } = await mail("friend@example.com", { fromname: "Ann", note: "For my birthday" });
  expect(body).toMatchObject({ listinfo: { lid }, msg: expect.any(String) });

  expect(await sendDue()).toBe(1);
  expect(await sendDue()).toBe(0);
  const mails = await received();
  expect(mails.length).toBe(1);
  const [{ mail: got, recipients } = { mail: undefined, recipients: [] }] = mails;
  expect(recipients).toEqual(["friend@example.com"]);
  expect([got?.from?.address, got?.to?.map(({ address }) => address), got?.cc, got?.bcc]).toEqual([
    "shop@shop.example",
    ["friend@example.com"],
    undefined,
    undefined,
  ]);
  expect(got?.subject).toBe("Ann shared “Wünsche 🎁” with you");
  expect(got?.text).toContain("For my birthday");
  expect(got?.html).toContain("https://shop.example/p/2");
  expect(`${got?.text}${got?.html}`).not.toContain("not for others");
});

test("at most three mails a day go to one address, from all shoppers together, even for ten parallel calls", async () => {
  const { aShopper } = await aMailingStore();
  const people = await atOnce(10, () => aShopper());
  const answers = await atOnce(
    10,
    (n) => people[n]?.mail(n % 2 ? "friend@example.com" : " Friend@Example.com ") ?? Promise.reject(),
  );
  expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 3, 429: 7 });
  const [refused] = answers.filter(({ status }) => status === 429);
  expect([refused?.body.type, refused?.headers["retry-after"]]).toEqual(["too-many-mails", "86400"]);
  expect((await people[0]?.mail("another@example.com"))?.status).toBe(200);
});

test("one shopper sends at most twenty mails a day, even for thirty parallel calls", async () => {
  const { aShopper, query } = await aMailingStore();
  const { mail } = await aShopper();
  const answers = await atOnce(30, (n) => mail(`friend-${n}@example.com`));
  expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 20, 429: 10 });
  expect((await query("select from mails")).length).toBe(20);

  await query("update mails set created_at = created_at - interval '25 hours'");
  expect((await mail("tomorrow@example.com")).status).toBe(200);
});

test("text of a shopper cannot add a header, a recipient or markup to the mail", async () => {
  const { aShopper, sendDue, received } = await aMailingStore();
  const payloads = [
    "Ann\r\nBcc: victim@example.com",
    "Ann\nTo: victim@example.com\n\nbody",
    "Ann\u2028Bcc: victim@example.com",
    "Ann\r\n\r\n<script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    "Ann\u000b\u0085X-Evil: 1",
    "=?utf-8?q?Ann=0D=0ABcc:_victim@example.com?=",
  ];
  for (const [n, text] of payloads.entries()) {
    const { mail } = await aShopper(`List ${text}`.slice(0, 50), [anItem(1)]);
    served(await mail(`friend-${n}@example.com`, { fromname: text, note: text }));
  }
  while ((await sendDue()) > 0);

  const mails = await received();
  expect(mails.length).toBe(payloads.length);
  const usual = new Set(mails[0]?.mail.headers.map(({ key }) => key));
  for (const { mail, recipients } of mails) {
    expect(recipients.length).toBe(1);
    expect(recipients[0]).toMatch(/^friend-\d@example\.com$/);
    expect(mail.to?.map(({ address }) => address)).toEqual(recipients);
    expect(mail.bcc).toBeUndefined();
    expect(mail.headers.filter(({ key }) => !usual.has(key) || FORGED.test(key))).toEqual([]);
    expect(mail.html).not.toMatch(/<script|<img/i);
  }
  // The same check finds the injected header in a mail that does not escape it.
  const forged = await PostalMime.parse(`Subject: ${payloads[0]} shared a list\r\nTo: a@example.com\r\n\r\nHello`);
  expect(forged.headers.filter(({ key }) => FORGED.test(key)).length).toBe(1);
});
const FORGED = /^(x-evil|bcc|cc)$/;

test("an address that contains two addresses or a header is refused", async () => {
  const { aShopper, query } = await aMailingStore();
  const { mail } = await aShopper();
  for (const to of [
    "a@example.com,b@example.com",
    "a@example.com\r\nBcc: b@example.com",
    "Ann <a@example.com>",
    "a@b@example.com",
    "a b@example.com",
  ]) {
    expect((await mail(to)).status).toBe(400);
  }
  expect(await query("select from mails")).toEqual([]);
});

test("a crash after sending and before recording it sends the mail again with the same Message-ID", async () => {
  const { aShopper, sendDue, smtp, received, query } = await aMailingStore();
  const { mail } = await aShopper();
  served(await mail("friend@example.com"));
  const crashing: SendMail = async (...sent) => {
    await smtp(...sent);
    throw new Error("crashed before it was noted");
  };
  await sendDue(crashing);
  expect(await sendDue()).toBe(0); // the mail is still leased
  await query("update mails set due_at = now()");
  expect(await sendDue()).toBe(1);

  const mails = await received();
  expect(mails.length).toBe(2);
  expect(new Set(mails.map(({ mail: { messageId } }) => messageId)).size).toBe(1);
  expect(mails[0]?.mail.messageId).toMatch(/^<\d+-\d+@/);
});

test("a refused mail is retried with growing delays, up to a limit", async () => {
  let isRefusing = true;
  const { aShopper, sendDue, received, asked, query } = await aMailingStore({
    refuse: () => (isRefusing ? 451 : undefined),
  });
  const { mail } = await aShopper();
  served(await mail("friend@example.com"));
  const waits: number[] = [];
  for (let round = 0; round < 12; round += 1) {
    await sendDue();
    const [row] = await query<{ wait: number; problem: string }>(
      "select extract(epoch from due_at - now())::int as wait, problem from mails",
    );
    expect(row?.problem).toBe("451");
    waits.push(row?.wait ?? 0);
    await query("update mails set due_at = now()");
  }
  expect(asked()).toBe(8);
  expect(waits[1]).toBeGreaterThan(waits[0] ?? Number.POSITIVE_INFINITY);
  expect(waits[0]).toBeGreaterThan(30);

  // A mail that is refused once is delivered by a retry.
  served(await mail("another@example.com"));
  await sendDue();
  isRefusing = false;
  await query("update mails set due_at = now()");
  await sendDue();
  expect((await received()).map(({ recipients }) => recipients)).toEqual([["another@example.com"]]);
});

test("two parallel workers send each mail once", async () => {
  const { aShopper, sendDue, received } = await aMailingStore();
  const people = await atOnce(3, () => aShopper());
  for (const [n, { mail }] of people.entries()) {
    for (let to = 0; to < 15; to += 1) served(await mail(`friend-${n}-${to}@example.com`));
  }
  await atOnce(6, () => sendDue());
  while ((await sendDue()) > 0);
  const mails = await received();
  expect(mails.length).toBe(45);
  expect(new Set(mails.map(({ mail }) => mail.messageId)).size).toBe(45);
});

test("without a mail server emailList returns 503 and queues nothing; another shopper's list is 404", async () => {
  const service = aService();
  const store = await aStore(service);
  const calls = listCalls(store, await store.anAccount());
  const lid = await calls.aList();
  expect((await calls.call("emailList", { lid, toemail: "friend@example.com" })).status).toBe(503);
  expect(await look("select from mails where store_id = $1", [store.id])).toEqual([]);

  const { aShopper, store: mailing } = await aMailingStore();
  const { lid: others } = await aShopper();
  const stranger = listCalls(mailing, await mailing.anAccount());
  expect((await stranger.call("emailList", { lid: others, toemail: "friend@example.com" })).status).toBe(404);
});
