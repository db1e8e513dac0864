import type { StoreTx } from "../../../platform/db/db.ts";
import { ALERT_LETTER } from "./alert.gen.ts";
import { type AlertFacts, alertFacts } from "./alert-facts.ts";
import { compileMjml } from "./compile-mjml.ts";
import { badTemplate } from "./errors.ts";
import { inspectHtml } from "./inspect-html.ts";
import { type Renderer, TemplateProblem } from "./renderer.ts";
import { deleteTemplate, findTemplate, upsertTemplate } from "./sql.ts";

export type NewTemplate = { readonly topic: string; readonly subject: string; readonly source: string };

/** The subject of our default message, as a template. */
export const DEFAULT_SUBJECT = "{{ copy.subject }}";

const LINKS = {
  preferences: "https://alerts.example/preferences-of-this-person",
  unsubscribe: "https://alerts.example/unsubscribe-this-person",
};

/** A template is tried on two samples before it is saved: one with every field, one with as few as possible and texts
 *  that try to break out of the HTML. */
export const SAMPLES: readonly AlertFacts[] = [
  alertFacts({
    store: { name: "Example & Sons", settings: { alerts: { color: "#1c1b1a" } } },
    variant: {
      platformId: "42",
      product: {
        title: "Walking boots",
        variantTitle: "Size 42",
        url: "https://shop.example/boots",
        imageUrl: "https://shop.example/boots.jpg",
        price: 129,
        compareAtPrice: 149,
        currency: "EUR",
      },
    },
    recipient: { topic: "backinstock", locale: "en", quantity: 2, productUrl: null },
    links: LINKS,
    offer: { until: new Date("2026-11-15T10:30:00Z"), url: "https://alerts.example/offer-to-this-person" },
  }),
  alertFacts({
    store: { name: 'A "shop" <b>', settings: {} },
    variant: { platformId: '1" onload="x <script>', product: null },
    recipient: { topic: "backinstock", locale: null, quantity: 1, productUrl: null },
    links: LINKS,
  }),
];

/** Compiles a template and tries it on samples, so that what is stored can be sent. Answers how it looks. */
export async function compileTemplate(renderer: Renderer, { subject, source }: NewTemplate) {
  // Liquid first, for it says the line of the source; what MJML makes of it has other lines.
  await mended(renderer.render({ subject, html: source }, null));
  const includes = /<mj-include\b/i.exec(source);
  if (includes) throw badTemplate([{ line: lineAt(source, includes.index), text: "mj-include is not allowed" }]);
  const html = await compileMjml(source);
  const problems = inspectHtml(withoutLiquid(html)).map(({ text }) => ({ line: 0, text }));
  if (problems.length > 0) throw badTemplate(problems);
  const shown = [];
  for (const sample of SAMPLES) shown.push(await mended(renderer.render({ subject, html }, sample)));
  if (!shown.every((one) => Object.values(LINKS).some((link) => one.html.includes(`href="${link}"`))))
    throw badTemplate([
      { line: 0, text: 'Let people leave: a link to href="{{ links.unsubscribe }}" or href="{{ links.preferences }}"' },
    ]);
  return { html, preview: shown[0] ?? { subject: "", html: "" } };
}

export const saveTemplate = (tx: StoreTx, template: NewTemplate, html: string) =>
  upsertTemplate(tx, { ...template, html });

/** The store's own, or ours to begin with. */
export async function fetchTemplate(tx: StoreTx, topic: string) {
  const own = await findTemplate(tx, topic);
  return { isOwn: own !== undefined, ...(own ?? { topic, subject: DEFAULT_SUBJECT, source: ALERT_LETTER.source }) };
}

/** Back to the default message. */
export const resetTemplate = (tx: StoreTx, topic: string) => deleteTemplate(tx, topic);

async function mended<T>(rendering: Promise<T>): Promise<T> {
  try {
    return await rendering;
  } catch (error) {
    if (!(error instanceof TemplateProblem)) throw error;
    const line = /, line:(\d{1,6}), col:\d{1,6}$/m.exec(error.message);
    const text = error.message.split(", line:")[0] ?? "";
    throw badTemplate([{ line: Number(line?.[1] ?? 0), text }]);
  }
}

const lineAt = (text: string, index: number) => text.slice(0, index).split("\n").length;

/** Tags of Liquid go, values become a web link: so what stands around them is looked at. */
function withoutLiquid(html: string) {
  let plain = "";
  let at = 0;
  while (at < html.length) {
    const begin = html.indexOf("{", at);
    if (begin < 0) break;
    const kind = html[begin + 1];
    const end = kind === "%" ? html.indexOf("%}", begin) : kind === "{" ? html.indexOf("}}", begin) : -1;
    if (end < 0) {
      plain += html.slice(at, begin + 1);
      at = begin + 1;
    } else {
      plain += html.slice(at, begin) + (kind === "{" ? "https://x y" : "");
      at = end + 2;
    }
  }
  return plain + html.slice(at);
}
