import type { StoreTx } from "../../../platform/db/db.ts";
import { type SavedBefore, selectSavedAt } from "./sql.ts";

/** When each of these shoppers last put the variant on a list before something occurred, in the order of the input. Undefined
 *  for a variant that was on none of their lists then, or is no longer. */
export const findSavedAt = async (tx: StoreTx, wanted: readonly SavedBefore[]): Promise<(Date | undefined)[]> =>
  (await selectSavedAt(tx, wanted)).map(({ addedAt }) => addedAt ?? undefined);
