import { MISTAKES } from "../../../platform/letter/mistakes.ts";
import type { Store } from "../../stores/store.ts";
import type { Compiler } from "./compile-queue.ts";
import { InvalidTemplate, type Problem } from "./errors.ts";
import type { MessagePlace } from "./message-place.ts";
import { type Renderer, TemplateProblem } from "./renderer.ts";
import { SAMPLE_LINKS, samplesOf } from "./samples.ts";

export type NewTemplate = { readonly subject: string; readonly source: string };

export type CompileDeps = { readonly renderer: Renderer; readonly compiler: Compiler };
type ItsStore = Pick<Store, "id" | "name" | "settings">;

/** Compiles a template and renders it with the samples, so that a stored template can be sent. Returns the HTML, and the
 *  first sample as a preview. Throws with everything that is wrong. */
export async function compileTemplate(
  deps: CompileDeps,
  store: ItsStore,
  place: Pick<MessagePlace, "topic" | "language">,
  { subject, source }: NewTemplate,
) {
  const { renderer, compiler } = deps;
  const [complete, sparse] = samplesOf(store, place);
  // Liquid is checked in the source: its line numbers would be wrong in the compiled HTML.
  const liquid = problemsOf(renderer.parse(store.id, { subject, html: source }, complete));
  let html = "";
  const mjml = problemsOf(
    compiler.compile(store.id, source).then((compiled) => {
      html = compiled;
    }),
  );
  const inSource = [...(await Promise.all([liquid, mjml])).flat(), ...findIncludes(source)];
  const inHtml = html ? withoutPlaces(await problemsOf(renderer.inspect(store.id, html))) : [];
  refuse([...inSource.toSorted(byPlace), ...inHtml]);
  const preview = await renderChecked(deps, store, { subject, html }, complete);
  const others = await renderChecked(deps, store, { subject, html }, sparse);
  const hasLink = [preview, others].every((message) =>
    Object.values(SAMPLE_LINKS).some((link) => message.html.includes(`href="${link}"`)),
  );
  if (!hasLink) refuse([NO_LINK]);
  return { html, preview };
}

/** Renders a compiled template. Throws with what is wrong with it, for its author. */
export async function renderChecked(
  { renderer }: CompileDeps,
  store: ItsStore,
  template: { readonly subject: string; readonly html: string },
  facts: object,
) {
  let message = { subject: "", html: "" };
  const rendering = renderer.render(store.id, template, facts).then((rendered) => {
    message = rendered;
  });
  refuse(withoutPlaces(await problemsOf(rendering)));
  return message;
}

const NO_LINK: Problem = {
  line: 0,
  text: MISTAKES.say("no-unsubscribe-link", {
    unsubscribe: 'href="{{ links.unsubscribe }}"',
    preferences: 'href="{{ links.preferences }}"',
  }),
};

function refuse(problems: readonly Problem[]) {
  if (problems.length > 0) throw new InvalidTemplate(problems);
}

/** What a step finds wrong with the template; none if it succeeds. */
async function problemsOf(step: Promise<void>): Promise<readonly Problem[]> {
  try {
    await step;
    return [];
  } catch (error) {
    if (error instanceof TemplateProblem || error instanceof InvalidTemplate) return error.problems;
    throw error;
  }
}

/** For compiled HTML: its lines are not those of the source. */
const withoutPlaces = (problems: readonly Problem[]) => problems.map(({ text }) => ({ line: 0, text }));

function findIncludes(source: string): readonly Problem[] {
  const found = /<mj-include\b/i.exec(source);
  if (!found) return [];
  const before = source.slice(0, found.index).split("\n");
  return [
    { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, text: MISTAKES.say("include-not-allowed", {}) },
  ];
}

/** The subject comes first, and what has no line last. */
const byPlace = (one: Problem, other: Problem) =>
  rankOf(one) - rankOf(other) || (one.column ?? 0) - (other.column ?? 0);
const rankOf = ({ line, field }: Problem) => (field === "subject" ? 0 : line || Number.MAX_SAFE_INTEGER);
