import { type Token, Tokenizer, TokenizerMode } from "parse5";
import type { Problem } from "./errors.ts";

/** The elements that a mail may use. All others are refused: scripts, frames, forms, and elements that do not exist yet. */
const TAGS = new Set(
  `html head title meta style link body div span p a img table thead tbody tfoot tr td th col colgroup caption h1 h2 h3 h4 h5 h6
  ul ol li dl dt dd br hr strong b em i u s small sup sub blockquote pre code center font section article header footer main
  figure figcaption del ins abbr address time xml noscript`.split(/\s+/),
);
/** Outlook's own elements, inside conditional comments. */
const OFFICE = ["v:", "o:", "w:"];
const LINKS = new Set(
  "href src srcset background action formaction poster cite data longdesc lowsrc dynsrc xlink:href manifest ping".split(
    " ",
  ),
);
/** Elements whose content a browser reads as text, up to their end tag. */
const TEXT_MODES = new Map([
  ["title", TokenizerMode.RCDATA],
  ["style", TokenizerMode.RAWTEXT],
]);
const PROBLEMS_MAX = 10;
/** How deep comments with elements may be nested. Each level reads the text once more, so the depth has a limit. */
const COMMENT_DEPTH_MAX = 2;

/** Finds what may not be sent in a mail, with the line of each problem. Checks comments too, because Outlook reads some. */
export function inspectHtml(html: string): Problem[] {
  // A browser reads the content of noscript as text, a mail program without scripts as elements. Both must be harmless.
  const readings = html.toLowerCase().includes("<noscript") ? [false, true] : [false];
  const problems = readings.flatMap((runsScripts) => inspect(html, { firstLine: 1, runsScripts, depth: 0 }));
  return [...new Map(problems.map((problem) => [`${problem.line} ${problem.text}`, problem])).values()].slice(
    0,
    PROBLEMS_MAX,
  );
}

type Reading = { readonly firstLine: number; readonly runsScripts: boolean; readonly depth: number };

function inspect(html: string, { firstLine, runsScripts, depth }: Reading): Problem[] {
  const problems: Problem[] = [];
  let style: { line: number; css: string } | undefined;
  const add = (line: number, text: string | undefined) => {
    if (text && problems.length < PROBLEMS_MAX) problems.push({ line: firstLine + line - 1, text: text.slice(0, 120) });
  };
  const addText = ({ chars }: Token.CharacterToken) => {
    if (style) style.css += chars;
  };
  const endStyle = () => {
    if (style) add(style.line, problemOfStyle(style.css));
    style = undefined;
  };
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag(token) {
        const line = token.location?.startLine ?? 1;
        const name = token.tagName;
        if (!TAGS.has(name) && !OFFICE.some((prefix) => name.startsWith(prefix))) add(line, `<${name}> is not allowed`);
        for (const { name: attribute, value } of token.attrs) {
          const at = token.location?.attrs?.[attribute];
          const written = at ? html.slice(at.startOffset, at.endOffset) : "";
          add(line, problemOfAttribute(name, attribute, value, written));
        }
        if (name === "style") style = { line, css: "" };
        const mode = name === "noscript" && runsScripts ? TokenizerMode.RAWTEXT : TEXT_MODES.get(name);
        if (mode === undefined) return;
        tokenizer.state = mode;
        tokenizer.lastStartTagName = name;
      },
      onEndTag: endStyle,
      onComment(token) {
        if (!token.data.includes("<")) return;
        const line = token.location?.startLine ?? 1;
        if (depth === COMMENT_DEPTH_MAX) return add(line, "comments are nested too deeply");
        problems.push(...inspect(token.data, { firstLine: firstLine + line - 1, runsScripts, depth: depth + 1 }));
      },
      onCharacter: addText,
      onWhitespaceCharacter: addText,
      onNullCharacter: addText,
      onDoctype: () => undefined,
      onEof: endStyle,
    },
  );
  tokenizer.write(html, true);
  return problems;
}

function problemOfAttribute(tag: string, name: string, value: string, written: string): string | undefined {
  const isQuoted = value === "" || /["']$/.test(written);
  if (!isQuoted && !/^[\w.%#-]*$/.test(value)) return `put the value of ${name} into quotes`;
  if (name.startsWith("on")) return `${name} is not allowed`;
  if (name === "style") return problemOfStyle(value);
  if (tag === "meta" && name === "http-equiv" && /refresh|set-cookie|security/i.test(value))
    return `${value} is not allowed`;
  if (LINKS.has(name) && !isWebLink(value))
    return `${name}="${value.trim()}": links must begin with https:// or http://`;
  return undefined;
}
const isWebLink = (value: string) => /^(https?:\/\/[^\s]|#|$)/i.test(value.trim());

function problemOfStyle(css: string): string | undefined {
  const plain = css.toLowerCase().replaceAll(/\s/g, "");
  if (plain.includes("\\")) return "styles may not contain backslashes";
  if (plain.includes("expression(") || plain.includes("behavior:") || plain.includes("-moz-binding"))
    return "styles may not run code";
  for (let at = plain.indexOf("url("); at >= 0; at = plain.indexOf("url(", at + 4)) {
    const target = plain.slice(at + 4, at + 20).replace(/^["']/, "");
    if (!/^https?:\/\//.test(target)) return "url(…) in styles must begin with https:// or http://";
  }
  return undefined;
}
