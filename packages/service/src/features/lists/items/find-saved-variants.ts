import type { StoreTx } from "../../../platform/db/db.ts";
import type { ShopperId, VariantId } from "../../../platform/ids.ts";
import { selectSavedVariants } from "./sql.ts";

/** Returns those of the variants that are on a list of the shopper. */
export async function findSavedVariants(tx: StoreTx, shopperId: ShopperId, variantIds: readonly VariantId[]) {
  const rows = await selectSavedVariants(tx, shopperId, variantIds);
  return new Set(rows.map(({ variantId }) => variantId));
}
