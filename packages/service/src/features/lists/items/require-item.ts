import type { StoreTx } from "../../../platform/db/db.ts";
import type { ShopperId, VariantId } from "../../../platform/ids.ts";
import { unknownItem } from "../errors.ts";
import type { PublicListId } from "../list.ts";
import { lockOwnList } from "../lock-own-list.ts";
import { countOnList } from "./sql.ts";

/** Throws when the list is not the shopper's or the variant is not on it. Locks the list until the transaction ends. */
export async function requireItem(
  tx: StoreTx,
  shopperId: ShopperId,
  publicId: PublicListId,
  variantId: VariantId,
): Promise<void> {
  const list = await lockOwnList(tx, shopperId, publicId);
  if ((await countOnList(tx, list.id, [variantId])) === 0) throw unknownItem();
}
