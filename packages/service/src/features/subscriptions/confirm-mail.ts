import type { Mail } from "../../platform/mail/queue-mail.ts";
import { escapeHtml, oneLine } from "./html.ts";

/** The mail by which somebody says: yes, tell me. Whoever did not ask has nothing to do. */
export function confirmMail({
  to,
  storeName,
  titles,
  url,
}: {
  to: string;
  storeName: string;
  titles: readonly string[];
  url: string;
}): Mail {
  const store = oneLine(storeName);
  const things = titles.map(oneLine);
  const intro = `Please confirm that ${store} may write to you about:`;
  const ignore = "You did not ask for this? Then do nothing: without a confirmation you hear no more of it.";
  const text = [
    intro,
    things.map((title) => `- ${title}`).join("\n"),
    `Confirm: ${url}`,
    "The link works for 48 hours.",
    ignore,
  ].join("\n\n");
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Please confirm</title></head>
<body style="margin:0;padding:24px;background:#f6f6f4;font:16px/1.5 system-ui,sans-serif;color:#1a1a1a">
<div style="max-width:560px;margin:auto;background:#fff;padding:28px;border-radius:12px">
<p style="margin-top:0">${escapeHtml(intro)}</p><ul>${things.map((title) => `<li>${escapeHtml(title)}</li>`).join("")}</ul>
<p><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1a1a1a;color:#fff;text-decoration:none">Yes, tell me</a></p>
<p style="font-size:13px;color:#6b6b66;margin-bottom:0">The link works for 48 hours. ${escapeHtml(ignore)}</p>
</div></body></html>`;
  return { to, subject: `Please confirm your alert from ${store}`.slice(0, 200), text, html };
}
