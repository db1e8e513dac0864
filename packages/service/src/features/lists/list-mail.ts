import type { Mail } from "../../platform/mail/queue-mail.ts";
import type { Entry } from "./record.ts";
import type { List } from "./sql.ts";

const escape = (text: string) =>
  text.replaceAll(
    /[&<>"']/g,
    (char) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })[char] ?? "",
  );

/** A header is one line without control characters. */
const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, " ").trim();

/** The mail by which somebody shows their list to a friend. Every word of theirs is escaped, and links go only to http(s). */
export function listMail(options: {
  to: string;
  fromName: string;
  note: string;
  storeName: string;
  list: List;
  entries: readonly Entry[];
}): Mail {
  const { to, storeName, list, entries } = options;
  const from = oneLine(options.fromName) || "A friend";
  const note = options.note.trim();
  const things = entries.map(({ item, variant }) => {
    const { said, custom } = item.details ?? {};
    const product = variant.product ?? said ?? {};
    const du = custom?.du ?? product.du ?? "";
    const url = /^https?:\/\//.test(du) ? du : "";
    const title = custom?.title ?? product.dt ?? (url.replace(/^https?:\/\//, "") || "An item");
    return { title: oneLine(title), url };
  });
  const intro = `${from} shared the list “${oneLine(list.name)}” from ${oneLine(storeName)} with you.`;
  const text = [
    intro,
    ...(note ? [`“${note}”`] : []),
    ...things.map(({ title, url }) => `- ${title} ${url}`.trimEnd()),
    `${from} asked us to send you this one mail. You are on no mailing list.`,
  ].join("\n\n");
  const rows = things
    .map(
      ({ title, url }) =>
        `<tr><td style="padding:10px 0;border-bottom:1px solid #e5e5e5">${url ? `<a href="${escape(url)}" style="color:#1a1a1a">${escape(title)}</a>` : escape(title)}</td></tr>`,
    )
    .join("");
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escape(list.name)}</title></head>
<body style="margin:0;padding:24px;background:#f6f6f4;font:16px/1.5 system-ui,sans-serif;color:#1a1a1a">
<div style="max-width:560px;margin:auto;background:#fff;padding:28px;border-radius:12px">
<p style="margin-top:0">${escape(intro)}</p>${note ? `<blockquote style="margin:16px 0;padding-left:12px;border-left:3px solid #d0d0cc">${escape(note)}</blockquote>` : ""}
<table role="presentation" style="width:100%;border-collapse:collapse">${rows}</table>
<p style="font-size:13px;color:#6b6b66;margin-bottom:0">${escape(from)} asked us to send you this one mail. You are on no mailing list.</p>
</div></body></html>`;
  return { to, subject: `${from} shared “${oneLine(list.name)}” with you`.slice(0, 200), text, html };
}
