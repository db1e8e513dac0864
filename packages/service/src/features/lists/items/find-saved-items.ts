import type { StoreTx } from "../../../platform/db/db.ts";
import { type SavedItem, selectSavedItems } from "./sql.ts";

export const savedItemKey = ({ shopperId, variantId }: SavedItem) => `${shopperId} ${variantId}`;

/** Returns the keys of those items whose variant is on a list of their shopper. */
export async function findSavedItems(tx: StoreTx, items: readonly SavedItem[]): Promise<ReadonlySet<string>> {
  return new Set((await selectSavedItems(tx, items)).map(savedItemKey));
}
