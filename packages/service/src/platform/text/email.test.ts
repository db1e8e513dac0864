import * as fc from "fast-check";
import { expect, test } from "vitest";
import { toEmail } from "./email.ts";

/** The texts that are accepted as an email. */
const accepted = (texts: readonly string[]) => texts.filter((text) => normalise(text) !== undefined);

/** Returns undefined when the text is refused as invalid-email. Any other error fails the test. */
function normalise(text: string): string | undefined {
  try {
    return toEmail(text);
  } catch (error) {
    if ((error as { type?: string }).type === "invalid-email") return undefined;
    throw error;
  }
}

test("normalising an email a second time changes nothing", () => {
  fc.assert(
    fc.property(fc.emailAddress(), fc.constantFrom("", " ", "\t", "\n", "\u00a0"), (address, space) => {
      const email = normalise(`${space}${address}${space}`) ?? "a@example.com"; // an address that the service refuses
      expect(toEmail(email)).toBe(email);
      expect(email).toBe(email.trim().toLowerCase());
    }),
    { numRuns: 2_000 },
  );
});

test("every text is either refused or becomes a normalised email", () => {
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

test("a common address is accepted unchanged", () => {
  for (const email of ["a@b.co", "first.last+tag@sub.example.com", "o'neill@example.org", "x_y-z@xn--mnchen-3ya.de"]) {
    expect(toEmail(email)).toBe(email);
  }
});

test("an international domain and its ASCII form give the same email", () => {
  expect(toEmail("Anna@MÜNCHEN.de")).toBe("anna@xn--mnchen-3ya.de");
  expect(toEmail("anna@xn--mnchen-3ya.de")).toBe("anna@xn--mnchen-3ya.de");
  expect(toEmail("anna@mu\u0308nchen.de")).toBe("anna@xn--mnchen-3ya.de");
});

test("a look-alike letter before the at sign is refused and never becomes another person's address", () => {
  // K (Kelvin) lower-cases to k, ſ upper-cases to S, İ lower-cases to i with a dot, the others only look alike.
  const letters = ["\u212a", "\u017f", "\u0130", "\u0131", "\uff4b", "\u0430", "\u200d", "\u202e", "\u00ad"];
  expect(accepted(letters.flatMap((letter) => [`${letter}im@example.com`, `k${letter}im@example.com`]))).toEqual([]);
});

test("a domain that only a URL parser accepts is refused, and never shortened to a valid one", () => {
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
  expect(accepted(domains.map((domain) => `victim@${domain}`))).toEqual([]);
  expect(accepted(["victim@example.com"])).toHaveLength(1);
});

test("quotes, comments, spaces and line breaks before the at sign are refused", () => {
  const locals = ['"a b"', "a(b)", "a b", "a\r\nbcc:x", ".a", "a.", "a..b", "a,b", "<a>", "a;b", "ä", "a\u0000"];
  expect(accepted(locals.map((local) => `${local}@example.com`))).toEqual([]);
});

test("the bounds are exact: 64 characters before the at sign, 254 in all", () => {
  const domain = (length: number) => `${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(length - 126)}.com`;
  expect(toEmail(`${"a".repeat(64)}@example.com`)).toHaveLength(76);
  expect(toEmail(`${"a".repeat(64)}@${domain(189)}`)).toHaveLength(254);
  const beyond = [`${"a".repeat(65)}@example.com`, `${"a".repeat(64)}@${domain(190)}`, `a@${"b".repeat(64)}.com`];
  expect(accepted(beyond)).toEqual([]);
});
