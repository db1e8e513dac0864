import { randomUUID } from "node:crypto";
import { LRUCache } from "lru-cache";
import { plainText, renderLetter, toSubject } from "../../../platform/letter/letter.ts";
import { escapeHtml } from "../../../platform/text/html.ts";
import { oneLine } from "../../../platform/text/one-line.ts";
import { lookOf } from "../../stores/settings/settings.ts";
import { ALERT_LETTER } from "./alert.gen.ts";
import { type AlertFacts, type AlertInput, alertFacts } from "./alert-facts.ts";

type Letter = { readonly subject: string; readonly html: string; readonly text: string };
/** A text in which each second piece stands for a link. */
type Pieces = readonly string[];
type Shared = { readonly subject: string; readonly html: Pieces; readonly text: Pieces };

const LETTERS_MAX = 100;
const letters = new LRUCache<string, Shared>({ max: LETTERS_MAX });

/** Stand for a recipient's own links. Nobody can know them, so no text of a shop contains one. */
const STAND_INS = {
  preferences: `https://${randomUUID()}.invalid`,
  unsubscribe: `https://${randomUUID()}.invalid`,
  offer: `https://${randomUUID()}.invalid`,
  click: `https://${randomUUID()}.invalid`,
};
const STAND_IN = /(https:\/\/[0-9a-f-]{36}\.invalid)/;

/** Our own message for one recipient. Rendering takes far longer than all the rest, so it is done once for all recipients
 *  whose messages only differ in their links. */
export function defaultLetter(input: AlertInput): Letter {
  const key = keyOf(input);
  const shared = letters.get(key) ?? renderShared(input);
  letters.set(key, shared);
  const links = new Map([
    [STAND_INS.preferences, input.links.preferences],
    [STAND_INS.unsubscribe, input.links.unsubscribe],
    [STAND_INS.offer, input.offer?.url ?? ""],
    [STAND_INS.click, input.clickUrl ?? ""],
  ]);
  const escaped = new Map([...links].map(([standIn, link]) => [standIn, escapeHtml(link)]));
  return { subject: shared.subject, html: fill(shared.html, escaped), text: fill(shared.text, links) };
}

/** Everything that the message depends on, except for the links. */
const keyOf = ({ store: { name, settings }, variant: { product }, recipient, offer, clickUrl }: AlertInput) => {
  const { topic, locale, quantity, productUrl, timeZone } = recipient;
  const offered = offer && [offer.until, timeZone, offer.isReservable];
  return JSON.stringify([name, lookOf(settings), product, topic, locale, quantity, productUrl, offered, !clickUrl]);
};

function renderShared(input: AlertInput): Shared {
  const offer = input.offer && { ...input.offer, url: STAND_INS.offer };
  const clickUrl = input.clickUrl && STAND_INS.click;
  const facts = onOneLine(alertFacts({ ...input, links: STAND_INS, offer, clickUrl }));
  return {
    subject: facts.subject,
    html: renderLetter(ALERT_LETTER, facts).split(STAND_IN),
    text: textOf(facts).split(STAND_IN),
  };
}

const fill = (pieces: Pieces, links: ReadonlyMap<string, string>) =>
  pieces.map((piece, n) => (n % 2 === 0 ? piece : (links.get(piece) ?? piece))).join("");

/** The facts for our own message: a text of the catalogue must not add paragraphs to it. Merchants' templates get the
 *  texts as they are in the catalogue. */
const onOneLine = (facts: AlertFacts): AlertFacts => ({
  ...facts,
  subject: toSubject(facts.subject),
  product: {
    ...facts.product,
    title: oneLine(facts.product.title),
    variant: oneLine(facts.product.variant),
    fullTitle: oneLine(facts.product.fullTitle),
  },
});

const textOf = ({ product, copy, button, links }: AlertFacts) =>
  plainText(
    product.title,
    [product.variant, copy.quantity, product.price].filter(Boolean).join("\n"),
    copy.lead,
    button.url && `${button.label}:\n${button.url}`,
    `--\n${copy.why}\n${copy.preferences}: ${links.preferences}\n${copy.unsubscribe}: ${links.unsubscribe}`,
  );
