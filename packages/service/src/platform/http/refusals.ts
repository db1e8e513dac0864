import { HOST_REFUSALS } from "../network/problems.ts";
import { definePhrases } from "../text/phrases.ts";

type HostRefusals = typeof HOST_REFUSALS.texts;
/** Where a URL or host is one of several fields, its name comes before. */
const hosts = Object.fromEntries(
  Object.entries(HOST_REFUSALS.texts).map(([code, text]) => [code, `[{field}: ]${text}`]),
) as { readonly [Code in keyof HostRefusals]: `[{field}: ]${HostRefusals[Code]}` };

const FIELD = "[The parameter ]{field}";

/** What the management API says beside the type of an error: which field is wrong, and what it must be. `expectation-of.ts` writes
 *  the sentences about values. */
export const REFUSALS = definePhrases({
  "value-missing": `${FIELD} is missing.`,
  "value-boolean": `${FIELD} must be true or false.`,
  "value-object": `${FIELD} must be a JSON object.`,
  "value-integer-between": `${FIELD} must be a whole number from {min} to {max}.`,
  "value-integer": `${FIELD} must be a whole number.`,
  "value-number-between": `${FIELD} must be a number from {min} to {max}.`,
  "value-number": `${FIELD} must be a number.`,
  "value-list-up-to": `${FIELD} must be a list with up to {max} entries.`,
  "value-list-at-least": `${FIELD} must be a list with at least {min} entries.`,
  "value-list-between": `${FIELD} must be a list with {min} to {max} entries.`,
  "value-text-up-to": `${FIELD} must be a text of at most {max} characters.`,
  "value-text-between": `${FIELD} must have {min} to {max} characters.`,
  "value-not-empty": `${FIELD} must not be empty.`,
  "value-text": `${FIELD} must be a text.`,
  "value-like": `${FIELD} must look like {example}.`,

  "setting-of-operator": "{field} is a setting of the operator. Ask them to change it with `npx keepsake store set`.",
  "unknown-setting": "There is no setting {field}.[ Did you mean {suggestion}?]",
  "unknown-element-word": "The elements have no word {field}.[ Did you mean {suggestion}?]",
  "element-words-too-long": "The words in elements must have at most {max} characters, all languages together.",
  "no-setting": "Send at least one setting.",
  "spending-without-price":
    "sending.textSpendPerDay limits nothing without a sending.textPrice of at least {min}. Set both, or neither.",
  "repeated-market": "markets: there are two markets {market}. Give each another name.",
  "wrong-origin": "origins: {origin} is not an origin as browsers send it, such as {example}.",

  ...hosts,
  "url-too-long": "The URL must have at most {max} characters.",

  "sender-text-has-address": "name and address are for mails. Send `from` with the provider of text messages.",
  "sender-name-and-address": "Send name and address together.",
  "sender-text-has-options": "returnPath, spfInclude and dkimSelector are for mails.",
  "sender-wrong-provider-of-mails": "{provider} sends no mails. Use {allowed} or default.",
  "sender-wrong-provider-of-texts": "{provider} sends no text messages. Use {allowed} or default.",
  "sender-without-settings": "Send the settings of the provider in the field {field}.",
  "sender-from-of-mails": "http.from is for text messages.",
  "sender-without-tls": "smtp.security must be tls or starttls: without it, the password could be read on its way.",
  "sender-user-and-password": "Send smtp.user and smtp.password together.",
  "sender-port": "smtp.port must be one of {allowed}. Most providers use 587 or 465.",
  "sender-options-of-installation":
    "returnPath, spfInclude and dkimSelector belong to a provider of the store's own, and its mails go through the installation's. Leave them out, and ask the operator about DNS records; or send them with `provider` and its settings.",
  "sender-tests-to-members": "Messages of a test store go only to its members.",

  "keys-limit": "A store has at most {max} keys that work. Revoke one first.",
  "connectors-limit": "A store has at most {max} connectors. Remove one that does not run any more.",
  "endpoints-limit": "A store can have at most {max} webhook endpoints. Delete one that is not used.",
  "connections-limit": "A store can have at most {max} marketing connections. Disconnect one that is not used.",
  "klaviyo-connected":
    "Klaviyo is connected already. Change that connection with marketing/update, or disconnect it first.",
  "marketing-klaviyo-key": "key must be a private API key of Klaviyo, which begins with pk_.",
  "marketing-needs-field": "The marketing tool {tool} needs {field}.",
  "marketing-not-for-tool": "The marketing tool {tool} has no {field}.",
  "members-limit": "An organisation has at most {max} members. Remove one first.",
  "key-replaced": "The key {key} was replaced already and ends at {until}. Replace the key that replaced it.",
  "secret-rotating":
    "The secret before the last rotation still signs[ until {until}]. Wait until then, or send overlapSeconds=0: then only the new secret signs, at once.",

  "cannot-send": "This server cannot send {what}. Ask its operator to set {settings}.",
  "compiler-missing": "The template compiler is not installed. Ask the operator to install it.",
  "compiler-slow": "The template took too long to compile. Make it shorter or try again.",
  "compiler-failed": "The template compiler failed. Try again, or ask the operator to look at its installation.",
  "templates-slow":
    "The templates of this store take long to render, and other stores are waiting. Try again in {seconds} seconds, or make the template simpler.",
  "too-many-compiles":
    "Too many templates are waiting to be compiled: a store may have {max}. Wait for their answers, then try again.",
  "too-many-renders": "Too many messages of this store wait to be rendered. Try again in a moment.",
  "too-many-replays": "Too many replays are waiting: a store may have {max}. Wait for their answers, then try again.",
  "company-sign-in":
    "Your company's sign-in cannot be reached right now. Try again in a moment, or sign in with a link.",

  "value-one-of": `${FIELD} must be one of {allowed}.`,
  "value-is": `${FIELD} must be {value}.`,
});
