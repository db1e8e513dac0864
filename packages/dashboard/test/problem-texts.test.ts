import { expect, test } from "vitest";
import { type Problem, problemTexts } from "../src/pages/home/problem-texts.ts";
import { createFormats } from "../src/words/formats.ts";

const SINCE = { severity: "error", since: "2026-11-18T08:00:00Z" } as const;
/** One of each kind: a kind that is missing here does not compile. */
const PROBLEMS: { readonly [Type in Problem["type"]]: Omit<Extract<Problem, { type: Type }>, "type"> } = {
  "no-script-seen": { ...SINCE, hours: 26 },
  "no-stock-report": { ...SINCE, hours: 48 },
  "connector-silent": { ...SINCE, connector: "shopify", hours: 2 },
  "connector-no-reconcile": { ...SINCE, connector: "medusa", hours: null },
  "connector-problem": { ...SINCE, connector: "vendure", problem: "The platform answered 401: reconnect the app" },
  "connector-loses-events": { ...SINCE, connector: "our-own", checked: 1_200, corrected: 80 },
  "reservations-stuck": { ...SINCE, waiting: 2, givenUp: 1 },
  "sending-paused": { ...SINCE, until: "2026-11-20T08:00:00Z", reason: "Too many mails bounce" },
  "no-sender": SINCE,
  "sender-not-verified": SINCE,
  "sender-dns-failing": { ...SINCE, records: ["spf", "dkim"] },
  "provider-failing": {
    ...SINCE,
    medium: "sms",
    problem: "The provider does not answer.",
    fix: "Look at its status page.",
    why: { code: "no-answer", answer: null },
  },
  "daily-limit-reached": { ...SINCE, medium: "email" },
  "alerts-stopped": {
    ...SINCE,
    reason: "9 complaints about 1000 alerts in 7 days (0.90 %)",
    why: { code: "complaints", complaints: "9", sent: "1000", days: "7", percent: "0.90" },
  },
  "plan-held": {
    ...SINCE,
    plan: "1",
    epi: "4412",
    dt: "Fell Jacket",
    vi: "Moss / M",
    topic: "backinstock",
    reason: null,
    why: null,
  },
  "webhooks-failing": { ...SINCE, count: 3 },
  "webhook-disabled": { ...SINCE, endpoint: "1" },
  "marketing-failing": { ...SINCE, connection: "1", tool: "klaviyo" },
  "marketing-paused": { ...SINCE, connection: "1", tool: "http" },
  "marketing-full": { ...SINCE, connection: "1", tool: "klaviyo" },
  "marketing-erasures": { ...SINCE, connection: "1", tool: "klaviyo", count: 2, dropsAt: "2026-11-26T00:00:00Z" },
  "key-expiring": { ...SINCE, name: "shop", expiresAt: "2026-11-24T08:00:00Z" },
  "no-recovery-owner": SINCE,
};
const titlesIn = (language: "en" | "de") =>
  Object.entries(PROBLEMS).map(([type, facts]) => {
    const { title, text, link } = problemTexts[language]({ type, ...facts } as Problem, createFormats(language));
    expect(`${type}: ${title} ${text} ${link}`).not.toMatch(/undefined|null|\.\./);
    return title;
  });

test("each kind of problem is said in English and in German, with its facts", () => {
  expect(titlesIn("en")).toEqual([
    "Nothing heard from your shop's pages for 26 hours",
    "No stock report for 2 days",
    "The connector Shopify has been silent for 2 hours",
    "The connector Medusa has not compared your stock yet",
    "The connector Vendure has a problem",
    "Events of our-own get lost",
    "Your connector does not make or end reservations",
    "The operator has paused all sending",
    "Nothing can send your mails",
    "The sender's address is not verified",
    "DNS records of the sender are missing or wrong: SPF and DKIM",
    "The provider accepts no text messages",
    "Today's limit for mails is reached",
    "All alerts are stopped, because too many people complained",
    "The alerts for Fell Jacket, Moss / M are on hold",
    "3 webhooks are failing",
    "A webhook was disabled",
    "Klaviyo takes no messages",
    "Your marketing tool was paused",
    "Klaviyo is far behind",
    "Klaviyo is not told of erasures",
    "The key “shop” ends on Nov 24, 2026",
    "The shop has only one owner",
  ]);
  expect(titlesIn("de").slice(0, 2)).toEqual([
    "Seit 26 Stunden kam kein Aufruf von den Seiten Ihres Shops",
    "Seit 2 Tagen wurde kein Bestand gemeldet",
  ]);
});

test("a reason is said in the person's language, and one without a code as it comes", () => {
  const text = (language: "en" | "de", problem: Problem) =>
    problemTexts[language](problem, createFormats(language)).text;
  const stopped = { type: "alerts-stopped", ...PROBLEMS["alerts-stopped"] } as const;
  expect(text("de", stopped)).toBe(
    "9 Beschwerden über 1.000 Benachrichtigungen in 7 Tagen (0,9\u00a0%). Klären Sie den Grund und bitten Sie dann den Betreiber um die Freigabe.",
  );
  const failing = { type: "provider-failing", ...PROBLEMS["provider-failing"] } as const;
  expect(text("de", failing)).toMatch(/^Der Anbieter antwortet nicht\. Prüfen Sie Host und Port/);
  expect(text("de", { ...failing, why: null })).toMatch(/^The provider does not answer\. Look at its status page\./);
});

test("what was never seen is said without hours", () => {
  const { title } = problemTexts.en(
    { type: "no-stock-report", severity: "warning", since: null, hours: null },
    createFormats("en"),
  );
  expect(title).toBe("No stock was reported yet");
});
