import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** The colours of code, each readable on the paper of its scheme. */
const LIGHT = {
  "--code-name": "#1c5048",
  "--code-key": "#7a3e00",
  "--code-text": "#3f5e1d",
  "--code-liquid": "#7b2d7b",
  "--code-note": "#66625b",
};
const DARK = {
  "--code-name": "#8bbfb5",
  "--code-key": "#e3b27a",
  "--code-text": "#b5cf8f",
  "--code-liquid": "#e0a3e0",
  "--code-note": "#aaa499",
};

const theme = EditorView.theme({
  "&": {
    ...LIGHT,
    fontSize: "13px",
    color: "inherit",
    backgroundColor: "var(--ks-paper)",
    border: "1px solid var(--ks-line)",
    borderRadius: "var(--mantine-radius-md)",
    overflow: "hidden",
  },
  ':root[data-mantine-color-scheme="dark"] &': DARK,
  "&.cm-focused": { outline: "2px solid var(--mantine-primary-color-filled)", outlineOffset: "-1px" },
  ".cm-scroller": { fontFamily: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace", lineHeight: "1.6" },
  ".cm-content": { padding: "8px 0", caretColor: "currentColor" },
  ".cm-cursor": { borderLeftColor: "currentColor" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--ks-soft)", border: "none" },
  // Thin, so that a selection on it can be seen.
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--ks-soft) 9%, transparent)" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--mantine-primary-color-filled) 25%, transparent)",
  },
  ".cm-selectionMatch": { backgroundColor: "transparent" },
  ".cm-tooltip, .cm-panels": {
    backgroundColor: "var(--ks-paper)",
    color: "inherit",
    border: "1px solid var(--ks-line)",
    borderRadius: "6px",
  },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    backgroundColor: "var(--mantine-primary-color-filled)",
    color: "#fff",
  },
  ".cm-completionInfo": { maxWidth: "280px", padding: "6px 10px" },
  ".cm-diagnosticAction": { backgroundColor: "var(--mantine-primary-color-filled)", color: "#fff" },
});

const highlight = HighlightStyle.define([
  { tag: [tags.tagName, tags.angleBracket], color: "var(--code-name)" },
  { tag: tags.attributeName, color: "var(--code-key)" },
  { tag: [tags.attributeValue, tags.string, tags.number], color: "var(--code-text)" },
  { tag: [tags.brace, tags.keyword, tags.variableName, tags.propertyName, tags.operator], color: "var(--code-liquid)" },
  { tag: tags.comment, color: "var(--code-note)", fontStyle: "italic" },
]);

export const codeLook = [theme, syntaxHighlighting(highlight)];
