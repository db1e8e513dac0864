/** Text that is already HTML. The `html` tag escapes every other value. */
export type Markup = { readonly markup: string };
type Value = Markup | readonly Markup[] | string | number | false | undefined;

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function render(value: Value): string {
  if (value === undefined || value === false) return "";
  if (typeof value === "string") return value.replaceAll(/[&<>"']/g, (char) => ESCAPES[char] ?? "");
  if (typeof value === "number") return String(value);
  if ("markup" in value) return value.markup;
  return value.map(({ markup }) => markup).join("");
}

export const html = (strings: TemplateStringsArray, ...values: Value[]): Markup => ({
  markup: strings.reduce((text, part, index) => text + render(values[index - 1]) + part),
});
