import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { rebuildHtml } from "../src/features/alerts/messages/rebuild-html.ts";
import { buttonColours, contrast } from "../src/platform/letter/colour.ts";
import { createSmtp } from "../src/platform/messaging/mail/smtp.ts";
import { formatPrice } from "../src/platform/text/format-price.ts";
import { pickLanguage } from "../src/platform/text/language.ts";
import { aMailServer } from "./fixtures/mail-server.ts";
import { ALERTS, evilMails, SHOP, sampleMails, samplePages, sampleReports } from "./fixtures/sample-messages.ts";
import { whenDone } from "./fixtures/when-done.ts";

const count = (text: string, part: string) => text.split(part).length - 1;
const linksOf = (html: string) => [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, link = ""]) => link);

test("every default mail arrives by SMTP with a subject, a text part and one heading, without scripts, and links only to the shop and to Keepsake", async () => {
  const server = await aMailServer();
  const send = createSmtp({ url: server.url, from: "Shop <shop@shop.example>" });
  whenDone(async () => send.close());
  const mails = await sampleMails();
  for (const [name, mail] of Object.entries(mails)) await send(mail, `<${name}@keepsake>`);
  const received = await server.received();
  expect(received.length).toBe(Object.keys(mails).length);
  for (const { mail } of received) {
    const sent = mails[mail.messageId?.slice(1, -"@keepsake>".length) ?? ""];
    const html = mail.html ?? "";
    expect([mail.subject, html.trim()]).toEqual([sent?.subject, sent?.html]);
    expect(mail.text?.length).toBeGreaterThan(100);
    expect(mail.text).not.toMatch(/<[a-z/]|&amp;|undefined|null|NaN/);
    expect(html).not.toMatch(/undefined|null|NaN/);
    expect(count(html, "<h1")).toBe(1);
    expect(rebuildHtml(html).problems).toEqual([]);
    expect(linksOf(html).filter((link) => !link.startsWith(`${SHOP}/`) && !link.startsWith(`${ALERTS}/`))).toEqual([]);
    expect(html).toMatch(/<html lang="(en|de|fr)"/);
    expect(html).toContain('name="color-scheme" content="light dark"');
    expect(html).toContain("prefers-color-scheme:dark");
    expect(html.length).toBeLessThan(20_000); // mail programs cut mails over about 100 kB
    // Images are decoration: the text says everything, so their alt text is empty.
    expect([...html.matchAll(/<img [^>]*>/g)].every(([image]) => image.includes('alt=""'))).toBe(true);
  }
});

test("reports have a text part that says the same, one heading, links only to Keepsake, and money by currency", () => {
  for (const { html, text } of Object.values(sampleReports())) {
    expect(count(html, "<h1")).toBe(1);
    expect([text, html].join(" ")).not.toMatch(/undefined|null|NaN/);
    expect(linksOf(html).filter((link) => !link.startsWith(`${ALERTS}/`))).toEqual([]);
    expect(text).toContain(`${ALERTS}/alerts/stop-reports?token=1`);
  }
  const { "report-weekly": weekly, "report-daily-de": daily } = sampleReports();
  expect(weekly?.text).toMatch(/Revenue: €6,421\.50 · CHF\s1,180\.00 \(week before: €7,010\.00\)/);
  expect(daily?.subject).toBe("Nordwand & Sons: 15. November 2026");
  expect(daily?.text).toContain("1.240 warten");
});

