import type { StoreTx } from "../../../platform/db/db.ts";
import type { ShopperId, VariantId } from "../../../platform/ids.ts";
import { unknownItem, unknownList } from "../errors.ts";
import { countPresent, findSavedVariants, lockList, type PublicListId } from "../sql.ts";

/** Refuses where the list is not the shopper's, or the variant not on it. It stays so until the transaction is over. */
export async function requireItem(
  tx: StoreTx,
  shopperId: ShopperId,
  lid: PublicListId,
  variantId: VariantId,
): Promise<void> {
  const list = await lockList(tx, shopperId, lid);
  if (!list) throw unknownList();
  if ((await countPresent(tx, list.id, [variantId])) === 0) throw unknownItem();
}

/** Which of these variants are on any list of a shopper. */
export async function savedOf(tx: StoreTx, shopperId: ShopperId, variantIds: readonly VariantId[]) {
  const rows = await findSavedVariants(tx, shopperId, variantIds);
  return new Set(rows.map(({ variantId }) => variantId));
}
