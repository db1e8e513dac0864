import { expect, test } from "vitest";
import { aDkimKey, verifyDkim } from "../../../../test/fixtures/dkim.ts";
import { aMailServer } from "../../../../test/fixtures/mail-server.ts";
import { whenDone } from "../../../../test/fixtures/when-done.ts";
import { classifySendError } from "../classify-send-error.ts";
import type { Mail } from "./mail.ts";
import type { SmtpSettings } from "./smtp.ts";
import { createSmtp } from "./smtp.ts";

const FROM = "A shop <shop@example.com>";

function aSmtp(settings: Partial<SmtpSettings> & { url: string }) {
  const smtp = createSmtp({ from: FROM, ...settings });
  whenDone(async () => smtp.close());
  return smtp;
}

const aMail = (more: Partial<Mail> = {}): Mail => ({
  to: "ann@example.com",
  subject: "Boots are back",
  text: "Boots are back",
  html: "<p>Boots are back</p>",
  headers: {
    "list-unsubscribe": "<https://shop.example/u?token=1>",
    "list-unsubscribe-post": "List-Unsubscribe=One-Click",
  },
  ...more,
});

test("the DKIM signature of a mail verifies and covers both one-click unsubscribe headers", async () => {
  const server = await aMailServer();
  const { pem, publicKey } = aDkimKey();
  const send = aSmtp({ url: server.url, dkim: { domain: "example.com", selector: "k1", key: pem } });
  await send(
    aMail({ subject: "Wünsche 🎁 are back, in a line that is longer than a header's line may be without a fold" }),
    "<1@k>",
  );
  const [{ raw } = fail()] = server.raw();
  const covered = verifyDkim(raw, publicKey);
  expect(covered).toEqual(
    expect.arrayContaining(["from", "to", "subject", "message-id", "list-unsubscribe", "list-unsubscribe-post"]),
  );
  expect(raw).toMatch(/d=example\.com/);
  expect(raw).toMatch(/s=k1/);
});

test("control: the signature check fails for a changed header, a changed body and another key", async () => {
  const server = await aMailServer();
  const { pem, publicKey } = aDkimKey();
  await aSmtp({ url: server.url, dkim: { domain: "example.com", selector: "k1", key: pem } })(aMail(), "<1@k>");
  await aSmtp({ url: server.url })(aMail(), "<2@k>");
  const [signed = fail(), unsigned = fail()] = server.raw();
  expect(verifyDkim(signed.raw.replace("token=1", "token=2"), publicKey)).toBe("the signature does not match");
  expect(verifyDkim(signed.raw.replace("<p>", "<q>"), publicKey)).toBe("the body does not match");
  expect(verifyDkim(signed.raw, aDkimKey().publicKey)).toBe("the signature does not match");
  expect(verifyDkim(unsigned.raw, publicKey)).toBe("not signed");
});

const BREAKS = ["\r\n", "\n", "\r", "\u2028", "\u2029", "\u0085", "\v", "\0", "%0d%0a", "\r\n\r\n", "\r\n ", "\n\t"];
const PAYLOADS = [
  "Bcc: evil@example.net",
  "To: evil@example.net",
  "X-Evil: 1",
  "Content-Type: text/html",
  "RCPT TO:<evil@example.net>",
  ".\r\nMAIL FROM:<evil@example.net>",
  "=?UTF-8?Q?=0D=0ABcc:_evil@example.net?=",
  "=?UTF-8?B?DQpCY2M6IGV2aWxAZXhhbXBsZS5uZXQ=?=",
  "<evil@example.net>, evil@example.net",
  '"; evil@example.net',
];
const EXPECTED = new Set([
  "from",
  "to",
  "subject",
  "message-id",
  "date",
  "mime-version",
  "content-type",
  "auto-submitted",
  "list-unsubscribe",
  "list-unsubscribe-post",
]);
const namesIn = (raw: string) =>
  raw
    .slice(0, raw.indexOf("\r\n\r\n"))
    .split(/\r\n(?![ \t])/)
    .map((line) => line.slice(0, line.indexOf(":")).toLowerCase());

