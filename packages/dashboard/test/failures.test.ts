import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { failures } from "../src/words/common.ts";
import { refusals } from "../src/words/refusals.ts";

const errors = await readFile(new URL("../../../docs/errors.md", import.meta.url), "utf8");
const documented = new Set([...errors.matchAll(/^\| \d{3} \| `([a-z0-9-]+)(?:…)?` \|/gm)].map(([, type = ""]) => type));

/** What no call of the dashboard can get: answers to shoppers, to providers, to keys and to files. */
const NOT_FOR_MEMBERS = [
  // Files and the storefront's script
  "file-not-found",
  "script-not-found",
  // API keys and pages of shops
  "invalid-api-key",
  "key-of-one-store",
  "origin-not-allowed",
  "pid-taken",
  "secret-key-in-browser",
  // Shoppers and their lists
  "account-required",
  "custom-items-disabled",
  "guest-of-another-account",
  "invalid-assertion",
  "invalid-consent",
  "invalid-items",
  "invalid-lname",
  "invalid-lty",
  "invalid-products",
  "invalid-stream-token",
  "invalid-uuid",
  "missing-address",
  "missing-epi",
  "missing-regid",
  "missing-sessionid",
  "name-taken",
  "no-merge-to-undo",
  "not-a-guest",
  "proof-required",
  "sw-badregid",
  "too-many-mails",
  "unknown-item",
  "unknown-list",
  // Reports of the shop's server and of providers
  "invalid-hook-signature",
  "invalid-hook-token",
  "invalid-order",
  "invalid-report",
  "invalid-time",
  "too-many-lines",
];

test("each error that a member may get is said in English and in German", () => {
  expect(documented.size).toBeGreaterThan(100);
  for (const language of ["en", "de"] as const) {
    const words = { ...failures[language], ...refusals[language] };
    const known = new Set([...Object.keys(words), ...NOT_FOR_MEMBERS, "missing-"]);
    expect([language, [...documented].filter((type) => !known.has(type))]).toEqual([language, []]);
  }
});

test("what is listed as not for members is documented, and has no text", () => {
  const words = new Set([...Object.keys(failures.en), ...Object.keys(refusals.en)]);
  expect(NOT_FOR_MEMBERS.filter((type) => !documented.has(type) || words.has(type))).toEqual([]);
});
