import type { Diagnostic } from "@codemirror/lint";
import type { Draft } from "./checked-message.ts";
import type { editorTexts } from "./editor-texts.ts";
import { fixOf, type Problem, rangeOf } from "./problems.ts";

type Words = Pick<(typeof editorTexts)["en"], "use"> & { readonly mistake: (problem: Problem) => string };

/** The mistakes as the two editors mark them, each with its correction. */
export function toDiagnostics({ subject, source }: Draft, problems: readonly Problem[], words: Words) {
  const of = (field: string, text: string) =>
    problems.filter((problem) => problem.field === field).flatMap((problem) => toDiagnostic(text, problem, words));
  return { subject: of("subject", subject), source: of("source", source) };
}

function toDiagnostic(text: string, problem: Problem, words: Words): Diagnostic[] {
  const range = rangeOf(text, problem);
  if (!range) return [];
  const fix = fixOf(text, problem);
  return [
    {
      ...range,
      severity: "error",
      message: words.mistake(problem),
      actions: fix
        ? [
            {
              name: words.use(fix.insert),
              apply: (view, from, to) => view.dispatch({ changes: { from, to, insert: fix.insert } }),
            },
          ]
        : [],
    },
  ];
}
