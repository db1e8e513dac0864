import type { StoreTx } from "../../platform/db/db.ts";
import type { ShopperId } from "../../platform/ids.ts";
import type { List } from "./list.ts";
import { findListsOf } from "./sql.ts";

/** The lists of these shoppers, without their items. */
export async function findListsOfShoppers(tx: StoreTx, shopperIds: readonly ShopperId[]): Promise<List[]> {
  const lists: List[] = [];
  for (const shopperId of shopperIds) lists.push(...(await findListsOf(tx, shopperId)));
  return lists;
}
