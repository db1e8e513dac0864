import type { Db, StoreTx } from "../../../platform/db/db.ts";
import type { ContactId, StoreId, SubscriptionId } from "../../../platform/ids.ts";
import type { WithSubscriptions } from "./forget-subscriptions.ts";
import {
  deleteSubscriptions,
  deleteUnusedContacts,
  findLeft,
  findOfContacts,
  type PersonSubscription,
  selectContactPage,
} from "./sql.ts";

/** A page of the store's contacts. `isOld`: stored more than `days` ago. */
export const findContactPage = (
  db: Db,
  storeId: StoreId,
  page: { readonly after: string; readonly days: number; readonly limit: number },
): Promise<readonly { readonly id: ContactId; readonly isOld: boolean }[]> =>
  db.inStore(storeId, (tx) => selectContactPage(tx, page));

/** Finds when subscriptions were last notified, for those that were. */
export type FindNotified = (
  tx: StoreTx,
  subscriptions: readonly PersonSubscription[],
) => Promise<readonly { readonly id: SubscriptionId; readonly at: Date }[]>;

/** The orders of addresses, which are keyed hashes. */
export type AddressOrders = {
  /** Those of these addresses that have an order which was reported since then. */
  readonly findSince: (
    tx: StoreTx,
    hashes: readonly string[],
    since: Date,
  ) => Promise<readonly { readonly addressHash: string }[]>;
  /** Takes the buyer out of the orders. */
  readonly unlink: (tx: StoreTx, hashes: readonly string[]) => Promise<void>;
};

/** Deletes those of these contacts that have had no open subscription and no order for so many days, with their
 *  subscriptions, consents and history. Their orders lose the buyer. One that is on the mailing list stays. Returns how many. */
export async function forgetLeft(
  tx: StoreTx,
  ids: readonly ContactId[],
  {
    days,
    now,
    alerts,
    findNotified,
    orders,
  }: {
    readonly days: number;
    readonly now: number;
    readonly alerts: WithSubscriptions;
    readonly findNotified: FindNotified;
    readonly orders: AddressOrders;
  },
): Promise<number> {
  const since = new Date(now - days * 86_400_000);
  const idle = await findLeft(tx, ids, days);
  if (idle.length === 0) return 0;
  const hashes = idle.map(({ addressHash }) => addressHash);
  const ordered = new Set((await orders.findSince(tx, hashes, since)).map(({ addressHash }) => addressHash));
  const left = idle.filter(({ addressHash }) => !ordered.has(addressHash));
  const subscriptions = await findOfContacts(
    tx,
    left.map(({ id }) => id),
  );
  const recent = new Set((await findNotified(tx, subscriptions)).filter(({ at }) => at > since).map(({ id }) => id));
  const kept = new Set(subscriptions.filter(({ id }) => recent.has(id)).map(({ contactId }) => contactId));
  const gone = left.filter(({ id }) => !kept.has(id));
  const theirs = subscriptions.filter(({ contactId }) => !kept.has(contactId));
  if (theirs.length > 0) {
    await alerts.forget(tx, theirs);
    await deleteSubscriptions(
      tx,
      theirs.map(({ id }) => id),
    );
  }
  await orders.unlink(
    tx,
    gone.map(({ addressHash }) => addressHash),
  );
  return deleteUnusedContacts(
    tx,
    gone.map(({ id }) => id),
  );
}
