import {
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  parse,
  html as spec,
  Tokenizer,
  TokenizerMode,
} from "parse5";
import { MISTAKES } from "../../../platform/letter/mistakes.ts";
import { type Attribute, checkAttributes, isAllowedElement, problemOfStyle, VOID_ELEMENTS } from "./allowed-html.ts";
import type { Problem } from "./errors.ts";

const PROBLEMS_MAX = 10;
/** What a problem shows of a name of the source. */
const NAME_MAX = 80;
/** Parsing takes time with the square of the depth. */
const DEPTH_MAX = 200;
/** Some misnested elements become another tree when they are read again. A second or third reading settles them. */
const READINGS_MAX = 4;
const DOCTYPE = "<!doctype html>";

type Rebuilt = { readonly html: string; readonly problems: readonly Problem[] };

/** Reads a message as a browser does and writes it anew: only elements, attributes and links that are allowed, each in the
 *  one way that every reader understands. Never returns text of the source that it has not understood. Reading the result
 *  gives the same result. The HTML is empty if there are problems. */
export function rebuildHtml(source: string): Rebuilt {
  // A doctype of its own, so that browsers and mail programs read it in the same mode as we do.
  let rebuilt = rebuildOnce(source.startsWith(DOCTYPE) ? source : DOCTYPE + source, true);
  for (let readings = 1; rebuilt.problems.length === 0 && readings < READINGS_MAX; readings += 1) {
    const again = rebuildOnce(rebuilt.html, false);
    if (again.html === rebuilt.html) return rebuilt;
    rebuilt = again;
  }
  const problems = rebuilt.problems.length > 0 ? rebuilt.problems : [{ line: 0, text: MISTAKES.say("not-nested", {}) }];
  return { html: "", problems };
}

class TooDeep extends Error {}

function rebuildOnce(source: string, isAuthors: boolean): Rebuilt {
  let depth = 0;
  const adapter = {
    ...defaultTreeAdapter,
    onItemPush() {
      depth += 1;
      if (depth > DEPTH_MAX) throw new TooDeep();
    },
    onItemPop() {
      depth -= 1;
    },
  };
  try {
    const tree = parse(source, { treeAdapter: adapter, scriptingEnabled: false, sourceCodeLocationInfo: isAuthors });
    return new Writer(source).write(tree);
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    return { html: "", problems: [{ line: 0, text: MISTAKES.say("too-deep", { max: DEPTH_MAX }) }] };
  }
}

class Writer {
  readonly #source: string;
  readonly #problems = new Map<string, Problem>();
  #html = DOCTYPE;

  constructor(source: string) {
    this.#source = source;
  }

  write(tree: DefaultTreeAdapterTypes.Document): Rebuilt {
    this.#writeChildren(tree);
    const problems = [...this.#problems.values()];
    return { html: problems.length > 0 ? "" : this.#html, problems };
  }

  #writeChildren({ childNodes }: DefaultTreeAdapterTypes.ParentNode) {
    for (const node of childNodes) {
      if (defaultTreeAdapter.isTextNode(node)) this.#html += escapeText(node.value);
      else if (defaultTreeAdapter.isCommentNode(node))
        this.#writeComment(node.data, node.sourceCodeLocation?.startLine ?? 0);
      else if (defaultTreeAdapter.isElementNode(node)) this.#writeElement(node);
    }
  }

  #writeElement(element: DefaultTreeAdapterTypes.Element) {
    const { tagName: name, attrs, namespaceURI, sourceCodeLocation: at } = element;
    const line = at?.startLine ?? 0;
    if (namespaceURI !== spec.NS.HTML || !isAllowedElement(name))
      return this.#add(line, MISTAKES.say("element-not-allowed", { element: name.slice(0, NAME_MAX) }));
    // A browser reads the content of noscript as text, a mail program without scripts as elements: keep only the elements.
    if (name === "noscript") return this.#writeChildren(element);
    if (at) this.#checkQuotes(line, attrs, at.attrs);
    const kept = this.#check(line, name, attrs);
    if (!kept) return undefined;
    this.#html += startTag(name, kept);
    if (VOID_ELEMENTS.has(name)) return undefined;
    if (name === "pre") this.#html += "\n"; // a parser drops the first line break
    if (name === "style") this.#writeStyle(line, element.childNodes.map(textOf).join(""));
    else this.#writeChildren(element);
    this.#html += `</${name}>`;
    return undefined;
  }

