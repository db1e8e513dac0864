import { Liquid, type LiquidOptions, type Template } from "liquidjs";
import { problemOfName } from "./variable-names.ts";

/** Limits of one merchant's template. liquidjs checks them only at some places; the render thread stops a template that
 *  gets past. */
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

function create(options: LiquidOptions) {
  const liquid = new Liquid({
    ownPropertyOnly: true,
    strictFilters: true,
    templates: {}, // no template can read a file
    cache: false,
    ...options,
  });
  for (const tag of Object.keys(liquid.tags)) if (!TAGS.has(tag)) Reflect.deleteProperty(liquid.tags, tag);
  for (const filter of Object.keys(liquid.filters))
    if (!FILTERS.has(filter)) Reflect.deleteProperty(liquid.filters, filter);
  return liquid;
}
const LIMITS = { parseLimit: PARSED_MAX, renderLimit: RENDER_MS, memoryLimit: MEMORY };
const ESCAPED = { outputEscape: "escape" } as const;
/** A subject is plain text, so it is not escaped; the caller cuts it to one line. */
const forSubject = create(LIMITS);
const forHtml = create({ ...ESCAPED, ...LIMITS });
/** Our own letters have no limits: their templates are ours, and a slow machine must not make them fail. */
const forLetters = create(ESCAPED);

export type ParsedTemplate = { readonly subject: Template[]; readonly html: Template[] };

/** Parses a merchant's template. Throws with the line where the text is not Liquid, or uses a tag or filter that is not
 *  allowed. */
export const parseTemplate = ({ subject, html }: { subject: string; html: string }): ParsedTemplate => ({
  subject: forSubject.parse(subject),
  html: forHtml.parse(html),
});

/** Throws when a merchant's template goes over a limit. */
export function renderTemplate(parsed: ParsedTemplate, facts: object) {
  const subject = String(forSubject.renderSync(parsed.subject, facts));
  const html = String(forHtml.renderSync(parsed.html, facts));
  if (html.length > OUTPUT_MAX) throw new Error(`The message has more than ${OUTPUT_MAX} characters`);
  return { subject, html };
}

/** The variables that a template names and the facts do not have, with their lines. A name that the template assigns itself
 *  is known. */
export function findUnknownNames({ subject, html }: ParsedTemplate, facts: object) {
  const inSubject = unknownNames(forSubject, subject, facts).map(({ text }) => ({ line: 0, text: `Subject: ${text}` }));
  return [...inSubject, ...unknownNames(forHtml, html, facts)];
}

function unknownNames(liquid: Liquid, template: Template[], facts: object) {
  const { globals, locals } = liquid.analyzeSync(template, { partials: false });
  return Object.entries(globals)
    .filter(([name]) => !Object.hasOwn(locals, name))
    .flatMap(([, uses]) => uses)
    .flatMap(({ segments, location }) => {
      const text = problemOfName(segments, facts);
      return text ? [{ line: location.row, text }] : [];
    });
}

export const parseLetter = (html: string): Template[] => forLetters.parse(html);

export const renderParsedLetter = (template: Template[], facts: object): string =>
  String(forLetters.renderSync(template, facts));
