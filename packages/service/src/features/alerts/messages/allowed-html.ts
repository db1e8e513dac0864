import { MISTAKES } from "../../../platform/letter/mistakes.ts";

/** What a problem shows of a name or value of the source. */
const SHOWN_MAX = 60;

/** The elements that a mail may use. All others are refused: scripts, frames, forms, and elements that do not exist yet. */
const ELEMENTS = new Set(
  `html head title meta style link body div span p a img table thead tbody tfoot tr td th col colgroup caption h1 h2 h3 h4 h5 h6
  ul ol li dl dt dd br hr strong b em i u s small sup sub blockquote pre code center font section article header footer main
  figure figcaption del ins abbr address time xml noscript`.split(/\s+/),
);
export const VOID_ELEMENTS = new Set(["br", "col", "hr", "img", "link", "meta"]);
/** Elements of Outlook: vector graphics, Office settings, Word. */
const OFFICE = /^[vow]:[a-z]+$/;

/** The attributes that a message keeps. Others are left out, because nobody has checked what they do. */
const ATTRIBUTES = new Set(
  `abbr align alt background bgcolor border bordercolor cellpadding cellspacing class clear color cols colspan datetime dir face
  frame headers height hidden href hspace id lang noshade nowrap rel reversed role rowspan rules scope size sizes span src srcset
  start style summary target title type valign value vspace width xml:lang`.split(/\s+/),
);
const OFFICE_ATTRIBUTES = new Set(
  `alt arcsize aspect class color color2 coordorigin coordsize fill fillcolor focus from height href id inset method on opacity
  origin path position rotate size spid src stroke strokecolor strokeweight style target title to type v:ext width
  o:spid o:title o:href o:button`.split(/\s+/),
);
const OWN_ATTRIBUTES = new Map([
  ["a", new Set(["name"])],
  ["link", new Set(["media"])],
  ["style", new Set(["media"])],
]);
/** Outlook needs the namespaces of its elements, with exactly these values. */
const NAMESPACES = new Map([
  ["xmlns", "http://www.w3.org/1999/xhtml"],
  ["xmlns:v", "urn:schemas-microsoft-com:vml"],
  ["xmlns:o", "urn:schemas-microsoft-com:office:office"],
  ["xmlns:w", "urn:schemas-microsoft-com:office:word"],
]);
const LINKS = new Set(["href", "src", "background", "o:href"]);
/** What a `meta` may say to a browser. A page in another encoding can hide elements from whoever reads it as UTF-8. */
const HTTP_EQUIV = new Map([
  ["content-type", "text/html; charset=UTF-8"],
  ["x-ua-compatible", "IE=edge"],
]);

export type Attribute = { readonly name: string; readonly value: string };

export const isAllowedElement = (name: string) => ELEMENTS.has(name) || OFFICE.test(name);

/** What the message keeps of an element's attributes, and what is wrong with them. No `kept`: the element is left out. */
export function checkAttributes(element: string, attributes: readonly Attribute[]) {
  const problems: string[] = [];
  const kept: Attribute[] = [];
  for (const { name, value } of attributes) {
    const problem = problemOf(element, name, value);
    if (problem) problems.push(problem);
    else if (isKept(element, name, value)) kept.push({ name, value: LINKS.has(name) ? value.trim() : value });
  }
  if (element === "meta") return { kept: keptOfMeta(attributes), problems };
  const isLeftOut =
    element === "link" && !kept.some(({ name, value }) => name === "rel" && /^stylesheet$/i.test(value));
  return { kept: isLeftOut ? undefined : kept, problems };
}

function isKept(element: string, name: string, value: string) {
  if (NAMESPACES.has(name)) return NAMESPACES.get(name) === value;
  if (/^aria-[a-z]+$/.test(name) || OWN_ATTRIBUTES.get(element)?.has(name)) return true;
  return (OFFICE.test(element) ? OFFICE_ATTRIBUTES : ATTRIBUTES).has(name);
}

function keptOfMeta(attributes: readonly Attribute[]): Attribute[] | undefined {
  const {
    name,
    content,
    "http-equiv": equivalent,
    charset,
  } = Object.fromEntries(attributes.map((attribute) => [attribute.name, attribute.value]));
  if (charset !== undefined) return [{ name: "charset", value: "utf-8" }];
  const known = equivalent === undefined ? undefined : HTTP_EQUIV.get(equivalent.toLowerCase());
  if (equivalent !== undefined && known)
    return [
      { name: "http-equiv", value: equivalent },
      { name: "content", value: known },
    ];
  if (equivalent !== undefined || name === undefined || content === undefined) return undefined;
  return [
    { name: "name", value: name },
    { name: "content", value: content },
  ];
}

function problemOf(element: string, name: string, value: string): string | undefined {
  // Office has an attribute with the name `on`; every handler has a longer one.
  if (name.startsWith("on") && name !== "on") return notAllowed(name);
  if (name === "style") return problemOfStyle(value);
  if (element === "meta" && name === "http-equiv" && /refresh|set-cookie|security/i.test(value))
    return notAllowed(value);
  const isLink = LINKS.has(name) ? isWebLink(value) : name !== "srcset" || isSourceSet(value);
  return isLink
    ? undefined
    : MISTAKES.say("link-not-web", { attribute: name, value: value.trim().slice(0, SHOWN_MAX) });
}

const notAllowed = (name: string) => MISTAKES.say("attribute-not-allowed", { attribute: name.slice(0, SHOWN_MAX) });

const isWebLink = (value: string) => /^(https?:\/\/[^\s]|#|$)/i.test(value.trim());
/** Links, each with a width or a density behind it. */
const isSourceSet = (value: string) =>
  value
    .trim()
    .split(/\s+/)
    .every((part) => isWebLink(part) || /^[\d.]{1,9}[wx],?$/.test(part));

/** What may not be in the text of a style attribute or element. */
export function problemOfStyle(css: string): string | undefined {
  const plain = css.toLowerCase().replaceAll(/\s/g, "");
  if (plain.includes("\\")) return MISTAKES.say("style-backslash", {});
  // A `<` could end the style, or begin a comment, for a program that reads styles differently from browsers.
  if (/<|--!?>/.test(plain)) return MISTAKES.say("style-html", {});
  if (plain.includes("expression(") || plain.includes("behavior:") || plain.includes("-moz-binding"))
    return MISTAKES.say("style-code", {});
  for (const target of textsAfter(plain, "url("))
    if (!/^["']?https?:\/\//.test(target)) return MISTAKES.say("style-url", {});
  for (const target of textsAfter(plain, "@import"))
    if (!/^(url\(|["']https?:\/\/)/.test(target)) return MISTAKES.say("style-import", {});
  return undefined;
}

function* textsAfter(text: string, mark: string) {
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length))
    yield text.slice(at + mark.length, at + mark.length + 20);
}
