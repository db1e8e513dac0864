import { html, nothing, type TemplateResult } from "lit-html";

/** A field with its label and error, connected for screen readers. */
export const field = ({
  id,
  label,
  error,
  input,
}: {
  id: string;
  label: string;
  error?: string | undefined;
  input: TemplateResult;
}) =>
  html`<div part="field">
    <label part="label" for=${id}>${label}</label>
    ${input}
    <span part="error" id="${id}-error" role="alert">${error ?? nothing}</span>
  </div>`;
