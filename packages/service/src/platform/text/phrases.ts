/** The names in a phrase: `{domain} has no SPF record` has `domain`. */
type NamesIn<Phrase extends string> = Phrase extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
type Required<Phrase extends string> = Phrase extends `${infer Before}[${string}]${infer After}`
  ? NamesIn<`${Before}${After}`>
  : NamesIn<Phrase>;
type Optional<Phrase extends string> = Phrase extends `${string}[${infer Part}]${string}` ? NamesIn<Part> : never;
type Value = string | number;

/** The values that a phrase needs. Those in brackets may be null. */
export type ValuesOf<Phrase extends string> = { readonly [Name in Required<Phrase>]: Value } & {
  readonly [Name in Optional<Phrase>]: Value | null;
};

/** What a phrase says, for a program: its code, and each value under its name. */
export type Why<Code extends string = string> = {
  readonly code: Code;
  readonly [name: string]: string | null;
};

type Texts = Readonly<Record<string, string>>;
export type Phrases<Of extends Texts> = {
  readonly texts: Of;
  /** The sentence, or a part of one. */
  say<Code extends keyof Of & string>(code: Code, values: ValuesOf<Of[Code]>): string;
  /** The same for a program. */
  why<Code extends keyof Of & string>(code: Code, values: ValuesOf<Of[Code]>): Why<Code>;
  /** What a text says that `say` made. Null for another text. */
  read(text: string): Why<keyof Of & string> | null;
};
export type CodeOf<Of> = Of extends Phrases<infer Known> ? keyof Known & string : never;

/** No phrase is longer with its values, and some texts repeat what a caller sent. */
const READ_MAX = 1_500;

/** What the service says to merchants, each under a code with which other programs say the same in other languages. `{name}` is
 *  the place of a value, and `[ ({name})]` a part that is left out when the value is null. Where a text is stored, `read`
 *  finds code and values again: so a phrase must not change, and a special one comes before a general one. */
export function definePhrases<const Of extends Texts>(texts: Of): Phrases<Of> {
  const known = Object.entries(texts).map(([code, phrase]) => ({
    code,
    names: namesOf(phrase),
    forms: formsOf(phrase),
  }));
  return {
    texts,
    say: (code, values) => fill(texts[code] ?? "", values),
    why: (code, values) => ({
      code,
      ...Object.fromEntries(
        Object.entries<Value | null>(values).map(([name, value]) => [name, value === null ? null : String(value)]),
      ),
    }),
    read(text) {
      if (text.length > READ_MAX) return null;
      for (const { code, names, forms } of known)
        for (const form of forms) {
          const values = valuesIn(form, text);
          if (values) return { code, ...Object.fromEntries(names.map(({ name }) => [name, values[name] ?? null])) };
        }
      return null;
    },
  };
}

/** The names of a phrase's values, and whether each may be null. */
export const namesOf = (phrase: string): { readonly name: string; readonly isOptional: boolean }[] => {
  const optional = /\[([^[\]]*)\]/.exec(phrase)?.[1] ?? "";
  const names = new Set([...phrase.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name));
  return [...names].map((name) => ({ name, isOptional: optional.includes(`{${name}}`) }));
};

function fill(phrase: string, values: Readonly<Record<string, Value | null>>): string {
  const written = phrase.replace(/\[([^[\]]*)\]/, (_, part: string) =>
    namesOf(part).some(({ name }) => values[name] === null) ? "" : part,
  );
  return written.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}

/** A phrase as it is with the part in brackets and, where it has one, as it is without. In each, texts and names take turns, and
 *  a text comes first and last. */
const formsOf = (phrase: string): readonly (readonly string[])[] =>
  [phrase.replace(/\[([^[\]]*)\]/, "$1"), phrase.replace(/\[[^[\]]*\]/, "")]
    .filter((form, index, forms) => forms.indexOf(form) === index)
    .map((form) => form.split(/\{(\w+)\}/));

/** The values of a text that has this form. Each is as short as it can be and not empty; where a name comes again, so does its
 *  value. No regex is made of a phrase, because one with many values could take long. */
function valuesIn([first = "", ...rest]: readonly string[], text: string): Record<string, string> | undefined {
  if (!text.startsWith(first)) return undefined;
  const values: Record<string, string> = {};
  let at = first.length;
  for (let place = 0; place < rest.length; place += 2) {
    const [name = "", after = ""] = rest.slice(place, place + 2);
    const known = values[name];
    const isLast = place + 2 === rest.length;
    const end =
      known !== undefined ? at + known.length : isLast ? text.length - after.length : text.indexOf(after, at + 1);
    const value = text.slice(at, Math.max(at, end));
    if (value === "" || (known ?? value) !== value || !text.startsWith(after, end)) return undefined;
    values[name] = value;
    at = end + after.length;
  }
  return at === text.length ? values : undefined;
}
