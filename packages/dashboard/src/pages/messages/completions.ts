import type { Completion, CompletionSource } from "@codemirror/autocomplete";
import type { Got } from "../../api/call.ts";

export type Known = Got<"/storeadmin/v3/alerts/template/variables">;

/** How far back an opened value or tag is looked for. */
const LOOK_BACK = 500;

/** Completes the names that a message may use, inside of `{{ … }}` and `{% … %}` only. */
export function completionsOf({ variables, filters }: Known): CompletionSource {
  const names = variables.map(
    ({ name, description, example }): Completion => ({
      label: name,
      type: "variable",
      info: example ? `${description}: ${example}` : description,
    }),
  );
  const filterNames = filters.map(
    ({ name, description, example }): Completion => ({
      label: name,
      type: "function",
      info: `${description}: ${example}`,
    }),
  );
  return ({ state, pos, explicit }) => {
    const before = state.sliceDoc(Math.max(0, pos - LOOK_BACK), pos);
    const opened = Math.max(before.lastIndexOf("{{"), before.lastIndexOf("{%"));
    const closed = Math.max(before.lastIndexOf("}}"), before.lastIndexOf("%}"));
    if (opened < 0 || opened < closed) return null;
    const inside = before.slice(opened + 2);
    const word = /[\w.]*$/.exec(inside)?.[0] ?? "";
    const between = inside.slice(0, inside.length - word.length).trimEnd();
    const isAsked = explicit || word !== "" || between === "" || between.endsWith("|");
    if (!isAsked) return null;
    return {
      from: pos - word.length,
      options: between.endsWith("|") ? filterNames : names,
      validFor: /^[\w.]*$/,
    };
  };
}
