import { assert, property, string } from "fast-check";
import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { composeMail } from "./compose-mail.ts";
import { quotedPrintable } from "./quoted-printable.ts";

const base = { to: "ann@example.com", subject: "Boots", text: "Boots", html: "<p>Boots</p>" };

function compose(more: Partial<typeof base> & { name?: string; headers?: Record<string, string> } = {}) {
  const { headers, body } = composeMail(
    { ...base, ...more },
    {
      from: { name: more.name ?? "A shop", address: "shop@example.com" },
      to: base.to,
      messageId: "<1-2@keepsake>",
      now: Date.UTC(2026, 10, 15, 9, 30),
    },
  );
  return `${headers.join("\r\n")}\r\n\r\n${body.toString("latin1")}`;
}

test("a mail has the headers that receivers need, and both parts", async () => {
  const raw = compose({ headers: { "list-unsubscribe": "<https://shop.example/u>" } });
  expect(raw.slice(0, raw.indexOf("Content-Type"))).toBe(
    [
      "Auto-Submitted: auto-generated",
      "List-Unsubscribe: <https://shop.example/u>",
      "From: A shop <shop@example.com>",
      "To: ann@example.com",
      "Subject: Boots",
      "Message-ID: <1-2@keepsake>",
      "Date: Sun, 15 Nov 2026 09:30:00 +0000",
      "MIME-Version: 1.0",
      "",
    ].join("\r\n"),
  );
  expect(await PostalMime.parse(raw)).toMatchObject({ text: "Boots\n", html: "<p>Boots</p>\n" });
});

test.each([
  "A shop",
  "Nordwand & Sons",
  'The "best" shop, Inc.',
  "Back\\slash",
  "Wünsche",
  "=?UTF-8?Q?Bcc?=",
  "株式会社ねがい・ウィッシュリスト・オンラインショップ",
])("the name %s and the same subject arrive as they are", async (name) => {
  const parsed = await PostalMime.parse(compose({ name, subject: name }));
  expect([parsed.from?.name, parsed.from?.address, parsed.subject]).toEqual([name, "shop@example.com", name]);
});

test("every line of a mail is ASCII and has at most 76 characters, or is one long word", () => {
  const subject = `${"Wünsche 🎁 ".repeat(20)}${"long ".repeat(40)}`.trim();
  const raw = compose({ subject, name: "Ä".repeat(80), text: "ü".repeat(500), html: `<p>${"x ".repeat(900)}</p>` });
  expect(raw).toMatch(/^[\x20-\x7e\r\n]*$/);
  expect(raw.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  expect(raw.split("\r\n").filter((line) => line.length > 76)).toEqual([]);
});

test("whatever a subject, name or text contains, it arrives unchanged and adds no header", async () => {
  const anyText = string({ unit: "grapheme", maxLength: 200 });
  const mails: [string, string][] = [];
  assert(
    property(anyText, (text) => void mails.push([text, compose({ subject: text, name: text, text, html: text })])),
  );
  for (const [text, raw] of mails) {
    const parsed = await PostalMime.parse(raw);
    const names = parsed.headers.map(({ key }) => key).toSorted();
    expect(names).toEqual([
      "auto-submitted",
      "content-type",
      "date",
      "from",
      "message-id",
      "mime-version",
      "subject",
      "to",
    ]);
    expect(parsed.html ?? "").toBe(`${text.replaceAll(/\r\n?/g, "\n")}\n`);
  }
});

/** Decodes as RFC 2045 describes, independently of the code that encodes. */
const decoded = (encoded: string) =>
  Buffer.from(
    encoded
      .replaceAll("=\r\n", "")
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  ).toString();

test("quoted-printable of any text decodes to the text, in lines of 76 that begin with no dot and end with no space", () => {
  assert(
    property(string({ unit: "binary", maxLength: 400 }), (text) => {
      const encoded = quotedPrintable(text).toString("latin1");
      expect(decoded(encoded)).toBe(text.toWellFormed().replaceAll(/\r\n|\r|\n/g, "\r\n"));
      // No long line, no other character, no dot at the beginning, no space at the end.
      const isFine = (line: string) => /^(?!\.)[\t\x20-\x7e]{0,76}$/.test(line) && !/[ \t]$/.test(line);
      expect(encoded.split("\r\n").filter((line) => !isFine(line))).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  ["a".repeat(76), "a".repeat(76)],
  ["a".repeat(77), `${"a".repeat(75)}=\r\naa`],
  [`${"a".repeat(74)}ü`, `${"a".repeat(74)}=\r\n=C3=BC`],
  [`${"a".repeat(75)}.b`, `${"a".repeat(75)}=\r\n=2Eb`],
  [".\n..\nend. ", "=2E\r\n=2E.\r\nend.=20"],
  ["a=b\tc\r\nd\re", "a=3Db\tc\r\nd\r\ne"],
])("quoted-printable of %j is %j", (text, encoded) => {
  expect(quotedPrintable(text).toString("latin1")).toBe(encoded);
});
