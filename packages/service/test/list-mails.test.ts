import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import type { StoreSettings } from "../src/features/stores/settings/settings.ts";
import { EMAIL } from "../src/features/subscriptions/address.ts";
import { createIsWithheld, PREFERENCES_LINK } from "../src/features/subscriptions/suppression/is-withheld.ts";
import { suppress } from "../src/features/subscriptions/suppression/suppress.ts";
import type { SendMail } from "../src/platform/messaging/mail/mail.ts";
import { queueMail } from "../src/platform/messaging/mail/queue-mail.ts";
import { createMailer } from "../src/platform/messaging/mail/send-queued-mails.ts";
import { createSmtp } from "../src/platform/messaging/mail/smtp.ts";
import { atOnce, tally } from "./fixtures/crowd.ts";
import { look } from "./fixtures/database.ts";
import { anItem, listCalls, served } from "./fixtures/list-calls.ts";
import { aMailServer } from "./fixtures/mail-server.ts";
import { aMigratedDatabase } from "./fixtures/migrated-database.ts";
import { aService, aStore } from "./fixtures/service.ts";
import { subscriptionsOf } from "./fixtures/subscription-calls.ts";
import { whenDone } from "./fixtures/when-done.ts";

const FROM = "Shop <shop@shop.example>";

const anIpAddress = () => `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 256)).join(".")}`;

/** A separate database, because the worker sends the mails of all stores. */
async function aMailingStore(options?: Parameters<typeof aMailServer>[0], moreSettings: StoreSettings = {}) {
  const server = await aMailServer(options);
  const settings: StoreSettings = { origins: ["https://shop.example"], ...moreSettings };
  const url = await aMigratedDatabase();
  const service = aService({ env: { DATABASE_URL: url, KEEPSAKE_SMTP_URL: server.url, KEEPSAKE_MAIL_FROM: FROM } });
  const store = await aStore(service, { scopes: ["identity", "catalog"], settings });
  const smtp = createSmtp({ url: server.url, from: FROM });
  whenDone(async () => smtp.close());
  const { db, log } = service.deps;
  const aShopper = async (lname = "My Wishlist", items = [anItem(1)], isGuest = false) => {
    const person = isGuest ? await store.aGuest() : await store.anAccount();
    const calls = listCalls(store, person);
    const lid = await calls.aList(lname);
    if (items.length > 0) served(await calls.add(lid, items));
    const mail = (toemail: string, more: Record<string, string> = {}, from = anIpAddress()) =>
      calls.call("emailList", { lid, toemail, ...more }, { from });
    const subscribe = async (email: string) => served(await subscriptionsOf(store, person).create(email));
    return { ...calls, lid, mail, subscribe };
  };
  return {
    ...server,
    store,
    smtp,
    aShopper,
    suppressAddress: (value: string) => {
      const hash = service.deps.hashAddress({ medium: EMAIL, value }, store.id);
      return store.inStore((tx) => suppress(tx, hash, { reason: "complaint" }));
    },
    sendDue: (send: SendMail = smtp) =>
      createMailer({ db, senders: { email: send }, log, isWithheld: createIsWithheld(service.deps) }).sendDueMails(),
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
  expect(got?.subject).toBe("Someone shared a list from A test's store with you");
  expect(got?.text).toContain("> Wünsche 🎁\n> For my birthday\n> – Ann");
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
    "Ann\r\nBcc: victim",
    "Ann\nTo: victim\n\nbody",
    "Ann\u2028Bcc: victim",
    "Ann\r\n\r\n<script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    "Ann\u000b\u0085X-Evil: 1",
    "=?utf-8?q?Ann=0D=0ABcc:_victim?=",
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
    refuse: () => (isRefusing ? { code: 451, text: "Refused" } : undefined),
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
  const { regid, sessionid } = await store.anAccount();
  const lid = await listCalls(store, { regid, sessionid }).aList();
  const mail = { regid, sessionid, lid, toemail: "friend@example.com" };
  expect((await store.browser("/api/v3/lists/emailList", mail)).status).toBe(503);
  expect(await look("select from mails where store_id = $1", [store.id])).toEqual([]);

  const { aShopper, store: mailing } = await aMailingStore();
  const { lid: others } = await aShopper();
  const stranger = listCalls(mailing, await mailing.anAccount());
  expect((await stranger.call("emailList", { lid: others, toemail: "friend@example.com" })).status).toBe(404);
});

test("only accounts may mail a list, unless the store allows guests", async () => {
  const strict = await aMailingStore();
  const { mail } = await strict.aShopper("Gifts", [anItem(1)], true);
  const refused = await mail("friend@example.com");
  expect([refused.status, refused.body.type]).toEqual([403, "account-required"]);
  const open = await aMailingStore({}, { lists: { guestsMayMail: true } });
  const guest = await open.aShopper("Gifts", [anItem(1)], true);
  expect((await guest.mail("friend@example.com")).status).toBe(200);
});

test.each([{ fromname: "Win at evil.example" }, { note: "https://evil.example" }, { note: "mail me@evil" }])(
  "%j is refused, because it has a link",
  async (texts) => {
    const { aShopper, query } = await aMailingStore();
    const { mail } = await aShopper();
    const refused = await mail("friend@example.com", texts);
    expect([refused.status, refused.body.type]).toEqual([400, "invalid-parameter"]);
    expect(await query("select from mails")).toEqual([]);
  },
);

