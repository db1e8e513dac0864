import type { StoreTx } from "../../../platform/db/db.ts";
import type { ShopperId, SubscriptionId, VariantId } from "../../../platform/ids.ts";
import { type Address, mediumName } from "../address.ts";
import { type State, stateName } from "../state.ts";
import {
  type ConsentRow,
  findConsents,
  findContactByHash,
  findLedgers,
  findOpenRequests,
  findSubscriptionsOf,
  findSuppression,
  type LedgerRow,
  type RequestRow,
  type SubscriptionOfPerson,
} from "./sql.ts";

/** Identifies a person in one store by the keyed hash of their address, which does not reveal it. */
export type PersonId = string;

const ALERTS_MAX = 200;
const ENTRIES_OF_EACH = 20;

export type AlertOfPerson = Omit<SubscriptionOfPerson, "state"> & { readonly state: State };
export type LedgerEntry = Omit<LedgerRow, "state"> & { readonly state: State };

/** What the subscriptions know of a person. */
export type Person = {
  readonly id: PersonId;
  readonly address: Address;
  /** Absent for somebody who has not confirmed any sign-up. */
  readonly contact?: {
    readonly since: Date;
    readonly onMailingList: boolean | null;
    readonly locale: string | null;
    readonly currency: string | null;
    readonly timeZone: string | null;
  };
  /** Why nothing is sent to the address. */
  readonly suppression: { readonly since: Date; readonly reason: string } | undefined;
  readonly alerts: readonly AlertOfPerson[];
  readonly requests: readonly RequestRow[];
};

/** A person who signed up, or asked to. Undefined when the store does not know the address. */
export async function findPerson(tx: StoreTx, id: PersonId): Promise<Person | undefined> {
  const contact = await findContactByHash(tx, id);
  const requests = await findOpenRequests(tx, id, ALERTS_MAX);
  const known = contact ?? requests[0];
  if (!known) return undefined;
  const { medium, value } = known;
  const alerts = contact ? await findSubscriptionsOf(tx, contact.id, ALERTS_MAX) : [];
  return {
    id,
    address: { medium, value },
    ...(contact ? { contact: { ...contact, since: contact.createdAt } } : {}),
    suppression: await findSuppression(tx, id),
    alerts: alerts.map((alert) => ({ ...alert, state: stateName(alert.state) })),
    requests,
  };
}

/** Everything that happened to these subscriptions, and what their person agreed to. */
export async function findPersonHistory(
  tx: StoreTx,
  ids: readonly SubscriptionId[],
): Promise<{ readonly ledger: readonly LedgerEntry[]; readonly consents: readonly ConsentRow[] }> {
  const ledger = await findLedgers(tx, ids, ENTRIES_OF_EACH);
  return {
    ledger: ledger.map((entry) => ({ ...entry, state: stateName(entry.state) })),
    consents: await findConsents(tx, ids, ENTRIES_OF_EACH),
  };
}

/** The shoppers who made the person's sign-ups. */
export const shoppersOf = ({ alerts }: Pick<Person, "alerts">): ShopperId[] => [
  ...new Set(alerts.flatMap(({ shopperId }) => shopperId ?? [])),
];
export const variantsOf = ({ alerts, requests }: Pick<Person, "alerts" | "requests">): VariantId[] => [
  ...new Set([...alerts, ...requests].map(({ variantId }) => variantId)),
];
export const mediumOf = ({ address }: Pick<Person, "address">) => mediumName(address.medium);