  /** Only the conditional comments of Outlook are kept. Their content is checked and written like the rest. */
  #writeComment(data: string, line: number) {
    const whole = WHOLE_CONDITION.exec(data);
    const begin = BEGIN_CONDITION.exec(data);
    if (whole) {
      const [, condition = "", content = ""] = whole;
      this.#html += `<!--[if ${condition}]>`;
      this.#writeTokens(content, line);
      this.#html += "<![endif]-->";
    } else if (begin) this.#html += `<!--[if ${begin[1]}]><!-->`;
    else if (END_CONDITION.test(data)) this.#html += "<!--<![endif]-->";
  }

  /** Writes the content of a conditional comment tag by tag: it has tags without their end tags, so it is no tree. */
  #writeTokens(content: string, firstLine: number) {
    let open: { name: string; text: string } | undefined;
    const endText = () => {
      if (!open) return;
      if (open.name === "style") this.#writeStyle(firstLine, open.text);
      else this.#html += escapeText(open.text);
      this.#html += `</${open.name}>`;
      open = undefined;
    };
    const addText = ({ chars }: { chars: string }) => {
      if (open) open.text += chars;
      else this.#html += escapeText(chars);
    };
    const tokenizer = new Tokenizer(
      { sourceCodeLocationInfo: true },
      {
        onStartTag: ({ tagName: name, attrs, location, selfClosing }) => {
          const line = firstLine + (location?.startLine ?? 1) - 1;
          if (!isAllowedElement(name))
            return this.#add(line, MISTAKES.say("element-not-allowed", { element: name.slice(0, NAME_MAX) }));
          this.#checkQuotes(line, attrs, location?.attrs, content);
          const kept = this.#check(line, name, attrs);
          if (!kept) return undefined;
          const mode = TEXT_MODES.get(name);
          this.#html += startTag(asWritten(content, name, 1, location), kept, selfClosing && mode === undefined);
          if (mode === undefined) return undefined;
          tokenizer.state = mode;
          tokenizer.lastStartTagName = name;
          open = { name, text: "" };
          return undefined;
        },
        onEndTag: ({ tagName: name, location }) => {
          if (open) endText();
          else if (isAllowedElement(name)) this.#html += `</${asWritten(content, name, 2, location)}>`;
        },
        onCharacter: addText,
        onWhitespaceCharacter: addText,
        onNullCharacter: () => undefined,
        onComment: () => undefined,
        onDoctype: () => undefined,
        onEof: endText,
      },
    );
    tokenizer.write(content, true);
  }

  #writeStyle(line: number, css: string) {
    this.#add(line, problemOfStyle(css));
    this.#html += css;
  }

  #check(line: number, name: string, attributes: readonly Attribute[]) {
    const { kept, problems } = checkAttributes(name, attributes);
    for (const problem of problems) this.#add(line, problem);
    return kept;
  }

  /** Without quotes, a value that Liquid fills in could add attributes of its own. */
  #checkQuotes(line: number, attributes: readonly Attribute[], places: Places | undefined, source = this.#source) {
    for (const { name, value } of attributes) {
      if (/^[\w.%#-]*$/.test(value)) continue;
      const place = places?.[name];
      const last = place && source[place.endOffset - 1];
      if (last !== '"' && last !== "'")
        this.#add(line, MISTAKES.say("needs-quotes", { attribute: name.slice(0, NAME_MAX) }));
    }
  }

  #add(line: number, text: string | undefined) {
    if (text && this.#problems.size < PROBLEMS_MAX) this.#problems.set(`${line} ${text}`, { line, text });
  }
}
type Places = Readonly<Record<string, { readonly endOffset: number }>>;

/** Elements whose content a browser reads as text, up to their end tag. */
const TEXT_MODES = new Map([
  ["title", TokenizerMode.RCDATA],
  ["style", TokenizerMode.RAWTEXT],
]);
/** `<!--[if mso]>…<![endif]-->`, as a browser reads it: a comment. */
const WHOLE_CONDITION = /^\[if ([\w |&!().]{1,60})\]>(.*)<!\[endif\]$/is;
/** `<!--[if !mso]><!-->` or `<![if !mso]>`: what follows is for everyone else. */
const BEGIN_CONDITION = /^\[if ([\w |&!().]{1,60})\](?:>\s*(?:<!(?:--\s*)?)?)?$/i;
/** `<!--<![endif]-->` or `<![endif]>`. */
const END_CONDITION = /^(?:<!)?\[endif\](?:--)?$/i;

/** The name of a tag in the case of the source: Outlook's own elements are XML, where it matters. */
function asWritten(source: string, name: string, before: number, location: { startOffset: number } | null) {
  const from = (location?.startOffset ?? 0) + before;
  const written = source.slice(from, from + name.length);
  return written.toLowerCase() === name ? written : name;
}

const textOf = (node: DefaultTreeAdapterTypes.ChildNode) => (defaultTreeAdapter.isTextNode(node) ? node.value : "");

const startTag = (name: string, attributes: readonly Attribute[], selfClosing = false) =>
  `<${name}${attributes.map((attribute) => ` ${attribute.name}="${escapeValue(attribute.value)}"`).join("")}${selfClosing ? " />" : ">"}`;

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeText = (text: string) => text.replaceAll(/[&<>]/g, (character) => ENTITIES[character] ?? "");
/** A `>` is escaped too: `-->` in a value would end a conditional comment. */
const escapeValue = (value: string) => value.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? "");
