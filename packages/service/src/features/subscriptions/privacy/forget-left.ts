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

/** Deletes those of these contacts that have had no open subscription for so many days, with their subscriptions, consents,
 *  history and orders. One that is on the mailing list stays. Returns how many. */
export async function forgetLeft(
  tx: StoreTx,
  ids: readonly ContactId[],
  {
    days,
    now,
    alerts,
    findNotified,
    forgetOrders,
  }: {
    readonly days: number;
    readonly now: number;
    readonly alerts: WithSubscriptions;
    readonly findNotified: FindNotified;
    /** Deletes the orders of these addresses, which are keyed hashes. */
    readonly forgetOrders: (tx: StoreTx, hashes: readonly string[]) => Promise<void>;
  },
): Promise<number> {
  const left = await findLeft(tx, ids, days);
  if (left.length === 0) return 0;
  const subscriptions = await findOfContacts(
    tx,
    left.map(({ id }) => id),
  );
  const since = now - days * 86_400_000;
  const recent = new Set(
    (await findNotified(tx, subscriptions)).filter(({ at }) => at.valueOf() > since).map(({ id }) => id),
  );
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
  await forgetOrders(
    tx,
    gone.map(({ addressHash }) => addressHash),
  );
  return deleteUnusedContacts(
    tx,
    gone.map(({ id }) => id),
  );
}
