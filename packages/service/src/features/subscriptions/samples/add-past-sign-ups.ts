import type { StoreTx } from "../../../platform/db/db.ts";
import type { ContactId, PlanId, ShopperId, SubscriptionId, VariantId } from "../../../platform/ids.ts";
import { EMAIL } from "../address.ts";
import { STATES, type State } from "../state.ts";
import { insertConsents, insertContacts, insertEntries, insertSubscriptions, insertSuppressions } from "./sql.ts";

export type PastContact = {
  readonly id: ContactId;
  readonly createdAt: string;
  readonly addressHash: string;
  readonly medium: typeof EMAIL;
  readonly value: string;
  readonly locale: string;
  readonly currency: string;
};
type WithState<Row> = Row & { readonly state: number };
type Subscription = {
  readonly id: SubscriptionId;
  readonly variantId: VariantId;
  readonly contactId: ContactId;
  readonly shopperId: ShopperId;
  readonly quantity: number;
  readonly topic: string;
  readonly target: number | null;
  readonly signedUpAt: string;
};
export type PastSubscription = WithState<Subscription>;
export type PastConsent = {
  readonly subscriptionId: SubscriptionId;
  readonly givenAt: string;
  readonly addressHash: string;
  readonly source: string;
  readonly wording: string;
  readonly language: string;
};
type Entry = {
  readonly subscriptionId: SubscriptionId;
  readonly planId: PlanId | null;
  readonly at: string;
  readonly reason: string;
  readonly waitedSince: string | null;
  readonly quantity: number | null;
};
export type PastEntry = WithState<Entry>;
export type PastSuppression = { readonly addressHash: string; readonly since: string; readonly reason: string };

type Named<Row> = Row & { readonly stateName: State };
const withState = <Row>({ stateName, ...row }: Named<Row>) => ({ ...row, state: STATES[stateName] });

export type NamedSubscription = Named<Subscription>;
export type NamedEntry = Named<Entry>;

export const addPastContacts = (tx: StoreTx, contacts: readonly Omit<PastContact, "medium">[]) =>
  insertContacts(
    tx,
    contacts.map((contact) => ({ ...contact, medium: EMAIL })),
  );

/** Stores subscriptions of the past. Those who were notified get that state: the line is only for those who wait now. */
export const addPastSubscriptions = (tx: StoreTx, subscriptions: readonly NamedSubscription[]) =>
  insertSubscriptions(tx, subscriptions.map(withState) as readonly PastSubscription[]);

export const addPastConsents = (tx: StoreTx, consents: readonly PastConsent[]) => insertConsents(tx, consents);

export const addPastEntries = (tx: StoreTx, entries: readonly NamedEntry[]) =>
  insertEntries(tx, entries.map(withState) as readonly PastEntry[]);

export const addPastSuppressions = (tx: StoreTx, suppressions: readonly PastSuppression[]) =>
  insertSuppressions(tx, suppressions);
