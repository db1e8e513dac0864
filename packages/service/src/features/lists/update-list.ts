import type { StoreTx } from "../../platform/db/db.ts";
import type { ShopperId } from "../../platform/ids.ts";
import { announce } from "../../platform/outbox/announce.ts";
import { unknownList } from "./errors.ts";
import { changeList, type List, type ListChanges, lockList, type PublicListId } from "./sql.ts";

export async function updateList(
  tx: StoreTx,
  shopperId: ShopperId,
  lid: PublicListId,
  changes: ListChanges,
): Promise<List> {
  const list = await lockList(tx, shopperId, lid);
  if (!list) throw unknownList();
  const changed = await changeList(tx, list.id, changes);
  const wasShared = changes.isPublic === true && !list.isPublic;
  await announce(tx, wasShared ? "list.shared" : "list.updated", { listId: list.id, shopperId });
  return changed;
}
