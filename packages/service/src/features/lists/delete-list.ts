import type { StoreTx } from "../../platform/db/db.ts";
import type { ShopperId } from "../../platform/ids.ts";
import { announce } from "../../platform/outbox/announce.ts";
import { unknownList } from "./errors.ts";
import type { Item } from "./items/item.ts";
import type { Page } from "./reading/fetch-list.ts";
import { announceItemsOf, itemsOfList, type List, lockList, type PublicListId, removeList } from "./sql.ts";

/** Deletes a list with all its items. Answers it as it was, with a page of what it held. */
export async function deleteList(
  tx: StoreTx,
  shopperId: ShopperId,
  lid: PublicListId,
  page: Page,
): Promise<{ list: List; items: Item[] }> {
  const list = await lockList(tx, shopperId, lid);
  if (!list) throw unknownList();
  const items = await itemsOfList(tx, list.id, page);
  await announceItemsOf(tx, "item.removed", { listId: list.id, shopperId });
  await removeList(tx, list.id);
  await announce(tx, "list.deleted", { listId: list.id, shopperId });
  return { list, items };
}
