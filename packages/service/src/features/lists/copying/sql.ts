import type { StoreTx } from "../../../platform/db/db.ts";
import type { ListId, VariantId } from "../../../platform/ids.ts";
import type { Details } from "../items/item.ts";
import type { List, PublicListId } from "../list.ts";
import { findList } from "../sql.ts";

export const markCopying = (tx: StoreTx, listId: ListId, isCopying: boolean) => tx`
  update lists set is_copying = ${isCopying} where store_id = ${tx.storeId} and id = ${listId}`;

/** Finds the list, or the list that a merge united it with. Until this transaction ends, no merge can move it; items can
 *  still be added. */
export async function lockListForKeyShare(tx: StoreTx, listId: ListId): Promise<List | undefined> {
  const [locked] = await tx<{ publicId: PublicListId }>`
    select public_id as "publicId" from lists where store_id = ${tx.storeId} and id = ${listId} for key share`;
  return locked && findList(tx, locked.publicId); // a second statement sees the merge that the first one waited for
}

/** Copies the items that are not on the target yet, with their dates and without the details named in `without`. */
export const copyItems = (
  tx: StoreTx,
  { from, to, without }: { from: ListId; to: ListId; without: readonly (keyof Details)[] },
) => tx<{ variantId: VariantId }>`
  insert into items (list_id, variant_id, added_at, store_id, quantity, flags, details)
  select ${to}, variant_id, added_at, store_id, quantity, flags, details - ${without}::text[] from items
  where list_id = ${from} and store_id = ${tx.storeId}
  on conflict (list_id, variant_id) do nothing
  returning variant_id as "variantId"`;
