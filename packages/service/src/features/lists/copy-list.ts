import type { Db, StoreTx } from "../../platform/db/db.ts";
import type { ShopperId, StoreId } from "../../platform/ids.ts";
import { announce } from "../../platform/outbox/announce.ts";
import type { Events } from "../../platform/outbox/events.ts";
import type { Details } from "./items/item.ts";
import { announceItemsOf, copyItems, type List, lockListForShare, markCopying, recountList } from "./sql.ts";

/** Larger lists are copied by a worker, and say so meanwhile. */
const AT_ONCE_MAX = 200;
const PREVIEW_MAX = 100;

export async function startCopy(tx: StoreTx, from: List, to: List): Promise<List> {
  if (from.count <= AT_ONCE_MAX) {
    await copyNow(tx, from, to);
    return { ...to, count: from.count };
  }
  await markCopying(tx, to.id, true);
  await announce(tx, "list.copying", { from: from.id, to: to.id, shopperId: to.shopperId });
  return { ...to, isCopying: true };
}

/** A stranger's copy holds no more than what strangers see. */
function hiddenFrom(shopperId: ShopperId, { shopperId: ownerId, extras }: List): (keyof Details)[] {
  if (ownerId === shopperId) return [];
  return extras?.shown?.properties ? ["note", "labels"] : ["note", "labels", "properties"];
}

export const mayCopy = (shopperId: ShopperId, { shopperId: ownerId, isPublic }: List) =>
  ownerId === shopperId || isPublic;

/** Since it was asked for, a merge may have made either list part of another one, with another owner and more items. */
export const finishCopy = (db: Db, storeId: StoreId, { from, to }: Events["list.copying"]) =>
  db.inStore(storeId, async (tx) => {
    const source = await lockListForShare(tx, from);
    await markCopying(tx, to, false);
    const target = await lockListForShare(tx, to);
    if (!target || !source || !mayCopy(target.shopperId, source)) return;
    await markCopying(tx, target.id, false); // locks it: whoever adds to it waits, and the count is right
    await copyNow(tx, source, target);
  });

async function copyNow(tx: StoreTx, from: List, to: List) {
  const copied = await copyItems(tx, { from: from.id, to: to.id, without: hiddenFrom(to.shopperId, from) });
  await recountList(tx, to.id, PREVIEW_MAX);
  const only = copied.map((item) => item.variantId);
  await announceItemsOf(tx, "item.added", { listId: to.id, shopperId: to.shopperId, only });
  tx.ringAfterCommit();
}
