import { Liquid, type Template } from "liquidjs";

/** Limits of one template. liquidjs checks them only at some places; the render thread stops a template that gets past. */
const PARSED_MAX = 400_000;
const RENDER_MS = 200;
const MEMORY = 1_000_000;
const OUTPUT_MAX = 300_000;

/** Tags that read no file and print nothing unescaped (as echo, cycle and raw do). */
const TAGS = new Set(["assign", "capture", "case", "comment", "if", "unless", "for", "break", "continue"]);
/** Filters for texts and numbers. Filters known to run long (strip_html, pop, sort, where) or to print raw are left out. */
const FILTERS = new Set(
  `append prepend capitalize downcase upcase default date escape first last join split size slice strip replace remove
  truncatewords plus minus times divided_by round url_encode truncate`.split(/\s+/),
);

function create(escape: boolean) {
  const liquid = new Liquid({
    ...(escape && { outputEscape: "escape" as const }),
    ownPropertyOnly: true,
    strictFilters: true,
    templates: {}, // no template can read a file
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
/** A subject is plain text, so it is not escaped; the caller cuts it to one line. */
const forHtml = create(true);
const forSubject = create(false);

export type ParsedTemplate = { readonly subject: Template[]; readonly html: Template[] };

/** Throws with the line where the text is not Liquid, or uses a tag or filter that is not allowed. */
export const parseTemplate = ({ subject, html }: { subject: string; html: string }): ParsedTemplate => ({
  subject: forSubject.parse(subject),
  html: parseHtml(html),
});

export const renderTemplate = (parsed: ParsedTemplate, facts: object) => ({
  subject: String(forSubject.renderSync(parsed.subject, facts)),
  html: renderHtml(parsed.html, facts),
});

export const parseHtml = (html: string): Template[] => forHtml.parse(html);

export function renderHtml(template: Template[], facts: object): string {
  const html = String(forHtml.renderSync(template, facts));
  if (html.length > OUTPUT_MAX) throw new Error(`The message has more than ${OUTPUT_MAX} characters`);
  return html;
}
