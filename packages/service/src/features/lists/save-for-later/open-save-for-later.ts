import type { StoreTx } from "../../../platform/db/db.ts";
import type { ShopperId } from "../../../platform/ids.ts";
import { announce } from "../../../platform/outbox/announce.ts";
import type { Page } from "../../../platform/page.ts";
import type { Item } from "../items/item.ts";
import { type List, SAVE_FOR_LATER } from "../list.ts";
import { findItems, findListsOf, insertList, lockShopperForLists } from "../sql.ts";

const NAME = "Saved for later";

/** Returns the shopper's only save-for-later list with a page of its items. Creates the list if there is none. */
export async function openSaveForLater(
  tx: StoreTx,
  shopperId: ShopperId,
  page: Page,
  name = NAME,
): Promise<{ list: List; items: Item[] }> {
  const list = await findOrCreate(tx, shopperId, name);
  return { list, items: await findItems(tx, list.id, page) };
}

async function findOrCreate(tx: StoreTx, shopperId: ShopperId, name: string) {
  await lockShopperForLists(tx, shopperId);
  const existing = (await findListsOf(tx, shopperId)).find((list) => list.type === SAVE_FOR_LATER);
  if (existing) return existing;
  const created = await insertList(tx, shopperId, { name, type: SAVE_FOR_LATER, note: null, extras: null });
  await announce(tx, "list.created", { listId: created.id, shopperId });
  return created;
}
