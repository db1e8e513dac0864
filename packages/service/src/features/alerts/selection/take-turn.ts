import type { Db } from "../../../platform/db/db.ts";
import type { StoreId } from "../../../platform/ids.ts";
import { getNextTurn } from "./sql.ts";

/** The turn of the store's next chunk. */
export const takeTurn = (db: Db, storeId: StoreId): Promise<string> => db.asWorker((tx) => getNextTurn(tx, storeId));
