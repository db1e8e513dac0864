import type { Db, StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import { productUrlOf } from "../../catalog/variants/product-url-of.ts";
import type { Variant, VariantCache } from "../../catalog/variants/variant-cache.ts";
import { findEmails } from "../../shoppers/find-emails.ts";
import type { Store } from "../../stores/store.ts";
import type { HashAddress } from "../../subscriptions/address.ts";
import {
  findRecipients,
  findRecipientsByEmail,
  type Recipient,
  type Recipients,
} from "../../subscriptions/people/find-recipients.ts";
import { CONSENT } from "../connection.ts";
import type { Content, Item, Person } from "../content.ts";
import type { QueuedMessage } from "../message.ts";

export type ContentDeps = {
  readonly db: Db;
  readonly variants: Pick<VariantCache, "findByIds">;
  readonly hashAddress: HashAddress;
};

/** Looks up whom each message is about, and the product. A message is missing when there is nobody to tell the tool about: a
 *  guest, somebody who was erased, or an address that nothing is sent to. */
export async function findContents(
  { db, variants, hashAddress }: ContentDeps,
  store: Store,
  messages: readonly QueuedMessage[],
): Promise<Content[]> {
  if (messages.length === 0) return [];
  const people = await db.inStore(store.id, (tx) => findPeople(tx, hashAddress, messages));
  const about = messages.filter((message) => people(message) !== undefined);
  const variantIds = [...new Set(about.flatMap(({ variantId }) => variantId ?? []))];
  const found = await variants.findByIds(store.id, variantIds);
  const items = new Map(found.flatMap((one): [VariantId, Item][] => (one ? [[one.id, toItem(one)]] : [])));
  return about.flatMap((message): Content[] => {
    const recipient = people(message);
    if (!recipient) return [];
    return [toContent(store, message, recipient, message.variantId ? (items.get(message.variantId) ?? null) : null)];
  });
}

type Found = Recipient & { readonly topic?: string; readonly quantity?: number };

async function findPeople(tx: StoreTx, hashAddress: HashAddress, messages: readonly QueuedMessage[]) {
  const recipients = await findRecipients(tx, {
    subscriptionIds: [...new Set(messages.flatMap(({ subscriptionId }) => subscriptionId ?? []))],
    contactIds: [...new Set(messages.flatMap(({ contactId }) => contactId ?? []))],
  });
  const emails = await findEmails(tx, [...new Set(messages.flatMap(({ shopperId }) => shopperId ?? []))]);
  const byEmail = await findRecipientsByEmail(tx, hashAddress, [...new Set(emails.values())]);
  return (message: QueuedMessage): Found | undefined => {
    const email = message.shopperId === null ? undefined : emails.get(message.shopperId);
    const found = ofSignUp(recipients, message) ?? (email === undefined ? undefined : byEmail.get(email));
    return found && mayTell(message, found) ? found : undefined;
  };
}

function ofSignUp(
  { bySubscription, byContact }: Recipients,
  { subscriptionId, contactId }: QueuedMessage,
): Found | undefined {
  if (subscriptionId !== null) return bySubscription.get(subscriptionId);
  return contactId === null ? undefined : byContact.get(contactId);
}

/** An address that gets no messages is told about to take it off a list, and for nothing else. */
const mayTell = ({ subject }: QueuedMessage, { isSuppressed, onMailingList }: Found): boolean =>
  subject === CONSENT ? onMailingList === false || (onMailingList === true && !isSuppressed) : !isSuppressed;

const toContent = (
  { pid }: Store,
  { id, subject, at, number, place, facts }: QueuedMessage,
  found: Found,
  item: Item | null,
): Content => ({
  message: id,
  // With the time, because after a restore from a backup other events have the same numbers.
  uniqueId: `keepsake-${pid}-${number}-${place}-${at.getTime()}`,
  subject,
  at,
  person: toPerson(found),
  item,
  topic: facts.topic ?? found.topic ?? null,
  quantity: found.quantity ?? null,
  list: facts.list ?? null,
  onMailingList: subject === CONSENT ? found.onMailingList : null,
});

const toPerson = ({ medium, value, locale, timeZone }: Recipient): Person => ({
  email: medium === "email" ? value : null,
  phone: medium === "sms" ? value : null,
  locale,
  timeZone,
});

const toItem = (variant: Variant): Item => {
  const { platformId, market, productId, product } = variant;
  return {
    variantId: platformId,
    market,
    productId,
    title: product?.title ?? null,
    option: product?.variantTitle ?? null,
    url: productUrlOf(variant, null) || null,
    imageUrl: product?.imageUrl ?? null,
    brand: product?.brand ?? null,
    sku: product?.sku ?? null,
    price: product?.price ?? null,
    compareAtPrice: product?.compareAtPrice ?? null,
    currency: product?.currency ?? null,
  };
};