test("10,000 mails with line breaks and payloads in every field gain no header and no recipient", {
  timeout: 120_000,
}, async () => {
  const server = await aMailServer();
  const send = aSmtp({ url: server.url });
  const fields: ((evil: string) => Mail)[] = [
    (evil) => aMail({ subject: `Boots${evil}` }),
    (evil) => aMail({ text: `Boots${evil}`, html: `<p>${evil}</p>` }),
    (evil) =>
      aMail({
        headers: { "list-unsubscribe": `<https://shop.example/u>${evil}`, "list-unsubscribe-post": `x${evil}` },
      }),
    (evil) => aMail({ from: { name: `Shop${evil}`, address: "own@example.com" } }),
    (evil) => aMail({ from: { name: "Shop", address: `own@example.com${evil}` } }),
    (evil) => aMail({ to: `ann@example.com${evil}` }),
    (evil) => aMail({ to: `ann${evil}@example.com` }),
  ];
  const evils = BREAKS.flatMap((line) => PAYLOADS.map((payload) => `${line}${payload}`));
  const mails = Array.from({ length: 10_000 }, (_, n) => {
    const evil = `${evils[Math.floor(n / fields.length) % evils.length]}${n}`;
    return fields[n % fields.length]?.(evil) ?? fail();
  });
  let refused = 0;
  for (let from = 0; from < mails.length; from += 100) {
    const page = mails.slice(from, from + 100);
    const outcomes = await Promise.allSettled(page.map((mail, n) => send(mail, `<${from + n}@keepsake>`)));
    refused += outcomes.filter(({ status }) => status === "rejected").length;
  }
  const got = server.raw();
  expect(got.length + refused).toBe(10_000);
  expect(got.length).toBeGreaterThan(5_000);
  expect(got.filter(({ recipients }) => recipients.length !== 1 || recipients[0] !== "ann@example.com")).toEqual([]);
  const strange = got.flatMap(({ raw }) => namesIn(raw)).filter((name) => !EXPECTED.has(name));
  expect(strange).toEqual([]);
  const doubled = got.filter(({ raw }) => new Set(namesIn(raw)).size !== namesIn(raw).length);
  expect(doubled).toEqual([]);
});

test("as many mails are sent at the same time as there are connections, and the others wait", async () => {
  let [open, most] = [0, 0];
  const allOpen = Promise.withResolvers<void>();
  const server = await aMailServer({
    async answerWhen() {
      open += 1;
      most = Math.max(most, open);
      if (open === 10) allOpen.resolve();
      await allOpen.promise;
      open -= 1;
    },
  });
  const send = aSmtp({ url: server.url, connections: 10 });
  await Promise.all(Array.from({ length: 25 }, (_, n) => send(aMail(), `<${n}@k>`)));
  expect(most).toBe(10);
  expect(server.raw()).toHaveLength(25);
});

test.each([
  [550, "5.1.1 The email account that you tried to reach does not exist", "rejected"],
  [550, "No such user here", "rejected"],
  [551, "User not local", "rejected"],
  [553, "Mailbox name not allowed", "rejected"],
  [554, "5.1.1 Recipient address rejected: user unknown", "rejected"],
  [554, "Recipient address rejected: user unknown in virtual mailbox table", "rejected"],
  [554, "5.7.1 Service unavailable; client host blocked", "deferred"],
  [554, "Transaction failed", "deferred"],
  [550, "5.7.515 Access denied, sending domain does not meet the required authentication level", "deferred"],
  [550, "5.7.26 This mail is unauthenticated", "deferred"],
  [550, "relay access denied", "deferred"],
  [552, "5.2.2 mailbox full", "deferred"],
  [550, "5.2.2 mailbox full", "deferred"],
  [450, "4.2.0 greylisted", "deferred"],
  [450, "4.2.1 The user you are trying to contact is receiving mail too quickly", "deferred"],
  [550, "5.2.1 The user you are trying to contact is receiving mail at a rate that exceeds its limit", "deferred"],
  [452, "4.2.2 mailbox quota exceeded", "deferred"],
  [552, "5.3.4 message size exceeds fixed limit", "deferred"],
  [554, "5.4.6 too many hops", "deferred"],
  [451, "try again", "deferred"],
  [421, "shutting down", "deferred"],
  [421, "too busy", "throttled"],
  [421, "4.7.0 Error: too many connections from 192.0.2.1", "throttled"],
  [450, "4.7.1 Error: too much mail from 192.0.2.1", "throttled"],
  [451, "4.7.500 Server busy. Please try again later", "throttled"],
  [452, "4.5.3 Too many messages received from your address", "throttled"],
  [454, "Throttling failure: Maximum sending rate exceeded.", "throttled"],
  [454, "Throttling failure: Daily message quota exceeded.", "throttled"],
  [550, "5.4.5 Daily user sending limit exceeded", "throttled"],
])("a server that answers %i %s to the recipient: %s", async (code, text, state) => {
  const server = await aMailServer({ bounce: () => ({ code, text }) });
  const error = await aSmtp({ url: server.url })(aMail(), "<1@k>").catch((thrown: unknown) => thrown);
  expect(classifySendError(error)).toMatchObject({ state, reason: expect.stringContaining(String(code)) });
});

