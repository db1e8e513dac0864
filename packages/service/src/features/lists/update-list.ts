import type { StoreTx } from "../../platform/db/db.ts";
import type { ShopperId } from "../../platform/ids.ts";
import { announce } from "../../platform/outbox/announce.ts";
import { unknownList } from "./errors.ts";
import type { List, ListChanges, PublicListId } from "./list.ts";
import { changeList, lockList } from "./sql.ts";

export async function updateList(
  tx: StoreTx,
  shopperId: ShopperId,
  publicId: PublicListId,
  changes: ListChanges,
): Promise<List> {
  const list = await lockList(tx, shopperId, publicId);
  if (!list) throw unknownList();
  const changed = await changeList(tx, list.id, changes);
  const isNewlyShared = changes.isPublic === true && !list.isPublic;
  await announce(tx, isNewlyShared ? "list.shared" : "list.updated", { listId: list.id, shopperId });
  return changed;
}
