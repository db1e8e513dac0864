import type { SubscriptionId } from "../../../platform/ids.ts";
import { agreementOf } from "../../subscriptions/confirmation/agreement.ts";
import type { NamedEntry, NamedSubscription, PastConsent } from "../../subscriptions/samples/past-sign-up.ts";
import { isoOf } from "./calendar.ts";
import type { AddEvent } from "./events.ts";
import { type Person, REFUSAL } from "./people.ts";
import type { Purchase } from "./restocks.ts";
import type { SignUp } from "./sign-ups.ts";

type Texts = { readonly shop: string; readonly hashOf: (person: Person) => string };

const AGREED_TO = {
  en: "Notify me once when this product is back. I can unsubscribe at any time with one click.",
  de: "Benachrichtigt mich einmal, wenn es das Produkt wieder gibt. Ich kann mich jederzeit mit einem Klick abmelden.",
};
export const bounced = `bounced: ${REFUSAL}`;

export const subscriptionsOf = (signUps: readonly SignUp[]): NamedSubscription[] =>
  signUps.map(({ id, person, variant, at, quantity, topic, target, end }) => ({
    id,
    variantId: variant.id,
    contactId: person.contactId,
    shopperId: person.shopperId,
    stateName: end?.state ?? "waiting",
    quantity,
    topic,
    target,
    signedUpAt: isoOf(at),
  }));

/** A guest agrees twice: in the shop, and with the link in the mail. */
export const consentsOf = (signUps: readonly SignUp[], { shop, hashOf }: Texts): PastConsent[] =>
  signUps.flatMap(({ id, person, requestedAt, at }): PastConsent[] => {
    const { locale, hasAccount } = person;
    const row = { subscriptionId: id, addressHash: hashOf(person), language: locale };
    const inShop = { ...row, givenAt: isoOf(requestedAt), source: "browser", wording: AGREED_TO[locale] };
    if (hasAccount) return [inShop];
    const { text, language } = agreementOf(locale, shop, { isBySms: false, joinsMailingList: false });
    return [inShop, { ...row, givenAt: isoOf(at), source: "confirmation", wording: text, language }];
  });

/** The ledger of each sign-up, as far as its deliveries do not say the same. */
export const entriesOf = (
  signUps: readonly SignUp[],
  {
    purchases,
    reportedAt,
    refused,
  }: {
    readonly purchases: ReadonlyMap<SubscriptionId, Purchase>;
    readonly reportedAt: ReadonlyMap<SubscriptionId, number>;
    /** Those whose delivery was refused. */
    readonly refused: ReadonlySet<SubscriptionId>;
  },
): NamedEntry[] =>
  signUps.flatMap(({ id, person, at, quantity, end, leavesBecause }): NamedEntry[] => {
    const row = { subscriptionId: id, planId: null, waitedSince: null, quantity };
    const reason = person.hasAccount ? "signed up" : "confirmed with the link in the mail";
    const begun = { ...row, at: isoOf(at), stateName: "waiting" as const, reason };
    if (!end || end.state === "notified" || refused.has(id)) return [begun];
    if (end.state === "bought") {
      const boughtAt = isoOf(reportedAt.get(id) ?? end.at);
      const planId = purchases.get(id)?.planId ?? null;
      return [begun, { ...row, at: boughtAt, stateName: "bought", reason: "bought", planId }];
    }
    const why = end.state === "unsubscribed" ? leavesBecause : bounced;
    return [begun, { ...row, at: isoOf(end.at), stateName: end.state, reason: why, waitedSince: isoOf(at) }];
  });

export function announceSignUps(add: AddEvent, signUps: readonly SignUp[]): void {
  for (const { id, person, variant, topic, at, end } of signUps) {
    const change = { contactId: person.contactId, subscriptionIds: [id], variantIds: [variant.id], topics: [topic] };
    add(at, "alert.subscribed", change);
    if (!person.hasAccount) add(at, "alert.confirmed", change);
    if (end?.state === "unsubscribed") add(end.at, "alert.unsubscribed", change);
    if (end?.state === "undeliverable") add(end.at, "alert.failed", change);
  }
}
