import { expect, test } from "vitest";
import { hasLink } from "./has-link.ts";

test.each([
  "see https://evil.example/x",
  "HTTP://EVIL",
  "evil.example",
  "pay at paypal.com.evil.co",
  "www.evil.de/now",
  "ev\u200bil.exa\u00admple",
  "evil\u3002example",
  "evil\uff0eexample",
  "ｅｖｉｌ．ｃｏｍ",
  "müller.de",
  "i❤.ws",
  "👍🏽.ws",
  "❤\ufe0f.ws",
  "∞.ws",
  "बैंक.भारत",
  "एक.भारत",
  "evil-.com",
  "e\u0301vil.c\u034fom",
  "me@example",
  "ftp://1.2.3.4",
])("%j has a link", (text) => expect(hasLink(text)).toBe(true));

test.each([
  "",
  "For my birthday. Love, Ann",
  "Size 42.5, or M. Anything in blue...",
  "Dr. Müller-Lüdenscheidt & Co",
  "J.R. Smith",
  "12.50 € max: see you at 18:30!",
  "🎁 Wünsche",
  "Something warm, e.g. this one (or that one). Thanks!",
  "3.5 kg, v1.2, 1.000.000",
  "…and so on… I love it 🎁. Really",
  "wait…and see...or not",
  "(If not.)Then (the other one).Thanks",
])("%j has no link", (text) => expect(hasLink(text)).toBe(false));
