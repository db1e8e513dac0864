import type { StoreTx } from "../../../platform/db/db.ts";
import type { ListId } from "../../../platform/ids.ts";

export const incrementShares = (tx: StoreTx, listId: ListId) => tx`
  update lists set shares = shares + 1 where store_id = ${tx.storeId} and id = ${listId}`;
