import type { StoreTx } from "../../platform/db/db.ts";
import { announce } from "../../platform/outbox/announce.ts";
import type { Shopper } from "../shoppers/shopper.ts";
import { listRules } from "../stores/settings/settings.ts";
import { mayCopy, startCopy } from "./copy-list.ts";
import { limitReached, nameTaken, unknownList } from "./errors.ts";
import type { ListDeps } from "./items/change-items.ts";
import {
  findList,
  insertList,
  type List,
  listsOfShopper,
  lockShopperForLists,
  type NewList,
  type PublicListId,
} from "./sql.ts";

/** Makes a list, or finds the one of that name: clients make "My Wishlist" at every start, several at once.
 *  `copyOf` fills it from a list of their own or a public one. */
export async function createList(
  tx: StoreTx,
  { shoppers }: Pick<ListDeps, "shoppers">,
  shopper: Shopper,
  list: NewList,
  copyOf?: PublicListId,
): Promise<List> {
  const shopperId = await shoppers.ensureRow(tx, shopper);
  await lockShopperForLists(tx, shopperId);
  const lists = await listsOfShopper(tx, shopperId);
  const savedForLater = list.type === "sfl" ? lists.find((one) => one.type === "sfl") : undefined;
  if (savedForLater) return savedForLater; // a shopper has one, whatever it is called
  // Renaming may have made several of one name: the one of this type is meant.
  const namesakes = lists.filter((one) => nameKey(one.name) === nameKey(list.name));
  const existing = namesakes.find((one) => one.type === list.type);
  if (existing) return existing;
  if (namesakes.length > 0) throw nameTaken();

  const { listsMax } = listRules(shopper.store.settings);
  if (lists.length >= listsMax) throw limitReached(`A shopper has ${listsMax} lists`);
  const source = copyOf && (await findList(tx, copyOf));
  if (copyOf && (!source || !mayCopy(shopperId, source))) throw unknownList();
  const made = await insertList(tx, shopperId, list);
  await announce(tx, "list.created", { listId: made.id, shopperId });
  return source ? startCopy(tx, source, made) : made;
}

/** Two names are the same if they read the same. */
export const nameKey = (name: string) => name.trim().toLowerCase().normalize("NFC");
