import type { StoreTx } from "../../../platform/db/db.ts";
import type { ShopperId } from "../../../platform/ids.ts";
import { announce } from "../../../platform/outbox/announce.ts";
import { addList } from "../add-list.ts";
import { type List, type ListChanges, SAVE_FOR_LATER } from "../list.ts";
import { changeList, findListsOf, lockShopperForLists } from "../sql.ts";

const NAME = "Saved for later";

/** Returns the shopper's only save-for-later list, with the changes applied. Creates the list if there is none. */
export async function openSaveForLater(tx: StoreTx, shopperId: ShopperId, changes: ListChanges = {}): Promise<List> {
  await lockShopperForLists(tx, shopperId);
  const existing = (await findListsOf(tx, shopperId)).find((list) => list.type === SAVE_FOR_LATER);
  if (!existing) {
    const { name = NAME, note = null, extras = null } = changes;
    const created = await addList(tx, shopperId, { name, type: SAVE_FOR_LATER, note, extras });
    await announce(tx, "list.created", { listId: created.id, publicListId: created.publicId, shopperId });
    return created;
  }
  const { name: _, ...others } = changes; // a repeated call does not rename the list
  if (Object.keys(others).length === 0) return existing;
  const changed = await changeList(tx, existing.id, others);
  await announce(tx, "list.updated", { listId: existing.id, publicListId: existing.publicId, shopperId });
  return changed;
}
