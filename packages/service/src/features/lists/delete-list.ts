import type { StoreTx } from "../../platform/db/db.ts";
import type { ShopperId } from "../../platform/ids.ts";
import { announce } from "../../platform/outbox/announce.ts";
import type { Page } from "../../platform/page.ts";
import type { Item } from "./items/item.ts";
import type { List, PublicListId } from "./list.ts";
import { lockOwnList } from "./lock-own-list.ts";
import { announceItems, findItems, removeList } from "./sql.ts";

/** Deletes a list with all its items. Returns the list as it was, with a page of its items. */
export async function deleteList(
  tx: StoreTx,
  shopperId: ShopperId,
  publicId: PublicListId,
  page: Page,
): Promise<{ list: List; items: Item[] }> {
  const list = await lockOwnList(tx, shopperId, publicId);
  const items = await findItems(tx, list.id, page);
  await announceItems(tx, "item.removed", { listId: list.id, shopperId });
  await removeList(tx, list.id);
  await announce(tx, "list.deleted", { listId: list.id, publicListId: list.publicId, shopperId });
  return { list, items };
}
