import { escapeHtml, oneLine, webLink } from "../text/html.ts";
import { buttonColours, type Colour } from "./colour.ts";

/** What a mail of ours says. All of it is plain text: the letter escapes it, and links that are not http(s) are left out. */
export type Letter = {
  readonly language: string;
  readonly shop: string;
  readonly colour?: Colour | undefined;
  readonly subject: string;
  /** What mail programs show beside the subject. */
  readonly preheader: string;
  readonly picture?: string | undefined;
  readonly eyebrow?: string;
  readonly heading: string;
  readonly details?: readonly string[];
  readonly price?: string;
  readonly lead: string;
  readonly quote?: string;
  readonly things?: readonly Thing[];
  readonly button?: { readonly label: string; readonly url: string };
  readonly note?: string;
  readonly why: string;
  readonly links?: readonly { readonly label: string; readonly url: string }[];
};
export type Thing = {
  readonly title: string;
  readonly url?: string;
  readonly picture?: string;
  readonly price?: string;
};

const SUBJECT_MAX = 200;
const FONT = "system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

export function writeLetter(letter: Letter): { subject: string; text: string; html: string } {
  const one: Letter = {
    ...letter,
    shop: oneLine(letter.shop),
    subject: oneLine(letter.subject).slice(0, SUBJECT_MAX),
    heading: oneLine(letter.heading),
    things: (letter.things ?? []).map((thing) => ({ ...thing, title: oneLine(thing.title), url: webLink(thing.url) })),
  };
  return { subject: one.subject, text: asText(one), html: asHtml(one) };
}

