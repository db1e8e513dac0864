import type { StoreTx } from "../../platform/db/db.ts";
import { announce } from "../../platform/outbox/announce.ts";
import type { Shopper, ShopperSessions } from "../shoppers/shopper.ts";
import { listRules } from "../stores/settings/settings.ts";
import { addList } from "./add-list.ts";
import { mayCopy, startCopy } from "./copying/copy-list.ts";
import { limitReached, nameTaken, unknownList } from "./errors.ts";
import { isSameName, type List, type NewList, type PublicListId, SAVE_FOR_LATER } from "./list.ts";
import { findList, findListsOf, lockShopperForLists } from "./sql.ts";

/** Creates a list, or returns the shopper's list with that name: a storefront creates "My Wishlist" on every page load,
 *  often in several tabs at once. `copyOf` is a list of the shopper, or a public one, whose items are copied. */
export async function createList(
  tx: StoreTx,
  { shoppers }: { readonly shoppers: ShopperSessions },
  shopper: Shopper,
  list: NewList,
  copyOf?: PublicListId,
): Promise<List> {
  const shopperId = await shoppers.ensureRow(tx, shopper);
  await lockShopperForLists(tx, shopperId);
  const lists = await findListsOf(tx, shopperId);
  const savedForLater = list.type === SAVE_FOR_LATER ? lists.find((one) => one.type === SAVE_FOR_LATER) : undefined;
  if (savedForLater) return savedForLater; // a shopper has at most one, whatever its name
  // After a rename several lists may have this name: the one of the wanted type counts.
  const withSameName = lists.filter((one) => isSameName(one.name, list.name));
  const existing = withSameName.find((one) => one.type === list.type);
  if (existing) return existing;
  if (withSameName.length > 0) throw nameTaken();

  const { listsMax } = listRules(shopper.store.settings);
  if (lists.length >= listsMax) throw limitReached(`A shopper can have at most ${listsMax} lists`);
  const source = copyOf && (await findList(tx, copyOf));
  if (copyOf && (!source || !mayCopy(shopperId, source))) throw unknownList();
  const created = await addList(tx, shopperId, list);
  await announce(tx, "list.created", { listId: created.id, publicListId: created.publicId, shopperId });
  return source ? startCopy(tx, source, created) : created;
}
