import type { StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import { deleteHistory, startHistory } from "./sql.ts";

/** A restock whose stock changes more often is known only in part. */
export const CHANGES_KEPT = 1_000;

/** Keeps how the stock of these variants changes from now on, so that their restocks can be replayed. */
export async function followStock(tx: StoreTx, variantIds: readonly VariantId[]): Promise<void> {
  if (variantIds.length > 0) await startHistory(tx, variantIds, CHANGES_KEPT);
}

export async function forgetPastStock(tx: StoreTx, variantId: VariantId, number: number): Promise<void> {
  await deleteHistory(tx, variantId, number);
}
