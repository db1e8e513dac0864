import type { StoreTx } from "../../../platform/db/db.ts";
import { type SavedItem, selectSavedAt } from "./sql.ts";

/** When each of these shoppers put the variant on a list. A variant that is on none of their lists is missing. */
export async function findSavedAt(
  tx: StoreTx,
  items: readonly SavedItem[],
): Promise<readonly (SavedItem & { readonly addedAt: Date })[]> {
  return items.length > 0 ? selectSavedAt(tx, items) : [];
}
