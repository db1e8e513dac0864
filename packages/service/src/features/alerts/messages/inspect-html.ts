/** What mails are made of. Whatever is not here is refused: scripts, frames, forms, and whatever comes next. */
const TAGS = new Set(
  `html head title meta style link body div span p a img table thead tbody tfoot tr td th col colgroup caption h1 h2 h3 h4 h5 h6
  ul ol li dl dt dd br hr strong b em i u s small sup sub blockquote pre code center font section article header footer main
  figure figcaption del ins abbr address time xml noscript`.split(/\s+/),
);
/** Outlook's own, inside conditional comments. */
const OFFICE = ["v:", "o:", "w:"];
const LINKS = new Set(
  "href src srcset background action formaction poster cite data longdesc lowsrc dynsrc xlink:href manifest ping".split(
    " ",
  ),
);
const PROBLEMS_MAX = 10;

type Problem = { readonly line: number; readonly text: string };

/** What may not be sent in this HTML, each with its line. Comments hide nothing: Outlook reads some of them. */
export function inspectHtml(html: string): Problem[] {
  const problems: Problem[] = [];
  const say = (at: number, text: string) =>
    problems.push({ line: html.slice(0, at).split("\n").length, text: text.slice(0, 120) });
  let at = 0;
  while (problems.length < PROBLEMS_MAX) {
    at = html.indexOf("<", at);
    if (at < 0) break;
    const begin = at;
    at += 1;
    if (html[at] === "/") at += 1;
    const from = at;
    while (isName(html[at])) at += 1;
    const name = html.slice(from, at).toLowerCase();
    if (!name || !isLetter(name[0])) continue;
    if (!TAGS.has(name) && !OFFICE.some((prefix) => name.startsWith(prefix))) say(begin, `<${name}> is not allowed`);
    const attributes: [string, string][] = [];
    at = readAttributes(html, at, attributes);
    for (const [attribute, value] of attributes) {
      const text = problemOf(name, attribute, value);
      if (text) say(begin, text);
    }
    if (name === "style" && html[begin + 1] !== "/") {
      const end = html.toLowerCase().indexOf("</style", at);
      const text = problemOfStyle(html.slice(at, end < 0 ? undefined : end));
      if (text) say(begin, text);
      at = end < 0 ? html.length : end;
    }
  }
  return problems;
}

const isLetter = (char = "") => char >= "a" && char <= "z";
const isSpace = (char = "") => char !== "" && " \t\n\r\f/".includes(char);
const isName = (char = "") => char !== "" && !" \t\n\r\f/<>=\"'".includes(char);

/** Reads up to the end of a tag and answers where that is. A value without quotes gets an end of its own. */
function readAttributes(html: string, from: number, into: [string, string][]): number {
  let at = from;
  while (at < html.length && html[at] !== ">") {
    while (isSpace(html[at])) at += 1;
    const begin = at;
    while (at < html.length && !isSpace(html[at]) && html[at] !== "=" && html[at] !== ">") at += 1;
    const name = html.slice(begin, at).toLowerCase();
    while (isSpace(html[at])) at += 1;
    if (html[at] !== "=") {
      if (name) into.push([name, ""]);
      continue;
    }
    at += 1;
    while (isSpace(html[at]) && html[at] !== "/") at += 1;
    const quote = html[at];
    if (quote === '"' || quote === "'") {
      const end = html.indexOf(quote, at + 1);
      const until = end < 0 ? html.length : end;
      into.push([name, html.slice(at + 1, until)]);
      at = until + 1;
    } else {
      const start = at;
      while (at < html.length && !" \t\n\r\f>".includes(html[at] ?? "")) at += 1;
      into.push([name, `${UNQUOTED}${html.slice(start, at)}`]);
    }
  }
  return Math.min(at + 1, html.length);
}
const UNQUOTED = "\0";

function problemOf(tag: string, name: string, value: string): string | undefined {
  if (value.startsWith(UNQUOTED) && !/^\0[\w.%#-]*$/.test(value)) return `put the value of ${name} into quotes`;
  if (name.startsWith("on")) return `${name} is not allowed`;
  if (name === "style") return problemOfStyle(value);
  if (tag === "meta" && name === "http-equiv" && /refresh|set-cookie|security/i.test(value))
    return `${value} is not allowed`;
  if (LINKS.has(name) && !isWebLink(value)) return `${name}="${value.trim()}": links begin with https:// or http://`;
  return undefined;
}
const isWebLink = (value: string) => /^(https?:\/\/[^\s]|#|$)/i.test(value.trim());

function problemOfStyle(css: string): string | undefined {
  const plain = css.toLowerCase().replaceAll(/\s/g, "");
  if (plain.includes("\\")) return "no backslashes in styles";
  if (plain.includes("expression(") || plain.includes("behavior:") || plain.includes("-moz-binding"))
    return "styles may not run anything";
  for (let at = plain.indexOf("url("); at >= 0; at = plain.indexOf("url(", at + 4)) {
    const target = plain.slice(at + 4, at + 20).replace(/^(&quot;|["'])/, "");
    if (!/^https?:\/\//.test(target)) return "url(…) in styles begins with https:// or http://";
  }
  return undefined;
}