test("one IP address may mail twenty lists an hour, and one store as many a day as it has set", async () => {
  const { aShopper } = await aMailingStore();
  const people = await atOnce(2, () => aShopper());
  const from = anIpAddress();
  const answers = await atOnce(22, (n) => people[n % 2]?.mail(`friend-${n}@example.com`, {}, from) ?? Promise.reject());
  expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 20, 429: 2 });

  const small = await aMailingStore({}, { lists: { mailsPerDay: 5 } });
  const senders = await atOnce(3, () => small.aShopper());
  const more = await atOnce(9, (n) => senders[n % 3]?.mail(`friend-${n}@example.com`) ?? Promise.reject());
  expect(tally(more.map(({ status }) => status))).toEqual({ 200: 5, 429: 4 });
});

test("1,000 attempts to misuse list mails stay within the caps, and no mail has an attacker's link, or text outside the quotation", async () => {
  const { store, aShopper, sendDue, received, query, suppressAddress } = await aMailingStore();
  const addresses = Array.from({ length: 40 }, (_, n) => `victim-${n}@example.com`);
  for (const address of addresses.slice(0, 3)) await suppressAddress(address);
  const bait = { du: "https://evil.example/pay", dt: "EVIL PRIZE", iu: "https://evil.example/x.png", pr: 1 };
  const people = await atOnce(20, (n) =>
    aShopper(n % 2 ? "EVIL evil.example" : "EVIL list", [anItem(1, bait)], n < 15),
  );
  const texts = [
    { fromname: "EVIL name", note: "EVIL note" },
    { fromname: "evil.example" },
    { note: "see https://evil.example" },
    { note: "EVIL\n\n-- \nEVIL footer" },
  ];
  const statuses = new Set<number>();
  for (let from = 0; from < 1_000; from += 50) {
    const answers = await atOnce(50, (n) => {
      const nth = from + n;
      const round = Math.floor(nth / 20); // everybody tries every address, in turn with each text
      const to = (addresses[round % 40] ?? "").replace("@", nth % 3 ? "@" : `+${nth}@`);
      return people[nth % 20]?.mail(to, texts[(nth + round) % 4], `10.9.0.${nth % 100}`) ?? Promise.reject();
    });
    for (const { status } of answers) statuses.add(status);
  }
  expect([...statuses].toSorted((one, two) => one - two)).toEqual([200, 400, 403, 429]);
  while ((await sendDue()) > 0);
  expect((await received()).length).toBeGreaterThan(10);
  const counts = () =>
    query<{ toMailbox: number; byShopper: number }>(
      `select (select max(n)::int from (select count(*) as n from mails group by mailbox) as counted) as "toMailbox",
        (select max(n)::int from (select count(*) as n from mails group by shopper_id) as counted) as "byShopper"`,
    );
  const [{ toMailbox, byShopper } = { toMailbox: 0, byShopper: 0 }] = await counts();
  expect([toMailbox, byShopper]).toEqual([3, 20]); // both caps were reached
  expect((await query("select from mails where problem = 'suppressed'")).length).toBeGreaterThan(3);
  const misused = async () =>
    (await received()).filter(({ mail, recipients }) => {
      const outside = `${mail.subject} ${mail.html?.replace(QUOTATION, "")} ${mail.text?.replaceAll(/^>.*$/gm, "")}`;
      const isSuppressed = /victim-[012](\+\d+)?@/.test(recipients.join());
      return isSuppressed || /evil/i.test(outside) || `${mail.html}${mail.text}`.includes("evil.example");
    });
  expect(await misused()).toEqual([]);

  // A control: the same checks find a mail that was queued without the caps and without the quotation.
  const mail = { to: "victim-99@example.com", subject: "EVIL name shared a list", text: "", html: "<p>EVIL</p>" };
  for (let n = 0; n < 4; n += 1) {
    await store.inStore((tx) => queueMail(tx, { shopperId: null, kind: "list-share", mail }));
  }
  await sendDue();
  expect(await misused()).toHaveLength(4);
  expect(await counts()).toMatchObject([{ toMailbox: 4 }]);
});
const QUOTATION = /<blockquote[^]*<\/blockquote>/;

test("a suppressed address gets no mail that a stranger causes, nor do its subaddresses, and the row says why", async () => {
  const { aShopper, sendDue, received, query, suppressAddress } = await aMailingStore();
  const { mail, subscribe } = await aShopper();
  await suppressAddress("no@example.com");
  await suppressAddress("yes+no@example.com");
  const withheld = ["no@example.com", "no+1@example.com", "yes+no@example.com"];
  const sent = ["yes@example.com", "yes+1@example.com"];
  for (const to of [...withheld, ...sent]) {
    await mail(to);
    await subscribe(to);
  }
  while ((await sendDue()) > 0);
  const twice = (addresses: string[]) => [...addresses, ...addresses].toSorted();
  const recipients = (await received()).flatMap((one) => one.recipients);
  expect(recipients.toSorted()).toEqual(twice(sent));
  const unsent = await query<{ to: string; problem: string }>(
    "select to_email as to, problem from mails where sent_at is null",
  );
  expect(unsent.map(({ to }) => to).toSorted()).toEqual(twice(withheld));
  expect(new Set(unsent.map(({ problem }) => problem))).toEqual(new Set(["suppressed"]));
  expect(await sendDue()).toBe(0);
});

test("a contact with a subaddress gets the link it asks for, also when the mailbox without it is suppressed", async () => {
  const { store, sendDue, received, suppressAddress } = await aMailingStore();
  await suppressAddress("ann@example.com");
  for (const to of ["ann@example.com", "ann+shop@example.com"]) {
    const mail = { to, subject: "Your alerts", text: "", html: "" };
    await store.inStore((tx) => queueMail(tx, { shopperId: null, kind: PREFERENCES_LINK, mail }));
  }
  await sendDue();
  expect((await received()).flatMap((one) => one.recipients)).toEqual(["ann+shop@example.com"]);
});
