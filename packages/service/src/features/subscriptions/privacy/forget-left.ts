import type { Db, StoreTx } from "../../../platform/db/db.ts";
import { createWalk } from "../../../platform/db/walk.ts";
import type { ContactId, StoreId, SubscriptionId } from "../../../platform/ids.ts";
import type { WithSubscriptions } from "./forget-subscriptions.ts";
import {
  deleteSubscriptions,
  deleteUnusedContacts,
  findContactPage,
  findLeft,
  findOfContacts,
  type PersonSubscription,
} from "./sql.ts";

/** Walks through the contacts of all stores, for housekeeping. Returns a function that returns the next page: those that are
 *  older than `days`, by store. */
export function createWalkContacts(
  days: number,
  pageSize: number,
): (db: Db) => Promise<ReadonlyMap<StoreId, readonly ContactId[]>> {
  const walk = createWalk(
    (db, after, limit) => db.asWorker((tx) => findContactPage(tx, { after, days, limit })),
    pageSize,
  );
  return async (db) => {
    const found = new Map<StoreId, readonly ContactId[]>();
    for (const [storeId, page] of await walk(db)) {
      const old = page.filter(({ isOld }) => isOld).map(({ id }) => id);
      if (old.length > 0) found.set(storeId, old);
    }
    return found;
  };
}

/** Finds when subscriptions were last notified, for those that were. */
export type FindNotified = (
  tx: StoreTx,
  subscriptions: readonly PersonSubscription[],
) => Promise<readonly { readonly id: SubscriptionId; readonly at: Date }[]>;

/** Deletes those of these contacts that have had no open subscription for so many days, with their subscriptions, consents
 *  and history. One that is on the mailing list stays. Returns how many. */
export async function forgetLeft(
  tx: StoreTx,
  ids: readonly ContactId[],
  {
    days,
    now,
    alerts,
    findNotified,
  }: {
    readonly days: number;
    readonly now: number;
    readonly alerts: WithSubscriptions;
    readonly findNotified: FindNotified;
  },
): Promise<number> {
  const left = (await findLeft(tx, ids, days)).map(({ id }) => id);
  if (left.length === 0) return 0;
  const subscriptions = await findOfContacts(tx, left);
  const since = now - days * 86_400_000;
  const recent = new Set(
    (await findNotified(tx, subscriptions)).filter(({ at }) => at.valueOf() > since).map(({ id }) => id),
  );
  const kept = new Set(subscriptions.filter(({ id }) => recent.has(id)).map(({ contactId }) => contactId));
  const gone = left.filter((id) => !kept.has(id));
  const theirs = subscriptions.filter(({ contactId }) => !kept.has(contactId));
  if (theirs.length > 0) {
    await alerts.forget(tx, theirs);
    await deleteSubscriptions(
      tx,
      theirs.map(({ id }) => id),
    );
  }
  return (await deleteUnusedContacts(tx, gone)).length;
}
