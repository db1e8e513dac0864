/** A piece of SQL that becomes part of a statement's text, where any other value becomes a parameter. Its text is never
 *  made from what a caller sent; values of its own become parameters too. */
export class Fragment {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
  constructor(strings: readonly string[], values: readonly unknown[] = []) {
    this.strings = strings;
    this.values = values;
  }
  /** For the text of a Statement, which has no place for values. */
  get text() {
    if (this.values.length > 0) throw new Error("A fragment with values is allowed only inside tx`…`");
    return this.strings.join("");
  }
  toString() {
    return this.text;
  }
}

export const fragment = (text: string) => new Fragment([text]);

/** A fragment with values, for a piece that several statements share: fragmentWith`store_id = ${id}`. */
export const fragmentWith = (strings: TemplateStringsArray, ...values: unknown[]) => new Fragment(strings, values);

/** A number that the planner has to see, such as a state that a partial index names: as a parameter it would hide the
 *  index from a generic plan. */
export const literal = (number: number) => {
  if (!Number.isInteger(number)) throw new Error(`${number} is not a whole number`);
  return fragment(String(number));
};
