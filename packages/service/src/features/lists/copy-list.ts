import type { Db, StoreTx } from "../../platform/db.ts";
import type { ListId, ShopperId, StoreId } from "../../platform/ids.ts";
import { announce } from "../../platform/outbox/announce.ts";
import type { OutboxReader } from "../../platform/outbox/relay.ts";
import type { Details } from "./item.ts";
import { announceItemsOf, copyItems, type List, markCopying, recountList } from "./sql.ts";

/** Larger lists are copied by a worker, and say so meanwhile. */
const AT_ONCE_MAX = 200;
const PREVIEW_MAX = 100;

export async function startCopy(tx: StoreTx, from: List, to: List, shopperId: ShopperId): Promise<List> {
  const copy: Copy = { from: from.id, to: to.id, shopperId, without: hiddenFrom(shopperId, from) };
  if (from.count <= AT_ONCE_MAX) {
    await copyNow(tx, copy);
    return { ...to, count: from.count };
  }
  await markCopying(tx, to.id, true);
  await announce(tx, "list.copying", copy);
  return { ...to, isCopying: true };
}

type Copy = {
  readonly from: ListId;
  readonly to: ListId;
  readonly shopperId: ShopperId;
  readonly without: readonly (keyof Details)[];
};

/** A stranger's copy holds no more than what strangers see. */
function hiddenFrom(shopperId: ShopperId, { shopperId: ownerId, extras }: List): Copy["without"] {
  if (ownerId === shopperId) return [];
  return extras?.shown?.cprops ? ["note", "lbls"] : ["note", "lbls", "cprops"];
}

/** Copies what was too much for a request. Safe to repeat: what is there already is left alone. */
export const copyLists = ({ db }: { db: Db }): OutboxReader => ({
  name: "copy-lists",
  async handle(_tx, events) {
    for (const { storeId, subject, payload } of events) {
      if (subject === "list.copying") await finishCopy(db, storeId, payload as unknown as Copy);
    }
  },
});

const finishCopy = (db: Db, storeId: StoreId, copy: Copy) =>
  db.inStore(storeId, async (tx) => {
    const isThere = await markCopying(tx, copy.to, false); // locks it; deleted meanwhile, there is nothing to fill
    if (isThere.length > 0) await copyNow(tx, copy);
  });

async function copyNow(tx: StoreTx, { from, to, shopperId, without }: Copy) {
  const copied = await copyItems(tx, { from, to, without });
  await recountList(tx, to, PREVIEW_MAX);
  await announceItemsOf(tx, "item.added", { listId: to, shopperId, only: copied.map((item) => item.variantId) });
  tx.ringAfterCommit();
}
