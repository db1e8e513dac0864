import { type Liquid, type Template, TokenizationError, Tokenizer, TokenKind } from "liquidjs";
import { MISTAKES } from "./mistakes.ts";
import { type Fault, noSuch, problemOfName } from "./variable-names.ts";

/** Lines and columns count from 1. */
export type LiquidProblem = Fault & { readonly line: number; readonly column: number };
type Found = Fault & { readonly at: number };
type Place = { readonly begin: number; readonly end: number };
type Token = Place & { readonly kind: TokenKind; readonly name?: string };
type Checked = { readonly liquid: Liquid; readonly filters: ReadonlySet<string>; readonly facts: object };

/** Broken tags that are taken out, so that the text behind them can be read. */
const REPAIRS_MAX = 20;
const BLOCKS = new Set(["if", "unless", "case", "for", "capture", "comment"]);
const BRANCHES = new Set(["else", "elsif", "when"]);

/** Everything that is wrong with the Liquid of a text: tags that are broken or do not exist, filters that do not exist, and
 *  variables that the facts do not have. `liquid` must accept filters that it does not know. */
export function checkLiquid(source: string, { liquid, filters, facts }: Checked): LiquidProblem[] {
  const { text, template, found, removed } = readBroken(source, liquid);
  const unknownFilters = [...findFilters(text)].flatMap(({ at, name }) =>
    filters.has(name) ? [] : [{ at, ...noSuch("filter", name, [...filters]) }],
  );
  const tagProblems = [...found, ...unknownFilters].map(({ at, ...fault }) => ({ ...placeOf(source, at), ...fault }));
  const names = template ? unknownNames(liquid, template, facts, new Set(removed.match(/[\w-]+/g))) : [];
  return [...tagProblems, ...names].toSorted((one, two) => one.line - two.line || one.column - two.column);
}

/** liquidjs stops at the first tag that it cannot read. So such a tag is replaced by spaces, with the tags that belong to it,
 *  and the text is read again. */
function readBroken(source: string, liquid: Liquid) {
  const found: Found[] = [];
  const unknown = new Set<string>();
  let text = source;
  let removed = "";
  for (let repairs = 0; repairs < REPAIRS_MAX; repairs += 1) {
    try {
      return { text, template: liquid.parse(text), found, removed };
    } catch (error) {
      const { token, message } = error as Error & { token?: Token };
      const at = token?.begin ?? 0;
      const tokens = tokensOf(text);
      const broken = tokens?.find(({ begin, end, kind }) => begin <= at && at < end && kind !== TokenKind.HTML);
      const name = broken?.name ?? "";
      if (!unknown.has(name)) found.push({ at, ...describe(message, name, liquid) });
      if (!token) break;
      const places = broken && tokens ? withItsTags(broken, tokens) : [{ begin: at, end: at + 2 }];
      if (/" not found/.test(message)) unknown.add(`end${name}`);
      for (const place of places) {
        removed += ` ${text.slice(place.begin, place.end)}`;
        text = text.slice(0, place.begin) + blank(text.slice(place.begin, place.end)) + text.slice(place.end);
      }
    }
  }
  return { text, template: undefined, found, removed };
}

function describe(message: string, name: string, liquid: Liquid): Fault {
  if (!message.includes('" not found')) return { text: (message.split(", line:")[0] ?? "").slice(0, 300) };
  if (name.startsWith("end") || BRANCHES.has(name))
    return { text: MISTAKES.say("stray-tag", { tag: `{% ${name.slice(0, 80)} %}` }) };
  return noSuch("tag", name, Object.keys(liquid.tags));
}

/** Undefined when a tag or value does not end. */
function tokensOf(text: string): readonly Token[] | undefined {
  try {
    return new Tokenizer(text).readTopLevelTokens();
  } catch (error) {
    if (error instanceof TokenizationError) return undefined;
    throw error;
  }
}

/** A tag with its branches and its end, if it begins a block. */
function withItsTags(broken: Token, tokens: readonly Token[]): readonly Place[] {
  if (!BLOCKS.has(broken.name ?? "")) return [broken];
  const places: Place[] = [broken];
  let depth = 0;
  for (const token of tokens.slice(tokens.indexOf(broken) + 1)) {
    const { name = "" } = token;
    const isEnd = name.startsWith("end") && BLOCKS.has(name.slice(3));
    if (depth === 0 && (isEnd || BRANCHES.has(name))) places.push(token);
    if (depth === 0 && isEnd) break;
    if (BLOCKS.has(name)) depth += 1;
    if (isEnd) depth -= 1;
  }
  return places;
}

const blank = (text: string) => text.replaceAll(/[^\n]/g, " ");

/** The names of the filters, outside of comments and quoted texts. */
function* findFilters(text: string) {
  let comments = 0;
  for (const { kind, name, begin, end } of tokensOf(text) ?? []) {
    if (name === "comment") comments += 1;
    if (name === "endcomment") comments -= 1;
    if (kind === TokenKind.HTML || comments > 0) continue;
    let quote = "";
    for (let at = begin; at < end; at += 1) {
      const character = text[at] ?? "";
      if (quote) quote = character === quote ? "" : quote;
      else if (character === '"' || character === "'") quote = character;
      else if (character === "|") {
        const [before = "", filter] = /^\|\s*([\w-]+)/.exec(text.slice(at, at + 200)) ?? [];
        if (filter) yield { at: at + before.length - filter.length, name: filter };
      }
    }
  }
}

/** A name that the template assigns itself is known, and so are the words of the tags that were taken out. */
function unknownNames(liquid: Liquid, template: Template[], facts: object, words: ReadonlySet<string>) {
  const { globals, locals } = liquid.analyzeSync(template, { partials: false });
  return Object.entries(globals)
    .filter(([name]) => !Object.hasOwn(locals, name) && !words.has(name))
    .flatMap(([, uses]) => uses)
    .flatMap(({ segments, location }): LiquidProblem[] => {
      const fault = problemOfName(segments, facts);
      return fault ? [{ line: location.row, column: location.col, ...fault }] : [];
    });
}

function placeOf(source: string, index: number) {
  const before = source.slice(0, index).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
