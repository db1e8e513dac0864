import { hash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { buttonColours } from "../letter/colour.ts";
import type { Look } from "../letter/letter.ts";
import { escapeHtml } from "../text/html.ts";

const STYLE = `:root{color-scheme:light dark;--paper:#fff;--ground:#f4f2ee;--ink:#1c1b1a;--soft:#66625b;--line:#e4e0d9;--edge:#8a857c}
@media (prefers-color-scheme:dark){:root{--paper:#232220;--ground:#171615;--ink:#f4f2ee;--soft:#b8b4ac;--line:#3b3936;--edge:#8f8a81}}
*{box-sizing:border-box}body{margin:0;padding:0 16px 48px;background:var(--ground);color:var(--ink);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif;overflow-wrap:anywhere}
header{max-width:36rem;margin:auto;padding:28px 4px 16px;text-align:center;font-weight:700}header img{display:block;height:40px;max-width:240px;margin:0 auto 8px;object-fit:contain}
main{max-width:36rem;margin:auto;background:var(--paper);padding:clamp(20px,6vw,36px);border-radius:16px;border:1px solid var(--line)}main:first-child{margin-top:28px}
h1{margin:0 0 12px;font-size:1.75rem;line-height:1.2;letter-spacing:-.01em}h2{margin:28px 0 4px;font-size:1rem}p{margin:0 0 20px}.soft,small{color:var(--soft)}
ul{list-style:none;margin:0 0 24px;padding:0}li{display:flex;flex-wrap:wrap;gap:12px 16px;align-items:center;justify-content:space-between;padding:14px 0;border-bottom:1px solid var(--line)}li:last-child{border:0}section:last-child ul{margin:0 0 -14px}
li>span{flex:1 1 9rem;min-width:0}li>img{width:72px;height:72px;object-fit:cover;border-radius:10px;background:var(--ground)}header a{color:inherit;text-decoration:none}header a:hover{text-decoration:underline}small{display:block;font-size:.875rem}form{margin:0}.acts{display:flex;flex-wrap:wrap;gap:12px;margin-top:8px}
label{display:block;margin:0 0 6px;font-weight:600}input{font:inherit;display:block;width:100%;min-height:44px;margin:0 0 18px;padding:10px 12px;border-radius:10px;border:1px solid var(--edge);background:var(--paper);color:var(--ink)}input[type=hidden]{display:none}[role=alert]{padding:12px 14px;border:1px solid var(--edge);border-radius:10px}
button,.go{font:inherit;font-weight:600;min-height:44px;padding:10px 22px;border-radius:10px;border:1px solid var(--act);background:var(--act);color:var(--on-act);cursor:pointer}.go{display:inline-block;text-decoration:none}
button.quiet{background:none;color:var(--ink);border-color:var(--edge);font-weight:500}button:hover,.go:hover{filter:brightness(.92)}
button:focus-visible,a:focus-visible,input:focus-visible{outline:3px solid var(--ink);outline-offset:3px}@media (forced-colors:active){button,.go{border:2px solid}}`;

const sha = (text: string) => `'sha256-${hash("sha256", text, "base64")}'`;
const STYLE_HASH = sha(STYLE);

export type Page = { readonly html: string; readonly headers: Readonly<Record<string, string>> };
type Shop = Look & {
  readonly storeName?: string;
  readonly shopUrl?: string | undefined;
};

/** The page runs no script, loads nothing but these pictures and the logo, and its forms post only to this service. */
export function hostedPage(
  language: string,
  { storeName, color, logo, shopUrl }: Shop,
  title: string,
  body: string,
  pictures: readonly string[] = [],
): Page {
  const { day, onDay, night, onNight } = buttonColours(color);
  const colours = `:root{--act:${day};--on-act:${onDay}}@media (prefers-color-scheme:dark){:root{--act:${night};--on-act:${onNight}}}`;
  const name = storeName ? escapeHtml(storeName) : "";
  const header = logo ? `<img src="${escapeHtml(logo)}" alt="">${name}` : name;
  return {
    headers: {
      "content-security-policy": `default-src 'none'; ${imageSources(name && logo ? [...pictures, logo] : pictures)}style-src ${STYLE_HASH} ${sha(colours)}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
    },
    html: `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}${name && ` · ${name}`}</title><style>${STYLE}</style><style>${colours}</style></head><body>${name && `<header>${shopUrl ? `<a href="${escapeHtml(shopUrl)}" rel="noreferrer">${header}</a>` : header}</header>`}<main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`,
  };
}

function imageSources(pictures: readonly string[]): string {
  // A host such as `a;sandbox` would add a directive.
  const origins = new Set(
    pictures
      .map((picture) => URL.parse(picture)?.origin ?? "")
      .filter((origin) => /^https?:[\w./:[\]-]+$/.test(origin)),
  );
  return origins.size > 0 ? `img-src ${[...origins].join(" ")}; ` : "";
}

export const showPage = (reply: FastifyReply, { html, headers }: Page, status = 200) =>
  reply.code(status).headers(headers).type("text/html; charset=utf-8").serializer(String).send(html);

export const paragraph = (text: string, kind = "") => `<p${kind && ` class="${kind}"`}>${escapeHtml(text)}</p>`;

/** A row with a product: its picture, its title, and what there is to say about it. */
export const productRow = (
  { title, picture }: { readonly title: string; readonly picture: string },
  details = "",
  button = "",
) =>
  `<li>${picture && `<img src="${escapeHtml(picture)}" alt="">`}<span>${escapeHtml(title)}${details && `<small>${escapeHtml(details)}</small>`}</span>${button}</li>`;

export const formButton = (
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

export const shopLink = (label: string, url: string) =>
  `<a class="go" href="${escapeHtml(url)}" rel="noopener noreferrer">${escapeHtml(label)}</a>`;
