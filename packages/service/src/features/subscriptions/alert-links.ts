import type { KeyObject } from "node:crypto";
import type { Clock } from "../../platform/clock.ts";
import { isSignature, signText } from "../../platform/crypto/signed-text.ts";
import type { BatchId, ContactId, PlanId, StoreId, SubscriptionId } from "../../platform/ids.ts";
import type { Batch } from "./confirmation/batch.ts";

type Contact = { readonly storeId: StoreId; readonly contactId: ContactId };
type Confirmation = Batch & { readonly storeId: StoreId };
/** The alert or the offer of one plan to one subscription. */
type PlanLink = {
  readonly storeId: StoreId;
  readonly planId: PlanId;
  readonly subscriptionId: SubscriptionId;
};

/** Makes and reads the links in mails. A person who opens one has proven that they can read the mail of the address. A
 *  link contains ids and a signature; nothing is stored. */
export type AlertLinks = {
  confirmUrl(confirmation: Confirmation): string;
  readConfirmation(token: string): (Confirmation & { readonly isExpired: boolean }) | undefined;
  /** Whoever has the token can end all alerts of the contact, for ever. For 90 days its pages also show them. */
  tokenFor(contact: Contact): string;
  readContact(token: string): (Contact & { readonly isFresh: boolean }) | undefined;
  unsubscribeUrl(contact: Contact): string;
  preferencesUrl(contact: Contact): string;
  offerUrl(offer: PlanLink): string;
  readOffer(token: string): PlanLink | undefined;
  /** The link of an alert, which leads to the product. */
  clickUrl(alert: PlanLink): string;
  /** `isFresh`: the alert is at most 90 days old. */
  readClick(token: string): (PlanLink & { readonly isFresh: boolean }) | undefined;
};

type Purpose = "c" | "g" | "o" | "p";
/** 132 bits. */
const SIGNATURE_LENGTH = 22;
const DAY_MS = 86_400_000;
const FRESH_DAYS = 90;
const CONFIRM_MS = 48 * 3_600_000;
/** The purpose, numbers in base 36, and the signature. */
const TOKEN = /^([cgop](?:\.[0-9a-z]{1,14}){2,4})\.([\w-]{22})$/;

export function createAlertLinks(
  key: KeyObject,
  { publicUrl, clock }: { publicUrl: string; clock: Clock },
): AlertLinks {
  const sign = (purpose: Purpose, numbers: readonly (string | number)[]) => {
    const text = [purpose, ...numbers.map((number) => BigInt(number).toString(36))].join(".");
    return `${text}.${signText(key, text, SIGNATURE_LENGTH)}`;
  };
  const open = (purpose: Purpose, token: string) => {
    const [, text = "", signature = ""] = TOKEN.exec(token) ?? [];
    if (!text.startsWith(purpose) || !isSignature(key, text, signature, SIGNATURE_LENGTH)) return undefined;
    return text.split(".").slice(1).map(fromBase36);
  };
  const today = () => Math.floor(clock() / DAY_MS);
  const tokenFor = ({ storeId, contactId }: Contact) => sign("p", [storeId, contactId, today()]);
  const url = (page: string, token: string) => `${publicUrl}/alerts/${page}?token=${token}`;

  return {
    confirmUrl: ({ storeId, batchId, until }) =>
      url("confirm", sign("c", [storeId, batchId, until, clock() + CONFIRM_MS])),
    readConfirmation(token) {
      const [storeId, batchId, until, expiresAt] = open("c", token) ?? [];
      if (storeId === undefined || batchId === undefined || until === undefined) return undefined;
      const isExpired = clock() >= Number(expiresAt);
      return { storeId: Number(storeId) as StoreId, batchId: batchId as BatchId, until, isExpired };
    },
    tokenFor,
    readContact(token) {
      // The tokens of 0.1 have no day; they may be of any age.
      const [storeId, contactId, day = 0] = open("p", token) ?? [];
      if (storeId === undefined || contactId === undefined) return undefined;
      const isFresh = today() - Number(day) <= FRESH_DAYS;
      return { storeId: Number(storeId) as StoreId, contactId: contactId as ContactId, isFresh };
    },
    unsubscribeUrl: (contact) => url("unsubscribe", tokenFor(contact)),
    preferencesUrl: (contact) => url("preferences", tokenFor(contact)),
    offerUrl: ({ storeId, planId, subscriptionId }) => url("offer", sign("o", [storeId, planId, subscriptionId])),
    readOffer: (token) => toPlanLink(open("o", token)),
    clickUrl: ({ storeId, planId, subscriptionId }) => url("go", sign("g", [storeId, planId, subscriptionId, today()])),
    readClick(token) {
      const numbers = open("g", token);
      const link = toPlanLink(numbers);
      return link && { ...link, isFresh: today() - Number(numbers?.[3]) <= FRESH_DAYS };
    },
  };
}

function toPlanLink([storeId, planId, subscriptionId]: readonly string[] = []): PlanLink | undefined {
  if (storeId === undefined || planId === undefined || subscriptionId === undefined) return undefined;
  const ids = { planId: planId as PlanId, subscriptionId: subscriptionId as SubscriptionId };
  return { storeId: Number(storeId) as StoreId, ...ids };
}

function fromBase36(text: string) {
  let number = 0n;
  for (const digit of text) number = number * 36n + BigInt(Number.parseInt(digit, 36));
  return String(number);
}