test("prices and picture placeholders of the shared-list mail have dark colours", async () => {
  const html = (await sampleMails())["list-share"]?.html ?? "";
  expect(html).toContain('<span class="soft" style="color:#66625b">');
  expect(html).toMatch(/<div class="hole" style="[^"]*background:#f1eee9">/);
  const [, dark = ""] = html.split("prefers-color-scheme:dark");
  expect(dark).toMatch(/\.soft,[^{]*\{ color: #b8b4ac !important; \}/);
  expect(dark).toMatch(/\.hole \{ background: #33312e !important; \}/);
});

test("filler follows the preheader, so that an inbox preview does not run on into the body", async () => {
  for (const { html } of Object.values(await sampleMails())) expect(count(html, "\u2007\u034f")).toBe(40);
});

test("every alert has both headers for one-click unsubscribe, and unsubscribe links in both parts", async () => {
  const mails = Object.entries(await sampleMails()).filter(([name]) => !/^(confirmation|list-share)$/.test(name));
  expect(mails.length).toBe(7);
  for (const [, { headers, html, text }] of mails) {
    expect(headers).toEqual({
      "list-unsubscribe": `<${ALERTS}/alerts/unsubscribe?token=p.1>`,
      "list-unsubscribe-post": "List-Unsubscribe=One-Click",
    });
    for (const part of [html, text])
      expect([part.includes("/alerts/preferences?"), part.includes("/alerts/unsubscribe?")]).toEqual([true, true]);
  }
});

test("texts and prices are in the language of the reader", async () => {
  const { backinstock, "backinstock-de": german, comingsoon } = await sampleMails();
  expect(backinstock?.text).toContain("€189.00");
  expect(german?.subject).toBe("Wieder da: Grat walking boots, Size 42, chestnut");
  expect(german?.text).toMatch(/189,00\s€/);
  expect(comingsoon?.html).toContain('<html lang="fr"');
  expect(pickLanguage("de-CH,en;q=0.5")).toBe("de");
  expect(pickLanguage("xx, fr-CA;q=0.8")).toBe("fr");
  expect([pickLanguage(null), pickLanguage("__proto__")]).toEqual(["en", "en"]);
  expect([formatPrice(9, "EUR", "not a locale"), formatPrice(9, "EURO", "en")]).toEqual(["9 EUR", "9 EURO"]);
});

test("texts of shops and shoppers are escaped and add no paragraphs, and only http links become links", async () => {
  const evil = '"><script>alert(1)</script><a href="javascript:x">\n\nForged paragraph\u202e';
  const mails = await evilMails(evil);
  for (const { html, subject, text } of Object.values(mails)) {
    expect(rebuildHtml(html).problems).toEqual([]);
    expect(subject).not.toMatch(/[\r\n]/);
    const note = `${evil}\n${evil}`; // a shopper's note may have paragraphs
    expect(text.replace(note, "")).not.toMatch(/^Forged|\u202e/m);
    expect(html).toMatch(/<title>[^\n\u202e]*<\/title>/);
  }
  const image = expect.stringMatching(/^https:\/\/shop\.example\/&#34;&gt;&lt;script&gt;/);
  const footer = [`${ALERTS}/alerts/preferences?token=p.1`, `${ALERTS}/alerts/unsubscribe?token=p.1`];
  expect(Object.entries(mails).map(([name, { html }]) => [name, linksOf(html)])).toEqual([
    ["alert", [image, ...footer]],
    ["offer", [`${ALERTS}/o`, ...footer]],
    ["confirmation", [`${ALERTS}/c`]],
    ["list", [image]],
    ["code", []],
  ]);
  expect(mails["alert"]?.text.split("\n")[0]).toBe(evil.replaceAll(/[\n\u202e]/g, " ").trim());
});

test.each(["#ffffff", "#000000", "#ffdd00", "#1f5c46", "#777777", "#e4e0d9", undefined])(
  "a button in %s is visible in light and dark mode, and its text is readable",
  (colour) => {
    const { day, onDay, night, onNight } = buttonColours(colour);
    expect(Math.min(contrast(day, onDay), contrast(night, onNight))).toBeGreaterThanOrEqual(4.5);
    expect(Math.min(contrast(day, "#ffffff"), contrast(night, "#232220"))).toBeGreaterThanOrEqual(3);
  },
);

test("text of mails and pages has a contrast of at least 4.5, in light and dark mode", () => {
  for (const [text, ...grounds] of [
    ["#1c1b1a", "#ffffff", "#f4f2ee"],
    ["#66625b", "#ffffff", "#f4f2ee"],
    ["#f4f2ee", "#232220", "#171615"],
    ["#b8b4ac", "#232220", "#171615"],
  ])
    for (const ground of grounds) expect(contrast(text ?? "", ground)).toBeGreaterThanOrEqual(4.5);
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
  expect(contrast("#999999", "#ffffff")).toBeLessThan(4.5);
});

test.each(Object.entries(samplePages()))(
  "%s has a language, landmarks, one heading, named buttons and no script, and loads only pictures of products",
  (_, page) => {
    const { html, headers } = page;
    expect(html).toMatch(/^<!doctype html><html lang="(en|de|fr)">/);
    expect([count(html, "<main>"), count(html, "<h1>"), count(html, "<title>")]).toEqual([1, 1, 1]);
    expect(html).not.toMatch(/<script|\son[a-z]+=|javascript:|style="|<link/i);
    const pictures = [...html.matchAll(/<img src="([^"]*)" alt="">/g)].map(([, url]) => url);
    expect(count(html, "<img")).toBe(pictures.length);
    expect(html).toContain('content="width=device-width,initial-scale=1"'); // does not forbid zooming
    for (const [, label] of html.matchAll(/<button[^>]*>([^<]*)<\/button>/g)) expect(label).toMatch(/\S/);
    const names = [...html.matchAll(/aria-label="([^"]*)"/g)].map(([, name]) => name);
    expect(new Set(names).size).toBe(names.length);
    // The policy allows exactly the styles of the page, by their hashes.
    const styles = [...html.matchAll(/<style>([^<]*)<\/style>/g)].map(
      ([, css = ""]) => `'sha256-${hash("sha256", css, "base64")}'`,
    );
    expect(headers["content-security-policy"]).toBe(
      `default-src 'none'; ${pictures.length > 0 ? "img-src https://shop.example; " : ""}style-src ${styles.join(" ")}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    );
  },
);
