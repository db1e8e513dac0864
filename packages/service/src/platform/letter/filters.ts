/** A figure space and a joiner that is not shown: mail programs do not fold a row of them into one space. */
const PREVIEW_SPACE = "\u2007\u034f ".repeat(40);
export const addPreviewSpace = (text: string | undefined) => `${text ?? ""}${PREVIEW_SPACE}`;

type Filter = { readonly description: string; readonly example: string };

/** The filters that a message may use: for texts and numbers. Filters known to run long (strip_html, pop, sort, where) or to
 *  print unescaped (raw) are left out. */
export const FILTERS: Readonly<Record<string, Filter>> = {
  append: { description: "Adds a text at the end", example: '{{ "Boots" | append: "!" }}' },
  prepend: { description: "Adds a text at the beginning", example: '{{ "Boots" | prepend: "New: " }}' },
  capitalize: { description: "Makes the first letter big and the others small", example: '{{ "BOOTS" | capitalize }}' },
  downcase: { description: "Makes all letters small", example: '{{ "BOOTS" | downcase }}' },
  upcase: { description: "Makes all letters big", example: '{{ "Boots" | upcase }}' },
  default: { description: "Takes another value where there is none", example: '{{ "" | default: "your size" }}' },
  date: { description: "Writes a date in a format", example: '{{ "2026-11-15" | date: "%d.%m.%Y" }}' },
  escape: {
    description: "Escapes the characters of HTML. Messages do that by themselves",
    example: '{{ "A" | escape }}',
  },
  first: { description: "The first part of a list", example: '{{ "Boots, red" | split: ", " | first }}' },
  last: { description: "The last part of a list", example: '{{ "Boots, red" | split: ", " | last }}' },
  join: { description: "Makes one text of a list", example: '{{ "a b" | split: " " | join: " and " }}' },
  size: {
    description: "The number of characters of a text, or of the parts of a list",
    example: '{{ "Boots" | size }}',
  },
  split: { description: "Makes a list of a text", example: '{{ "Boots, red" | split: ", " | last }}' },
  slice: {
    description: "A part of a text: where it begins, counted from 0, and how long it is",
    example: '{{ "Boots" | slice: 0, 3 }}',
  },
  strip: { description: "Removes spaces from the beginning and the end", example: '{{ " Boots " | strip }}' },
  replace: {
    description: "Replaces a part of a text wherever it occurs",
    example: '{{ "Boots" | replace: "B", "R" }}',
  },
  remove: { description: "Removes a part of a text wherever it occurs", example: '{{ "Boots" | remove: "s" }}' },
  truncate: {
    description: "Cuts a text to so many characters, with dots at the end",
    example: '{{ "Walking boots" | truncate: 10 }}',
  },
  truncatewords: {
    description: "Cuts a text to so many words, with dots at the end",
    example: '{{ "Warm walking boots" | truncatewords: 2 }}',
  },
  plus: { description: "Adds a number", example: "{{ 2 | plus: 1 }}" },
  minus: { description: "Subtracts a number", example: "{{ 2 | minus: 1 }}" },
  times: { description: "Multiplies with a number", example: "{{ 2 | times: 3 }}" },
  divided_by: { description: "Divides by a number", example: "{{ 6 | divided_by: 2 }}" },
  round: { description: "Rounds to a whole number, or to so many places", example: "{{ 1.25 | round: 1 }}" },
  preview: {
    description:
      "For mj-preview: adds spaces, so that mail programs show no other text of the message beside the subject",
    example: '{{ "Back in stock" | preview }}',
  },
  url_encode: { description: "Makes a text fit for the address of a page", example: '{{ "red boots" | url_encode }}' },
};
