import type { Clock } from "../../platform/clock.ts";
import { deriveKey } from "../../platform/crypto/seal.ts";
import { isSignature, signText } from "../../platform/crypto/signed-text.ts";
import type { ContactId, PlanId, StoreId, SubscriptionId } from "../../platform/ids.ts";

type Contact = { readonly storeId: StoreId; readonly contactId: ContactId };
/** `until`: the time of the last sign-up that the mail is about, in microseconds. */
export type Confirmation = Contact & { readonly until: string };
/** The offer of one plan to one subscription. */
type OfferLink = {
  readonly storeId: StoreId;
  readonly planId: PlanId;
  readonly subscriptionId: SubscriptionId;
};

/** Makes and reads the links in mails. A person who opens one has proven that they can read the mail of the address. A
 *  link contains ids and a signature; nothing is stored. */
export type AlertLinks = {
  confirmUrl(confirmation: Confirmation): string;
  readConfirmation(token: string): (Confirmation & { readonly isExpired: boolean }) | undefined;
  /** The token never expires. Its pages show all alerts of the contact and can end them. */
  tokenFor(contact: Contact): string;
  readContact(token: string): Contact | undefined;
  unsubscribeUrl(contact: Contact): string;
  preferencesUrl(contact: Contact): string;
  offerUrl(offer: OfferLink): string;
  readOffer(token: string): OfferLink | undefined;
};

type Purpose = "c" | "o" | "p";
/** 132 bits. */
const SIGNATURE_LENGTH = 22;
const CONFIRM_MS = 48 * 3_600_000;
/** The purpose, numbers in base 36, and the signature. */
const TOKEN = /^([cop](?:\.[0-9a-z]{1,14}){2,4})\.([\w-]{22})$/;

export function createAlertLinks(
  masterSecret: string,
  { publicUrl, clock }: { publicUrl: string; clock: Clock },
): AlertLinks {
  const key = deriveKey(masterSecret, "alert-links");
  const sign = (purpose: Purpose, numbers: readonly (string | number)[]) => {
    const text = [purpose, ...numbers.map((number) => BigInt(number).toString(36))].join(".");
    return `${text}.${signText(key, text, SIGNATURE_LENGTH)}`;
  };
  const open = (purpose: Purpose, token: string) => {
    const [, text = "", signature = ""] = TOKEN.exec(token) ?? [];
    if (!text.startsWith(purpose) || !isSignature(key, text, signature, SIGNATURE_LENGTH)) return undefined;
    return text.split(".").slice(1).map(fromBase36);
  };
  const tokenFor = ({ storeId, contactId }: Contact) => sign("p", [storeId, contactId]);
  const url = (page: string, token: string) => `${publicUrl}/alerts/${page}?token=${token}`;

  return {
    confirmUrl: ({ storeId, contactId, until }) =>
      url("confirm", sign("c", [storeId, contactId, until, clock() + CONFIRM_MS])),
    readConfirmation(token) {
      const [storeId, contactId, until, expiresAt] = open("c", token) ?? [];
      if (storeId === undefined || contactId === undefined || until === undefined) return undefined;
      const isExpired = clock() >= Number(expiresAt);
      return { storeId: Number(storeId) as StoreId, contactId: contactId as ContactId, until, isExpired };
    },
    tokenFor,
    readContact(token) {
      const [storeId, contactId] = open("p", token) ?? [];
      if (storeId === undefined || contactId === undefined) return undefined;
      return { storeId: Number(storeId) as StoreId, contactId: contactId as ContactId };
    },
    unsubscribeUrl: (contact) => url("unsubscribe", tokenFor(contact)),
    preferencesUrl: (contact) => url("preferences", tokenFor(contact)),
    offerUrl: ({ storeId, planId, subscriptionId }) => url("offer", sign("o", [storeId, planId, subscriptionId])),
    readOffer(token) {
      const [storeId, planId, subscriptionId] = open("o", token) ?? [];
      if (storeId === undefined || planId === undefined || subscriptionId === undefined) return undefined;
      const ids = { planId: planId as PlanId, subscriptionId: subscriptionId as SubscriptionId };
      return { storeId: Number(storeId) as StoreId, ...ids };
    },
  };
}

function fromBase36(text: string) {
  let number = 0n;
  for (const digit of text) number = number * 36n + BigInt(Number.parseInt(digit, 36));
  return String(number);
}
