import * as fc from "fast-check";
import { expect, test } from "vitest";
import { toEmail } from "./email.ts";

/** Those that are taken for an email after all. */
const taken = (texts: readonly string[]) => texts.filter((text) => normalise(text) !== undefined);

/** Nothing where the text is refused as no email; any other error is a failure of the test. */
function normalise(text: string): string | undefined {
  try {
    return toEmail(text);
  } catch (error) {
    if ((error as { type?: string }).type === "invalid-email") return undefined;
    throw error;
  }
}

test("normalising an email twice is normalising it once", () => {
  fc.assert(
    fc.property(fc.emailAddress(), fc.constantFrom("", " ", "\t", "\n", "\u00a0"), (address, space) => {
      const email = normalise(`${space}${address}${space}`) ?? "a@example.com"; // beyond what this service takes
      expect(toEmail(email)).toBe(email);
      expect(email).toBe(email.trim().toLowerCase());
    }),
    { numRuns: 2_000 },
  );
});

test("whatever the text, the answer is an email in its one spelling or a refusal", () => {
  const text = fc.oneof(fc.string({ unit: "binary", maxLength: 60 }), fc.string({ unit: "grapheme", maxLength: 60 }));
  fc.assert(
    fc.property(text, text, (local, domain) => {
      const email = normalise(`${local}@${domain}`) ?? "refused@example.com";
      expect(email).toMatch(/^[!-~]+@[a-z0-9.-]+$/);
      expect(toEmail(email)).toBe(email);
    }),
    { numRuns: 5_000 },
  );
});

test("a common address is taken as it is", () => {
  for (const email of ["a@b.co", "first.last+tag@sub.example.com", "o'neill@example.org", "x_y-z@xn--mnchen-3ya.de"]) {
    expect(toEmail(email)).toBe(email);
  }
});

test("the domain is compared as mail servers do: an international name and its ASCII form are one", () => {
  expect(toEmail("Anna@MÜNCHEN.de")).toBe("anna@xn--mnchen-3ya.de");
  expect(toEmail("anna@xn--mnchen-3ya.de")).toBe("anna@xn--mnchen-3ya.de");
  expect(toEmail("anna@mu\u0308nchen.de")).toBe("anna@xn--mnchen-3ya.de");
});

test("a look-alike in the name of a mailbox is refused and never becomes somebody else", () => {
  // K (Kelvin) lower-cases to k, ſ upper-cases to S, İ lower-cases to i with a dot, the rest only look alike.
  const letters = ["\u212a", "\u017f", "\u0130", "\u0131", "\uff4b", "\u0430", "\u200d", "\u202e", "\u00ad"];
  expect(taken(letters.flatMap((letter) => [`${letter}im@example.com`, `k${letter}im@example.com`]))).toEqual([]);
});

test("what only a URL would call a domain is refused, and never cut down to one", () => {
  const domains = [
    "example.com/x",
    "example.com?x",
    "example.com#x",
    "example.com\\x",
    "example.com:80",
    "exa%6dple.com",
    "exam\tple.com",
    "exam\nple.com",
    "exam\rple.com",
    "user@example.com",
    "[127.0.0.1]",
    "127.0.0.1",
    "0x7f.1",
    "example..com",
    ".example.com",
    "example.com.",
    "-example.com",
    "example-.com",
    "example.c",
    "example.123",
    "exa mple.com",
    "exa_mple.com",
    "example.com\u0000",
    "example.com\uff0fx",
    "exam\u00a0ple.com",
    "exam\u2028ple.com",
    "example.com\uff1a80",
  ];
  expect(taken(domains.map((domain) => `victim@${domain}`))).toEqual([]);
  expect(taken(["victim@example.com"])).toHaveLength(1);
});

test("the name of a mailbox takes no quotes, comments, spaces or line breaks", () => {
  const locals = ['"a b"', "a(b)", "a b", "a\r\nbcc:x", ".a", "a.", "a..b", "a,b", "<a>", "a;b", "ä", "a\u0000"];
  expect(taken(locals.map((local) => `${local}@example.com`))).toEqual([]);
});

test("the bounds are exact: 64 characters before the at sign, 254 in all", () => {
  const domain = (length: number) => `${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(length - 126)}.com`;
  expect(toEmail(`${"a".repeat(64)}@example.com`)).toHaveLength(76);
  expect(toEmail(`${"a".repeat(64)}@${domain(189)}`)).toHaveLength(254);
  const beyond = [`${"a".repeat(65)}@example.com`, `${"a".repeat(64)}@${domain(190)}`, `a@${"b".repeat(64)}.com`];
  expect(taken(beyond)).toEqual([]);
});
