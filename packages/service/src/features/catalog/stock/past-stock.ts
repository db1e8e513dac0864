import type { StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import { CHANGES_KEPT } from "./follow-stock.ts";
import { findHistory, type PastStock } from "./sql.ts";

export type { PastStock };

/** How the stock changed in a restock that was followed, oldest first. `isWhole`: whether no change is missing. */
export async function findPastStock(
  tx: StoreTx,
  variantId: VariantId,
  number: number,
): Promise<{ readonly changes: readonly PastStock[]; readonly isWhole: boolean }> {
  const changes = await findHistory(tx, variantId, number, 2 * CHANGES_KEPT);
  return { changes, isWhole: changes.length < CHANGES_KEPT };
}
