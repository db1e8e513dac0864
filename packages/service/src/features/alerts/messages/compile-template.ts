import type { Store } from "../../stores/store.ts";
import type { Compiler } from "./compile-queue.ts";
import { badTemplate } from "./errors.ts";
import { type Renderer, TemplateProblem } from "./renderer.ts";
import { SAMPLE_LINKS, samplesOf } from "./samples.ts";

export type NewTemplate = { readonly subject: string; readonly source: string };

type Input = {
  readonly renderer: Renderer;
  readonly compiler: Compiler;
  readonly store: Pick<Store, "id" | "name" | "settings">;
};

/** Compiles a template and renders it with the samples, so that a stored template can be sent. Returns the HTML, and the
 *  first sample as a preview. */
export async function compileTemplate({ renderer, compiler, store }: Input, { subject, source }: NewTemplate) {
  const [complete, sparse] = samplesOf(store);
  // Liquid is checked first, in the source: its line numbers would be wrong in the compiled HTML.
  await withTemplateErrors(renderer.parse(store.id, { subject, html: source }, complete));
  const includes = /<mj-include\b/i.exec(source);
  if (includes) throw badTemplate([{ line: lineAt(source, includes.index), text: "mj-include is not allowed" }]);
  const html = await compiler.compile(store.id, source);
  const render = (facts: object) => withoutLines(renderer.render(store.id, { subject, html }, facts));
  await withoutLines(renderer.inspect(store.id, html));
  const preview = await render(complete);
  const hasLink = [preview, await render(sparse)].every((message) =>
    Object.values(SAMPLE_LINKS).some((link) => message.html.includes(`href="${link}"`)),
  );
  if (!hasLink)
    throw badTemplate([
      {
        line: 0,
        text: 'The template has no unsubscribe link. Add href="{{ links.unsubscribe }}" or href="{{ links.preferences }}"',
      },
    ]);
  return { html, preview };
}

/** Turns a problem of the template into an error for the merchant, with its line if there is one. */
async function withTemplateErrors<T>(work: Promise<T>, { hasLines = true } = {}): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof TemplateProblem)) throw error;
    throw badTemplate(error.problems.map(({ line, text }) => ({ line: hasLines ? line : 0, text })));
  }
}

/** For compiled HTML: its lines are not those of the source. */
const withoutLines = <T>(work: Promise<T>) => withTemplateErrors(work, { hasLines: false });

const lineAt = (text: string, index: number) => text.slice(0, index).split("\n").length;
