import type { StoreTx } from "../../../platform/db/db.ts";
import { EMAIL } from "../address.ts";
import { STATES } from "../state.ts";
import type {
  Named,
  NamedEntry,
  NamedSubscription,
  PastConsent,
  PastContact,
  PastSuppression,
} from "./past-sign-up.ts";
import { insertConsents, insertContacts, insertEntries, insertSubscriptions, insertSuppressions } from "./sql.ts";

const withState = <Row>({ stateName, ...row }: Named<Row>) => ({ ...row, state: STATES[stateName] });

export const addPastContacts = (tx: StoreTx, contacts: readonly Omit<PastContact, "medium">[]) =>
  insertContacts(
    tx,
    contacts.map((contact) => ({ ...contact, medium: EMAIL })),
  );

/** Stores subscriptions of the past. Those who were notified get that state: the line is only for those who wait now. */
export const addPastSubscriptions = (tx: StoreTx, subscriptions: readonly NamedSubscription[]) =>
  insertSubscriptions(tx, subscriptions.map(withState));

export const addPastConsents = (tx: StoreTx, consents: readonly PastConsent[]) => insertConsents(tx, consents);

export const addPastEntries = (tx: StoreTx, entries: readonly NamedEntry[]) =>
  insertEntries(tx, entries.map(withState));

export const addPastSuppressions = (tx: StoreTx, suppressions: readonly PastSuppression[]) =>
  insertSuppressions(tx, suppressions);
