import { Liquid, type Template } from "liquidjs";

/** Bounds of one template. liquidjs keeps them where it looks; the thread around it ends whatever it does not see. */
const PARSED_MAX = 400_000;
const RENDER_MS = 200;
const MEMORY = 1_000_000;
const OUTPUT_MAX = 300_000;

/** Tags that only choose and name. Those that read files are not here, nor those that print without escaping (echo, cycle, raw). */
const TAGS = new Set(["assign", "capture", "case", "comment", "if", "unless", "for", "break", "continue"]);
/** What a message needs of text and numbers. Those known for running long (strip_html, pop, sort, where) or printing raw are not here. */
const FILTERS = new Set(
  `append prepend capitalize downcase upcase default date escape first last join split size slice strip replace remove
  truncatewords plus minus times divided_by round url_encode truncate`.split(/\s+/),
);

function create(escape: boolean) {
  const liquid = new Liquid({
    ...(escape && { outputEscape: "escape" as const }),
    ownPropertyOnly: true,
    strictFilters: true,
    templates: {}, // no files, whatever asks for one
    cache: false,
    parseLimit: PARSED_MAX,
    renderLimit: RENDER_MS,
    memoryLimit: MEMORY,
  });
  for (const tag of Object.keys(liquid.tags)) if (!TAGS.has(tag)) Reflect.deleteProperty(liquid.tags, tag);
  for (const filter of Object.keys(liquid.filters))
    if (!FILTERS.has(filter)) Reflect.deleteProperty(liquid.filters, filter);
  return liquid;
}
/** A subject is no HTML: it is cut to one line later. */
const forHtml = create(true);
const forSubject = create(false);

export type Parsed = { readonly subject: Template[]; readonly html: Template[] };

/** Throws with the line where it is no Liquid, or asks for what is not there. */
export const parseTemplate = ({ subject, html }: { subject: string; html: string }): Parsed => ({
  subject: forSubject.parse(subject),
  html: forHtml.parse(html),
});

export function renderTemplate(parsed: Parsed, facts: object) {
  const subject = String(forSubject.renderSync(parsed.subject, facts));
  const html = String(forHtml.renderSync(parsed.html, facts));
  if (html.length > OUTPUT_MAX) throw new Error(`The message has more than ${OUTPUT_MAX} characters`);
  return { subject, html };
}
