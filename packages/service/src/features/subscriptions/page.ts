import { hash } from "node:crypto";
import { escapeHtml } from "../../platform/letter/html.ts";
import type { Confirming } from "./confirm.ts";
import type { Preferences } from "./preferences.ts";
import type { State } from "./state.ts";

const STYLE = `:root{color-scheme:light dark;--paper:#fff;--ground:#f6f6f4;--ink:#1a1a1a;--soft:#5c5c57;--line:#d8d8d2;--act:#1a1a1a;--on-act:#fff}
@media (prefers-color-scheme:dark){:root{--paper:#1e1e1d;--ground:#131312;--ink:#f2f2ef;--soft:#b4b4ad;--line:#3c3c39;--act:#f2f2ef;--on-act:#131312}}
*{box-sizing:border-box}body{margin:0;padding:24px 16px;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{max-width:36rem;margin:auto;background:var(--paper);padding:28px;border-radius:12px;border:1px solid var(--line)}
h1{margin:0 0 12px;font-size:1.375rem;line-height:1.25}p{margin:0 0 16px}.soft{color:var(--soft)}
ul{list-style:none;margin:0 0 20px;padding:0}li{display:flex;flex-wrap:wrap;gap:8px 16px;align-items:center;justify-content:space-between;padding:12px 0;border-bottom:1px solid var(--line)}
li>span{flex:1 1 12rem;overflow-wrap:anywhere}small{display:block;color:var(--soft)}form{margin:0}
button{font:inherit;min-height:44px;padding:8px 20px;border-radius:8px;border:1px solid var(--act);background:var(--act);color:var(--on-act);cursor:pointer}
button.quiet{background:transparent;color:var(--ink);border-color:var(--soft)}button:focus-visible{outline:3px solid #2f7de1;outline-offset:2px}`;

/** Nothing runs and nothing is loaded on these pages; forms go nowhere but here. */
export const PAGE_HEADERS = {
  "content-security-policy": `default-src 'none'; style-src 'sha256-${hash("sha256", STYLE, "base64")}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
};

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`;

const button = (
  action: string,
  token: string,
  label: string,
  { fields = {}, quiet = false, of = "" }: { fields?: Record<string, string>; quiet?: boolean; of?: string } = {},
) =>
  `<form method="post" action="/alerts/${action}">${Object.entries({ token, ...fields })
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join(
      "",
    )}<button${quiet ? ' class="quiet"' : ""}${of ? ` aria-label="${escapeHtml(`${label}: ${of}`)}"` : ""}>${escapeHtml(label)}</button></form>`;

export const badLinkPage = () =>
  page("This link does not work", "<p>It may have been cut short on its way. Open it from the mail again.</p>");

export function confirmPage(confirming: Confirming, token: string) {
  switch (confirming.state) {
    case "invalid":
      return badLinkPage();
    case "expired":
      return page(
        "This link is too old",
        "<p>It worked for 48 hours. Ask for the alert again in the shop, and a new one is sent.</p>",
      );
    case "confirmed":
      return page("All done", `<p>${escapeHtml(confirming.storeName)} will tell you.</p>`);
    case "nothing":
      return page(
        "Nothing left to confirm",
        "<p>You confirmed it before, or it was ended. Ask for the alert again in the shop if you want it.</p>",
      );
    case "open":
      return page(
        "Shall we tell you?",
        `<p>${escapeHtml(confirming.storeName)} will write to you about:</p><ul>${confirming.titles
          .map((title) => `<li><span>${escapeHtml(title)}</span></li>`)
          .join("")}</ul>${button("confirm", token, "Yes, tell me")}`,
      );
  }
}

export const unsubscribePage = ({ storeName }: Preferences, token: string) =>
  page(
    "No more alerts?",
    `<p>${escapeHtml(storeName)} will not write to you any more about products you waited for.</p>${button("unsubscribe", token, "End all alerts")}<p></p>${button("preferences", token, "Choose which", { quiet: true })}`,
  );

export const unsubscribedPage = ({ storeName }: Preferences) =>
  page(
    "You are unsubscribed",
    `<p>${escapeHtml(storeName)} sends you no more alerts. Whatever you ask for from now on counts again.</p>`,
  );

const STATE_WORDS: Record<State, string> = {
  unconfirmed: "not confirmed yet",
  waiting: "waiting",
  offered: "being sent",
  notified: "you were told",
  bought: "bought",
  expired: "over",
  unsubscribed: "ended",
  undeliverable: "could not be delivered",
};

export function preferencesPage({ storeName, address, alerts }: Preferences, token: string) {
  const rows = alerts.map(
    ({ id, title, topic, state, isOpen }) =>
      `<li><span>${escapeHtml(title)}<small>${escapeHtml(topic)} · ${STATE_WORDS[state]}</small></span>${isOpen ? button("preferences", token, "End", { fields: { end: id }, quiet: true, of: title }) : ""}</li>`,
  );
  const hasOpen = alerts.some(({ isOpen }) => isOpen);
  return page(
    "Your alerts",
    `<p class="soft">${escapeHtml(storeName)} · ${escapeHtml(address)}</p>${rows.length > 0 ? `<ul>${rows.join("")}</ul>` : "<p>You have no alerts.</p>"}${hasOpen ? button("preferences", token, "End all", { fields: { all: "1" } }) : ""}`,
  );
}
