import { autocompletion, type CompletionSource, closeBrackets } from "@codemirror/autocomplete";
import { liquid } from "@codemirror/lang-liquid";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { basicSetup, minimalSetup } from "codemirror";
import { type Ref, useEffect, useImperativeHandle, useRef } from "react";
import { installation } from "../../app/installation.ts";
import { codeLook } from "./code-look.ts";
import type { Range } from "./problems.ts";

export type CodeHandle = {
  /** Selects a part of the text and moves the focus there. */
  goTo(range: Range): void;
  /** Writes at the cursor. */
  insert(text: string): void;
  replaceAll(text: string): void;
};

/** A text with Liquid in an editor, which keeps the text itself: what is typed is never replaced by an older rendering.
 *  Tab leaves it, so that people who use the keyboard are not caught. */
export function CodeField({
  label,
  initial,
  onChange,
  onFocus,
  isOneLine = false,
  isReadOnly = false,
  diagnostics,
  complete,
  describedBy,
  ref,
}: {
  label: string;
  initial: string;
  onChange?: (value: string) => void;
  onFocus?: () => void;
  isOneLine?: boolean;
  isReadOnly?: boolean;
  /** Mistakes in the text as it is now. */
  diagnostics?: readonly Diagnostic[] | undefined;
  complete?: CompletionSource | undefined;
  describedBy?: string;
  ref?: Ref<CodeHandle>;
}) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useRef({ onChange, onFocus, complete });
  latest.current = { onChange, onFocus, complete };
  const text = useRef(initial);

  useEffect(() => {
    if (!host.current) return undefined;
    const editor = new EditorView({
      parent: host.current,
      doc: text.current,
      extensions: [
        EditorView.cspNonce.of(installation.styleNonce),
        isOneLine ? [minimalSetup, closeBrackets(), oneLine] : [basicSetup, lintGutter()],
        codeLook,
        typeOverSelection,
        liquid(),
        EditorView.lineWrapping,
        autocompletion({ override: [(context) => latest.current.complete?.(context) ?? null] }),
        EditorState.readOnly.of(isReadOnly),
        EditorView.contentAttributes.of({
          tabindex: "0",
          "aria-label": label,
          "aria-multiline": String(!isOneLine),
          ...(describedBy ? { "aria-describedby": describedBy } : {}),
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) {
            text.current = update.state.doc.toString();
            latest.current.onChange?.(text.current);
          }
          if (update.focusChanged && update.view.hasFocus) latest.current.onFocus?.();
        }),
      ],
    });
    view.current = editor;
    return () => editor.destroy();
  }, [label, isOneLine, isReadOnly, describedBy]);

  useEffect(() => {
    const editor = view.current;
    if (editor && diagnostics) editor.dispatch(setDiagnostics(editor.state, diagnostics));
  }, [diagnostics]);

  useImperativeHandle(ref, () => ({
    goTo({ from, to }) {
      view.current?.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
      view.current?.focus();
    },
    insert(inserted) {
      const editor = view.current;
      if (!editor) return;
      editor.dispatch(editor.state.replaceSelection(inserted));
      editor.focus();
    },
    replaceAll(after) {
      const change = changeBetween(text.current, after);
      if (change) view.current?.dispatch({ changes: change });
    },
  }));
  return <div ref={host} />;
}

/** A browser keeps the colours of a selection that is typed over, in a style attribute, which the policy of the page refuses.
 *  So the editor replaces the selection itself. */
const typeOverSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { state, composing } = view;
    const { from, to, empty } = state.selection.main;
    const { data, inputType } = event;
    if (inputType !== "insertText" || data === null || empty || composing || state.readOnly) return false;
    event.preventDefault();
    const replace = () => state.update(state.replaceSelection(data), { userEvent: "input.type", scrollIntoView: true });
    const handlers = state.facet(EditorView.inputHandler); // such as the one that puts a selection into brackets
    if (!handlers.some((handle) => handle(view, from, to, data, replace))) view.dispatch(replace());
    return true;
  },
});

/** A subject has one line: pasted line breaks become spaces, and Enter does nothing. */
const oneLine = [
  EditorView.clipboardInputFilter.of((text) => text.replaceAll(/\s*\n\s*/g, " ")),
  EditorState.transactionFilter.of((change) => (change.newDoc.lines > 1 ? [] : change)),
];

/** The smallest change that makes one text of the other, so that the cursor stays where it is. */
function changeBetween(before: string, after: string) {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let same = 0;
  while (same < shorter && before[same] === after[same]) same += 1;
  let sameAtEnd = 0;
  while (sameAtEnd < shorter - same && before.at(-1 - sameAtEnd) === after.at(-1 - sameAtEnd)) sameAtEnd += 1;
  return { from: same, to: before.length - sameAtEnd, insert: after.slice(same, after.length - sameAtEnd) };
}
