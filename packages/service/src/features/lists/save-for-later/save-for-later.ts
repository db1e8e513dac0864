import type { StoreTx } from "../../../platform/db/db.ts";
import type { ShopperId } from "../../../platform/ids.ts";
import { announce } from "../../../platform/outbox/announce.ts";
import type { Item } from "../items/item.ts";
import type { Page } from "../reading/fetch-list.ts";
import { insertList, itemsOfList, type List, listsOfShopper, lockShopperForLists } from "../sql.ts";

const NAME = "Saved for later";

/** The shopper's one save-for-later list with a page of its items, made if there is none. */
export async function openSaveForLater(
  tx: StoreTx,
  shopperId: ShopperId,
  page: Page,
  name = NAME,
): Promise<{ list: List; items: Item[] }> {
  const list = await findOrMake(tx, shopperId, name);
  return { list, items: await itemsOfList(tx, list.id, page) };
}

async function findOrMake(tx: StoreTx, shopperId: ShopperId, name: string) {
  await lockShopperForLists(tx, shopperId);
  const existing = (await listsOfShopper(tx, shopperId)).find((list) => list.type === "sfl");
  if (existing) return existing;
  const made = await insertList(tx, shopperId, { name, type: "sfl", note: null, extras: null });
  await announce(tx, "list.created", { listId: made.id, shopperId });
  return made;
}
