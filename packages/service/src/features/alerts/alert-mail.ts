import type { Mail } from "../../platform/mail/queue-mail.ts";
import type { Variant } from "../catalog/variant-book.ts";
import type { Store } from "../stores/store.ts";
import type { AlertLinks } from "../subscriptions/alert-links.ts";
import { escapeHtml, oneLine } from "../subscriptions/html.ts";
import type { ToTell } from "../subscriptions/tell.ts";
import { titleOf } from "../subscriptions/title-of.ts";
import { BACK_IN_STOCK } from "./policy.ts";

/** What one person is told. Every word of the shop and of people is escaped, and links go only to http(s). */
export function alertMail({
  store,
  variant,
  person,
  links,
}: {
  store: Store;
  variant: Variant;
  person: ToTell;
  links: AlertLinks;
}): Mail {
  const { topic } = person;
  const contact = { storeId: store.id, contactId: person.contactId };
  const shop = oneLine(store.name);
  const title = oneLine(titleOf(variant));
  const { iu, pr, currency } = variant.product ?? {};
  const url = httpOnly(variant.product?.uri) || httpOnly(variant.product?.du);
  const image = httpOnly(iu);
  const price = pr === undefined || pr === null ? "" : formatPrice(pr, currency, person.locale);
  const headline = topic === BACK_IN_STOCK ? `${title} is back` : `${title}: news from ${shop}`;
  const lead =
    topic === BACK_IN_STOCK
      ? `You asked ${shop} to tell you. It is in stock again; others were told too, and it is not reserved.`
      : `You asked ${shop} to tell you about this.`;
  const preferences = links.preferencesUrl(contact);
  const text = [
    headline,
    lead,
    ...(price ? [price] : []),
    ...(url ? [url] : []),
    `You get this one mail because you asked for it. Your alerts: ${preferences}`,
  ].join("\n\n");
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(headline)}</title>
<style>@media (prefers-color-scheme: dark){body,.page{background:#161618!important}.card{background:#222226!important;color:#f2f2f0!important}.quiet,.quiet a{color:#a8a8a2!important}.button{background:#f2f2f0!important;color:#161618!important}}</style></head>
<body style="margin:0;background:#f6f6f4"><div class="page" style="padding:24px 12px;background:#f6f6f4;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div class="card" style="max-width:520px;margin:auto;background:#fff;color:#1a1a1a;border-radius:14px;overflow:hidden">
${image ? `<img src="${escapeHtml(image)}" alt="" width="520" style="display:block;width:100%;height:auto">` : ""}
<div style="padding:28px"><p class="quiet" style="margin:0 0 6px;font-size:13px;letter-spacing:.04em;color:#6b6b66">${escapeHtml(shop)}</p>
<h1 style="margin:0 0 12px;font-size:24px;line-height:1.25">${escapeHtml(headline)}</h1>
<p style="margin:0 0 18px">${escapeHtml(lead)}</p>${price ? `<p style="margin:0 0 18px;font-size:18px"><strong>${escapeHtml(price)}</strong></p>` : ""}
${url ? `<p style="margin:0"><a class="button" href="${escapeHtml(url)}" style="display:inline-block;padding:13px 24px;border-radius:10px;background:#1a1a1a;color:#fff;text-decoration:none;font-weight:600">See it in the shop</a></p>` : ""}</div></div>
<p class="quiet" style="max-width:520px;margin:16px auto 0;font-size:13px;text-align:center;color:#6b6b66">You get this one mail because you asked for it. <a href="${escapeHtml(preferences)}" style="color:#6b6b66">Your alerts</a></p></div></body></html>`;
  return {
    to: person.value,
    subject: headline.slice(0, 200),
    text,
    html,
    headers: {
      "list-unsubscribe": `<${links.unsubscribeUrl(contact)}>`,
      "list-unsubscribe-post": "List-Unsubscribe=One-Click",
    },
  };
}

const httpOnly = (link: string | null | undefined) => (link && /^https?:\/\//.test(link) ? link : "");

function formatPrice(price: number, currency: string | undefined, locale: string | null) {
  if (!currency) return String(price);
  try {
    return new Intl.NumberFormat(locale ?? "en", { style: "currency", currency }).format(price);
  } catch {
    return `${price} ${currency}`; // a locale nobody knows
  }
}
