import type { StoreTx } from "../../platform/db/db.ts";
import type { ShopperId } from "../../platform/ids.ts";
import { announce } from "../../platform/outbox/announce.ts";
import type { List, ListChanges, PublicListId } from "./list.ts";
import { lockOwnList } from "./lock-own-list.ts";
import { changeList, renewUnitedPublicIds } from "./sql.ts";

export async function updateList(
  tx: StoreTx,
  shopperId: ShopperId,
  publicId: PublicListId,
  changes: ListChanges,
): Promise<List> {
  const list = await lockOwnList(tx, shopperId, publicId);
  const changed = await changeList(tx, list.id, changes);
  if (changes.renewPublicId) await renewUnitedPublicIds(tx, list.id);
  const isNewlyShared = changes.isPublic === true && !list.isPublic;
  await announce(tx, isNewlyShared ? "list.shared" : "list.updated", {
    listId: list.id,
    publicListId: changed.publicId,
    shopperId,
  });
  return changed;
}
