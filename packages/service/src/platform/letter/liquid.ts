import { Liquid, type LiquidOptions, type Template } from "liquidjs";
import { checkLiquid, type LiquidProblem } from "./check-liquid.ts";
import { addPreviewSpace, FILTERS } from "./filters.ts";
import { MISTAKES } from "./mistakes.ts";

/** Limits of one merchant's template. liquidjs checks them only at some places; the render thread stops a template that
 *  gets past. */
const PARSED_MAX = 400_000;
const RENDER_MS = 200;
const MEMORY = 1_000_000;
const OUTPUT_MAX = 300_000;

/** Tags that read no file and print nothing unescaped (as echo, cycle and raw do). */
const TAGS = new Set(["assign", "capture", "case", "comment", "if", "unless", "for", "break", "continue"]);
const FILTER_NAMES = new Set(Object.keys(FILTERS));

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
    if (!FILTER_NAMES.has(filter)) Reflect.deleteProperty(liquid.filters, filter);
  liquid.registerFilter("preview", addPreviewSpace);
  return liquid;
}
const LIMITS = { parseLimit: PARSED_MAX, renderLimit: RENDER_MS, memoryLimit: MEMORY };
const ESCAPED = { outputEscape: "escape" } as const;
/** A subject is plain text, so it is not escaped; the caller cuts it to one line. */
const forSubject = create(LIMITS);
const forHtml = create({ ...ESCAPED, ...LIMITS });
/** Unknown filters do not stop it: all problems are reported together. */
const forChecks = create({ ...LIMITS, strictFilters: false });
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
  if (html.length > OUTPUT_MAX) throw new Error(MISTAKES.say("message-too-long", { max: OUTPUT_MAX }));
  return { subject, html };
}

export type TemplateProblem = LiquidProblem & { readonly field: "subject" | "source" };

/** Everything that is wrong with the Liquid of a template. */
export function checkTemplate({ subject, html }: { subject: string; html: string }, facts: object): TemplateProblem[] {
  const checked = { liquid: forChecks, filters: FILTER_NAMES, facts };
  return [
    ...checkLiquid(subject, checked).map((problem) => ({ field: "subject" as const, ...problem })),
    ...checkLiquid(html, checked).map((problem) => ({ field: "source" as const, ...problem })),
  ];
}

export const parseLetter = (html: string): Template[] => forLetters.parse(html);

export const renderParsedLetter = (template: Template[], facts: object): string =>
  String(forLetters.renderSync(template, facts));
