import type { StoreTx } from "../../../platform/db/db.ts";
import type { ContactId, SubscriptionId } from "../../../platform/ids.ts";
import { EMAIL, type HashAddress, mediumName } from "../address.ts";
import { type RecipientRow, selectRecipients, selectRecipientsByEmail, selectSuppressed } from "./sql.ts";

/** Whom a message to a tool of the shop is about. */
export type Recipient = {
  readonly medium: "email" | "sms";
  readonly value: string;
  readonly locale: string | null;
  readonly timeZone: string | null;
  readonly onMailingList: boolean | null;
  /** Nothing is sent to the address. */
  readonly isSuppressed: boolean;
};
export type SubscribedRecipient = Recipient & { readonly topic: string; readonly quantity: number };

export type Recipients = {
  readonly bySubscription: ReadonlyMap<SubscriptionId, SubscribedRecipient>;
  readonly byContact: ReadonlyMap<ContactId, Recipient>;
};

/** Whose subscriptions and contacts these are. Somebody who was erased is missing. */
export async function findRecipients(
  tx: StoreTx,
  ids: { readonly subscriptionIds: readonly SubscriptionId[]; readonly contactIds: readonly ContactId[] },
): Promise<Recipients> {
  const bySubscription = new Map<SubscriptionId, SubscribedRecipient>();
  const byContact = new Map<ContactId, Recipient>();
  if (ids.subscriptionIds.length + ids.contactIds.length === 0) return { bySubscription, byContact };
  for (const { subscriptionId, topic, quantity, ...row } of await selectRecipients(tx, ids)) {
    const recipient = toRecipient(row);
    if (subscriptionId === null) byContact.set(row.contactId, recipient);
    else bySubscription.set(subscriptionId, { ...recipient, topic: topic ?? "", quantity: quantity ?? 1 });
  }
  return { bySubscription, byContact };
}

/** What is known of the owners of these email addresses, who need not be contacts. */
export async function findRecipientsByEmail(
  tx: StoreTx,
  hashAddress: HashAddress,
  emails: readonly string[],
): Promise<ReadonlyMap<string, Recipient>> {
  if (emails.length === 0) return new Map();
  const hashOf = (value: string) => hashAddress({ medium: EMAIL, value }, tx.storeId);
  const suppressed = new Set((await selectSuppressed(tx, emails.map(hashOf))).map(({ addressHash }) => addressHash));
  const contacts = new Map((await selectRecipientsByEmail(tx, emails)).map((row) => [row.value, toRecipient(row)]));
  const unknown = { medium: "email", locale: null, timeZone: null, onMailingList: null } as const;
  return new Map(
    emails.map((value) => {
      const isSuppressed = suppressed.has(hashOf(value));
      return [value, contacts.get(value) ?? { ...unknown, value, isSuppressed }];
    }),
  );
}

const toRecipient = ({ medium, value, locale, timeZone, onMailingList, isSuppressed }: RecipientRow): Recipient => ({
  medium: mediumName(medium),
  value,
  locale,
  timeZone,
  onMailingList,
  isSuppressed,
});
