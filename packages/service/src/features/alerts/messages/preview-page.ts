import type { AppError } from "../../../platform/errors.ts";
import type { Page } from "../../../platform/http/hosted-page.ts";
import { escapeHtml } from "../../../platform/text/html.ts";
import { InvalidTemplate, sentenceOf } from "./errors.ts";

type Look = { readonly isDark: boolean; readonly hasImages: boolean };

/** A mail as a page for a sandboxed frame of the dashboard, as a mail program in light or dark mode shows it. */
export const previewPage = (html: string, look: Look): Page => page(inScheme(html, look.isDark), look.hasImages);

/** What is wrong, instead of the mail. */
export function problemsPage(error: AppError, { isDark }: Look): Page {
  const problems = error instanceof InvalidTemplate ? error.problems.map(sentenceOf) : [error.message];
  const items = problems.map((problem) => `<li>${escapeHtml(problem)}</li>`).join("");
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>The message has mistakes</title><style>body{font:16px/1.5 system-ui,sans-serif;margin:24px}li{margin:0 0 8px;overflow-wrap:anywhere}</style></head><body><ul>${items}</ul></body></html>`;
  return page(inScheme(html, isDark), false);
}

/** No script, form or plug-in works in it, whatever the message contains. */
const page = (html: string, hasImages: boolean): Page => ({
  html,
  headers: {
    "content-security-policy": `sandbox; default-src 'none'; style-src 'unsafe-inline'; ${hasImages ? "img-src https: data:; " : ""}font-src https:; frame-ancestors 'self'`,
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex",
  },
});

const SCHEME = /\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/gi;
/** Conditions that always hold, and never. They may also stand in the middle of a media query. */
const [ALWAYS, NEVER] = ["(min-width:0)", "(max-width:0)"];

/** The viewer's own mode does not count: the conditions about it are replaced. */
function inScheme(html: string, isDark: boolean) {
  const wanted = isDark ? "dark" : "light";
  const decided = html.replaceAll(SCHEME, (_, scheme: string) => (scheme.toLowerCase() === wanted ? ALWAYS : NEVER));
  // The first such meta counts, and the style wins over one of the mail.
  const meta = `<meta name="color-scheme" content="${wanted}"><style>:root{color-scheme:${wanted} !important}</style>`;
  return decided.replace(/<head(\s[^>]*)?>/i, (head) => head + meta);
}
