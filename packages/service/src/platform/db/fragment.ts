/** A piece of SQL that becomes part of a statement's text, where any other value becomes a parameter. Never made from
 *  what a caller sent. */
export class Fragment {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString() {
    return this.text;
  }
}

export const fragment = (text: string) => new Fragment(text);

/** A number that the planner has to see, such as a state that a partial index names: as a parameter it would hide the
 *  index from a generic plan. */
export const literal = (number: number) => {
  if (!Number.isInteger(number)) throw new Error(`${number} is not a whole number`);
  return new Fragment(String(number));
};
