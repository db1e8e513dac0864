import { definePhrases } from "../text/phrases.ts";

/** What can be wrong with a merchant's message. The words about Liquid and MJML that are not ours are those of their libraries; a
 *  mistake that is not here is shown in their words. */
export const MISTAKES = definePhrases({
  "unknown-name-close": "There is no {kind} {name}. Did you mean {suggestion}?",
  "unknown-name": "There is no {kind} {name}. These are known: {known}",
  "stray-tag": "{tag} does not belong to a tag before it",
  "no-unsubscribe-link": "The template has no unsubscribe link. Add {unsubscribe} or {preferences}",
  "include-not-allowed": "mj-include is not allowed",
  "stopped-before": "The template was stopped a moment ago. Fix it, or try again in a minute",
  "stopped-slow": "The template was stopped: it ran for too long",
  "stopped-memory": "The template was stopped: it needs too much memory",
  "message-too-long": "The message has more than {max} characters",

  // HTML
  "element-not-allowed": "<{element}> is not allowed",
  "not-nested": "elements are not nested properly",
  "too-deep": "elements are nested more than {max} deep",
  "needs-quotes": "put the value of {attribute} into quotes",
  "link-not-web": '{attribute}="{value}": links must begin with https:// or http://',
  "style-backslash": "styles may not contain backslashes",
  "style-html": "styles may not contain < or -->",
  "style-code": "styles may not run code",
  "style-url": "url(…) in styles must begin with https:// or http://",
  "style-import": "@import in styles must begin with https:// or http://",
  "attribute-not-allowed": "{attribute} is not allowed",

  // In the words of liquidjs
  "output-not-closed": 'output "{part}" not closed',
  "tag-not-closed": "tag {part} not closed",
  "bracket-not-closed": "{bracket} not closed",
  "empty-expression": 'invalid value expression: ""',
  "wrong-expression": "invalid value expression: {part}",
  "wrong-tag": "illegal tag: {part}",
  "tag-without-name": "illegal tag syntax, tag name expected",
  "assign-without-equals": 'expected "="',
  "not-understood": 'expected "|" before filter',
  "capture-name": "invalid capture name",
  "unexpected-part": "unexpected token {part}, value expected",
  "over-limit": "{limit} limit exceeded",

  // In the words of MJML
  "unknown-element": "Element {element} doesn't exist or is not registered",
  "wrong-place": "{element} cannot be used inside {outer}, only inside: {allowed}",
  "unknown-attributes": "Attributes {attribute} are illegal",
  "unknown-attribute": "Attribute {attribute} is illegal",
  "wrong-choice": "Attribute {attribute} has invalid value: {value} for type Enum, only accepts {allowed}",
  "wrong-unit":
    "Attribute {attribute} has invalid value: {value} for type Unit, only accepts ({units}) units and {allowed} value(s)",
  "wrong-colour": "Attribute {attribute} has invalid value: {value} for type Color ",
  "wrong-value": "Attribute {attribute} has invalid value: {value} for type {type}",
  "no-mjml": "Malformed MJML. Check that your structure is correct and enclosed in <mjml> tags.",
  "not-read": "Parsing failed. Check your mjml.",
});
