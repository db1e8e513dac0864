import type { StoreTx } from "../../../platform/db/db.ts";
import type { ShopperId } from "../../../platform/ids.ts";
import { selectIdleOwners } from "./sql.ts";

/** Those of these shoppers who have lists, and changed none of them for so many days. */
export const findIdleListOwners = async (
  tx: StoreTx,
  ids: readonly ShopperId[],
  days: number,
): Promise<readonly ShopperId[]> => (await selectIdleOwners(tx, ids, days)).map(({ shopperId }) => shopperId);