test.each([
  [421, "4.3.2 shutting down", true],
  [451, "4.3.0 temporary lookup failure", true],
  [554, "5.7.1 Service unavailable; client host blocked", true],
  [550, "relay access denied", true],
  [550, "5.7.1 the recipient's policy refuses this message", false],
  [450, "4.2.0 greylisted", false],
  [552, "5.2.2 mailbox full", false],
])("a server that answers %i %s to the recipient is at fault itself: %s", async (code, text, isProviderDown) => {
  const server = await aMailServer({ bounce: () => ({ code, text }) });
  const error = await aSmtp({ url: server.url })(aMail(), "<1@k>").catch((thrown: unknown) => thrown);
  expect(classifySendError(error)).toMatchObject({ state: "deferred", isProviderDown });
});

test("a server that throttles at the greeting, or after the text of the mail, throttles", async () => {
  const greeting = await aMailServer({ greet: () => ({ code: 421, text: "4.7.0 Too many concurrent connections" }) });
  const text = await aMailServer({ refuse: () => ({ code: 454, text: "Maximum sending rate exceeded." }) });
  for (const server of [greeting, text]) {
    const error = await aSmtp({ url: server.url })(aMail(), "<1@k>").catch((thrown: unknown) => thrown);
    expect(classifySendError(error)).toMatchObject({ state: "throttled" });
  }
});

test("the words of the recipient's address do not change what an answer means", async () => {
  const throttling = await aMailServer({ bounce: (to) => ({ code: 450, text: `4.7.1 <${to}>: too many messages` }) });
  const send = aSmtp({ url: throttling.url });
  const error = await send(aMail({ to: "mailbox.size@example.com" }), "<1@k>").catch((thrown: unknown) => thrown);
  expect(classifySendError(error)).toMatchObject({ state: "throttled" });
  const greylisting = await aMailServer({ bounce: (to) => ({ code: 450, text: `4.7.1 <${to}>: greylisted` }) });
  const other = await aSmtp({ url: greylisting.url })(aMail({ to: "throttle@example.com" }), "<1@k>").catch(
    (thrown: unknown) => thrown,
  );
  expect(classifySendError(other)).toMatchObject({ state: "deferred", isProviderDown: false });
});

test("a server that refuses the connection, or hangs or resets after the mail, does not make the address undeliverable", async () => {
  const unreachable = await aSmtp({ url: "smtp://127.0.0.1:1" })(aMail(), "<1@k>").catch((thrown: unknown) => thrown);
  expect(classifySendError(unreachable)).toMatchObject({ state: "deferred", isProviderDown: true });
  for (const trouble of ["hang", "reset"] as const) {
    const server = await aMailServer({ trouble: () => trouble });
    const lost = await aSmtp({ url: server.url, timeoutMs: 300 })(aMail(), "<1@k>").catch((thrown: unknown) => thrown);
    expect([trouble, classifySendError(lost)]).toMatchObject([trouble, { state: "deferred" }]);
    expect(server.raw()).toHaveLength(1);
  }
});

const fail = (): never => {
  throw new Error("The value is missing");
};
