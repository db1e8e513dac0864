import type { StoreTx } from "../../../platform/db/db.ts";
import type { PastItem, PastList } from "./past-list.ts";
import { insertItems, insertLists, summariseLists } from "./sql.ts";

/** Stores lists of the past, with the items that are still on them. */
export async function addPastLists(
  tx: StoreTx,
  lists: readonly PastList[],
  itemsOf: (list: PastList) => readonly PastItem[],
): Promise<void> {
  await insertLists(tx, lists);
  await insertItems(tx, lists.flatMap(itemsOf));
  await summariseLists(
    tx,
    lists.map(({ id }) => id),
  );
}