function asText({ heading, details = [], price, lead, quote, things = [], button, note, why, links = [] }: Letter) {
  return [
    heading,
    [...details, price].filter(Boolean).join("\n"),
    lead,
    quote ? `“${quote}”` : "",
    things.map((thing) => [`- ${thing.title}`, thing.price, thing.url].filter(Boolean).join("\n  ")).join("\n"),
    button ? `${button.label}:\n${button.url}` : "",
    note ?? "",
    [`--\n${why}`, ...links.map(({ label, url }) => `${label}: ${url}`)].join("\n"),
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** One column of tables, for mail programs that know nothing else; readable without pictures and without styles. */
function asHtml(letter: Letter) {
  const { shop, heading, details = [], price, lead, quote, things = [], button, note, links = [] } = letter;
  const e = escapeHtml;
  const colours = buttonColours(letter.colour);
  const picture = webLink(letter.picture);
  const p = (text: string, style: string, kind = "") =>
    `<p${kind && ` class="${kind}"`} style="margin:0 0 16px;${style}">${e(text).replaceAll("\n", "<br>")}</p>`;
  const url = webLink(button?.url);
  return `<!doctype html>
<html lang="${e(letter.language)}" dir="ltr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no"><title>${e(letter.subject)}</title>
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}a{text-underline-offset:2px}
@media (max-width:479px){.edge{padding:0 0 28px!important}.card{border-radius:0!important;border-left:0!important;border-right:0!important}.inner{padding:24px 20px 28px!important}h1{font-size:24px!important}.wide{width:100%!important}.wide a{display:block!important;text-align:center}}
@media (prefers-color-scheme:dark){body,.ground{background:#171615!important}.card{background:#232220!important;border-color:#3b3936!important}h1,.ink,.ink a{color:#f4f2ee!important}.soft,.soft a{color:#b8b4ac!important}.line{border-color:#3b3936!important}.hole{background:#33312e!important}.button{background:${colours.night}!important}.button a{color:${colours.onNight}!important;border-color:${colours.night}!important}}</style></head>
<body style="margin:0;padding:0;background:#f4f2ee;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${e(letter.preheader)}${"&#8199;&#847; ".repeat(40)}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f4f2ee"><tr><td class="edge" align="center" style="padding:8px 12px 32px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;font-family:${FONT};font-size:16px;line-height:1.55;color:#1c1b1a;text-align:left">
<tr><td class="ink" style="padding:20px 20px 16px;font-size:15px;font-weight:700;letter-spacing:.01em;text-align:center;color:#1c1b1a">${e(shop)}</td></tr>
<tr><td class="card" style="background:#ffffff;border:1px solid #e4e0d9;border-radius:16px;overflow:hidden">
${picture ? `<img src="${e(picture)}" alt="" width="558" style="display:block;width:100%;height:auto;border:0">` : ""}<div class="inner" style="padding:32px 36px 36px">
${letter.eyebrow ? p(letter.eyebrow, "margin-bottom:8px;font-size:13px;font-weight:600;letter-spacing:.02em;color:#66625b", "soft") : ""}
<h1 style="margin:0 0 12px;font-size:28px;line-height:1.2;font-weight:700;letter-spacing:-.01em;color:#1c1b1a;overflow-wrap:anywhere">${e(heading)}</h1>
${details.map((detail) => p(detail, "margin-bottom:4px;color:#66625b", "soft")).join("")}
${price ? p(price, "margin-top:8px;font-size:20px;font-weight:600;color:#1c1b1a", "ink") : ""}
${p(lead, "margin-top:12px;color:#1c1b1a", "ink")}
${quote ? `<blockquote class="ink line" style="margin:20px 0;padding:2px 0 2px 16px;border-left:3px solid #d3cec5;color:#1c1b1a">${e(quote).replaceAll("\n", "<br>")}</blockquote>` : ""}
${things.length > 0 ? `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 0">${things.map(things.some((one) => webLink(one.picture)) ? pictureRow : row).join("")}</table>` : ""}
${button && url ? `<table role="presentation" class="wide" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 0"><tr><td class="button" style="border-radius:10px;background:${colours.day}"><a href="${e(url)}" style="display:inline-block;padding:14px 28px;border:1px solid ${colours.day};border-radius:10px;font-family:${FONT};font-weight:600;line-height:1.25;color:${colours.onDay};text-decoration:none">${e(button.label)}</a></td></tr></table>` : ""}
${note ? p(note, "margin:20px 0 0;font-size:14px;color:#66625b", "soft") : ""}
</div></td></tr>
<tr><td class="soft" style="padding:24px 20px 0;font-size:13px;line-height:1.6;text-align:center;color:#66625b">${e(letter.why)}${links.length > 0 ? `<br>${links.map(({ label, url: to }) => `<a href="${e(to)}" style="display:inline-block;padding:10px 8px;color:#66625b">${e(label)}</a>`).join(" ")}` : ""}</td></tr>
</table></td></tr></table></body></html>`;
}

const CELL = "padding:12px 0;border-top:1px solid #e4e0d9";

function row({ title, url, price }: Thing) {
  const e = escapeHtml;
  const name = url
    ? `<a href="${e(url)}" style="color:#1c1b1a;font-weight:600">${e(title)}</a>`
    : `<strong>${e(title)}</strong>`;
  return `<tr>${words(name, price)}</tr>`;
}

function pictureRow(thing: Thing) {
  const image = webLink(thing.picture);
  const picture = image
    ? `<img src="${escapeHtml(image)}" alt="" width="56" height="56" style="display:block;width:56px;height:56px;object-fit:cover;border:0">`
    : "";
  const cell = `<td class="line" width="72" valign="top" style="${CELL}"><div class="hole" style="width:56px;height:56px;border-radius:8px;overflow:hidden;background:#f1eee9">${picture}</div></td>`;
  return row(thing).replace("<tr>", () => `<tr>${cell}`);
}

const words = (name: string, price = "") =>
  `<td class="line ink" style="${CELL};color:#1c1b1a;overflow-wrap:anywhere">${name}${price ? `<br><span class="soft" style="color:#66625b">${escapeHtml(price)}</span>` : ""}</td>`;
