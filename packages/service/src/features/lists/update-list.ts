import type { StoreTx } from "../../platform/db.ts";
import type { ShopperId } from "../../platform/ids.ts";
import { announce } from "../../platform/outbox/announce.ts";
import { unknownList } from "./errors.ts";
import { changeList, type Lid, type List, type ListChanges, lockList } from "./sql.ts";

export async function updateList(tx: StoreTx, shopperId: ShopperId, lid: Lid, changes: ListChanges): Promise<List> {
  const list = await lockList(tx, shopperId, lid);
  if (!list) throw unknownList();
  const changed = await changeList(tx, list.id, changes);
  const wasShared = changes.isPublic === true && !list.isPublic;
  await announce(tx, wasShared ? "list.shared" : "list.updated", { listId: list.id, shopperId });
  return changed;
}
