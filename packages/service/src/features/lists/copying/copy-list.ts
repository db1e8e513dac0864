import type { Db, StoreTx } from "../../../platform/db/db.ts";
import type { ShopperId, StoreId } from "../../../platform/ids.ts";
import { announce } from "../../../platform/outbox/announce.ts";
import type { Events } from "../../../platform/outbox/events.ts";
import type { Details } from "../items/item.ts";
import type { List } from "../list.ts";
import { announceItems, recountList } from "../sql.ts";
import { copyItems, lockListForKeyShare, markCopying } from "./sql.ts";

/** The worker copies lists with more items than this. Until it has done so, the new list is marked as copying. */
const ITEMS_AT_ONCE_MAX = 200;

/** Copies the items of one list to another, or leaves a large list to the worker. Returns the target after this. */
export async function startCopy(tx: StoreTx, from: List, to: List): Promise<List> {
  if (from.count <= ITEMS_AT_ONCE_MAX) {
    await copyAllItems(tx, from, to);
    return { ...to, count: from.count };
  }
  await markCopying(tx, to.id, true);
  await announce(tx, "list.copying", { from: from.id, to: to.id, shopperId: to.shopperId });
  return { ...to, isCopying: true };
}

export const mayCopy = (shopperId: ShopperId, { shopperId: ownerId, isPublic }: List) =>
  ownerId === shopperId || isPublic;

/** Copies a list that `startCopy` left to the worker. Since then a merge may have united either list with another one
 *  that has a different owner and more items, so the permission is checked a second time. */
export const finishCopy = (db: Db, storeId: StoreId, { from, to }: Events["list.copying"]) =>
  db.inStore(storeId, async (tx) => {
    const source = await lockListForKeyShare(tx, from);
    await markCopying(tx, to, false);
    const target = await lockListForKeyShare(tx, to);
    if (!target || !source || !mayCopy(target.shopperId, source)) return;
    await markCopying(tx, target.id, false); // locks the row, so that no one adds an item before the recount
    await copyAllItems(tx, source, target);
  });

async function copyAllItems(tx: StoreTx, from: List, to: List) {
  const copied = await copyItems(tx, { from: from.id, to: to.id, without: hiddenDetails(to.shopperId, from) });
  await recountList(tx, to.id);
  const only = copied.map((item) => item.variantId);
  await announceItems(tx, "item.added", { listId: to.id, shopperId: to.shopperId, only });
  tx.wakeAfterCommit("outbox");
}

/** The details of a list that only its owner may see. They are not copied to a list of another shopper. */
function hiddenDetails(shopperId: ShopperId, { shopperId: ownerId, extras }: List): (keyof Details)[] {
  if (ownerId === shopperId) return [];
  return extras?.shown?.properties ? ["note", "labels"] : ["note", "labels", "properties"];
}
