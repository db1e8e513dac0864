import type { StoreTx } from "../../../platform/db/db.ts";
import type { ShopperId, VariantId } from "../../../platform/ids.ts";
import { selectSavedVariants } from "./sql.ts";

/** Which of these variants are on any list of the shopper. */
export async function findSavedVariants(tx: StoreTx, shopperId: ShopperId, variantIds: readonly VariantId[]) {
  const rows = await selectSavedVariants(tx, shopperId, variantIds);
  return new Set(rows.map(({ variantId }) => variantId));
}
