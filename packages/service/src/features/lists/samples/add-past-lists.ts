import type { StoreTx } from "../../../platform/db/db.ts";
import type { ListId, ShopperId, VariantId } from "../../../platform/ids.ts";
import { insertItems, insertLists, summariseLists } from "./sql.ts";

export type PastList = {
  readonly id: ListId;
  readonly shopperId: ShopperId;
  readonly publicId: string;
  readonly name: string;
  readonly createdAt: string;
  readonly updatedAt: string;
};
export type PastItem = { readonly listId: ListId; readonly variantId: VariantId; readonly addedAt: string };

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
