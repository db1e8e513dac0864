import type { StoreTx } from "../../platform/db.ts";
import type { ShopperId } from "../../platform/ids.ts";
import { announce } from "../../platform/outbox/announce.ts";
import { unknownList } from "./errors.ts";
import type { Page } from "./fetch-list.ts";
import type { Item } from "./item.ts";
import { announceItemsOf, itemsOfList, type Lid, type List, lockList, removeList } from "./sql.ts";

/** Deletes a list with all its items. Answers it as it was, with a page of what it held. */
export async function deleteList(
  tx: StoreTx,
  shopperId: ShopperId,
  lid: Lid,
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
