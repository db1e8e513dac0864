import { compileMjml } from "./compile-mjml.ts";
import { badTemplate } from "./errors.ts";
import { inspectHtml } from "./inspect-html.ts";
import { type Renderer, TemplateProblem } from "./renderer.ts";
import { SAMPLE_LINKS, SAMPLES } from "./samples.ts";

export type NewTemplate = { readonly topic: string; readonly subject: string; readonly source: string };

/** Compiles a template and renders it with the samples, so that a stored template can be sent. Returns the HTML, and the
 *  first sample as a preview. */
export async function compileTemplate(renderer: Renderer, { subject, source }: NewTemplate) {
  // Liquid is checked first, in the source: its line numbers would be wrong in the compiled HTML.
  await withTemplateErrors(renderer.render({ subject, html: source }, null));
  const includes = /<mj-include\b/i.exec(source);
  if (includes) throw badTemplate([{ line: lineAt(source, includes.index), text: "mj-include is not allowed" }]);
  const html = await compileMjml(source);
  const problems = inspectHtml(withoutLiquid(html)).map(({ text }) => ({ line: 0, text }));
  if (problems.length > 0) throw badTemplate(problems);
  const previews = [];
  for (const sample of SAMPLES) previews.push(await withTemplateErrors(renderer.render({ subject, html }, sample)));
  if (!previews.every((preview) => Object.values(SAMPLE_LINKS).some((link) => preview.html.includes(`href="${link}"`))))
    throw badTemplate([
      {
        line: 0,
        text: 'The template has no unsubscribe link. Add href="{{ links.unsubscribe }}" or href="{{ links.preferences }}"',
      },
    ]);
  return { html, preview: previews[0] ?? { subject: "", html: "" } };
}

/** Turns a problem of the template into an error for the merchant, with its line if there is one. */
async function withTemplateErrors<T>(rendering: Promise<T>): Promise<T> {
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

/** Removes the tags of Liquid and replaces its values with a web link, so that `inspectHtml` can check the HTML around
 *  them. */
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
