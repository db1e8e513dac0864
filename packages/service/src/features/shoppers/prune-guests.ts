import type { Db, StoreTx } from "../../platform/db/db.ts";
import { pruneInPages } from "../../platform/db/prune-in-pages.ts";
import type { ShopperId, StoreId } from "../../platform/ids.ts";
import { deleteGuests, lockIdleGuests } from "./sql.ts";
import { createWalkShoppers } from "./walk-shoppers.ts";

/** Finds those of these shoppers who have something in a feature, such as a list. */
export type FindActiveShoppers = (
  tx: StoreTx,
  ids: readonly ShopperId[],
) => Promise<readonly { readonly shopperId: ShopperId }[]>;

const PAGE = 2_000;
const IDLE_DAYS = 90;

/** Deletes guests who have no lists and no sign-ups 90 days after their first action. Their sessions stay valid: the next
 *  action makes a new row. Each run goes on behind the last page that it looked at, and ends with a page that has nobody
 *  to delete. */
export function createPruneGuests(features: readonly FindActiveShoppers[]): (db: Db) => Promise<number> {
  const walk = createWalkShoppers(IDLE_DAYS, PAGE);
  const prunePage = async (db: Db) => {
    let deleted = 0;
    for (const [storeId, ids] of await walk(db)) deleted += await pruneOfStore(db, storeId, ids, features);
    return deleted;
  };
  return (db) => pruneInPages(() => prunePage(db));
}

const pruneOfStore = (db: Db, storeId: StoreId, ids: readonly ShopperId[], features: readonly FindActiveShoppers[]) =>
  db.inStore(storeId, async (tx) => {
    // Every first action of a guest locks the row too, so that nothing new refers to these until the transaction ends.
    const locked = (await lockIdleGuests(tx, ids)).map(({ id }) => id);
    if (locked.length === 0) return 0;
    const active = new Set<ShopperId>();
    for (const find of features) for (const { shopperId } of await find(tx, locked)) active.add(shopperId);
    const idle = locked.filter((id) => !active.has(id));
    if (idle.length > 0) await deleteGuests(tx, idle);
    return idle.length;
  });
