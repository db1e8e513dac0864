import type { StoreTx } from "../../../platform/db/db.ts";
import type { Facts } from "./alert-mail.ts";
import { compileMjml } from "./compile-mjml.ts";
import { badTemplate } from "./errors.ts";
import { inspectHtml } from "./inspect-html.ts";
import { type Renderer, TemplateProblem } from "./renderer.ts";
import { deleteTemplate, findTemplate, upsertTemplate } from "./sql.ts";
import { STARTER_SOURCE, STARTER_SUBJECT } from "./starter.ts";

export type NewTemplate = { readonly topic: string; readonly subject: string; readonly source: string };

const LINKS = {
  preferences: "https://alerts.example/preferences-of-this-person",
  unsubscribe: "https://alerts.example/unsubscribe-this-person",
};

/** Somebody and something, to see a template before it is sent: all there is, and as little as there can be. */
export const SAMPLES: readonly Facts[] = [
  {
    topic: "backinstock",
    locale: "en",
    shop: { name: "Example & Sons", color: "#1c1b1a" },
    product: {
      title: "Walking boots",
      variant: "Size 42",
      fullTitle: "Walking boots, Size 42",
      url: "https://shop.example/boots",
      image: "https://shop.example/boots.jpg",
      price: "€129.00",
      compareAtPrice: "€149.00",
    },
    quantity: 2,
    offer: { until: "Sunday, November 15 at 10:30 AM UTC" },
    links: { ...LINKS, offer: "https://alerts.example/offer-to-this-person" },
  },
  {
    topic: "backinstock",
    locale: "en",
    shop: { name: 'A "shop" <b>', color: "" },
    product: {
      title: 'Product 1" onload="x <script>',
      variant: "",
      fullTitle: "Product 1",
      url: "",
      image: "",
      price: "",
      compareAtPrice: "",
    },
    quantity: 1,
    offer: { until: "" },
    links: { ...LINKS, offer: "" },
  },
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
  return { isOwn: own !== undefined, ...(own ?? { topic, subject: STARTER_SUBJECT, source: STARTER_SOURCE }) };
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
