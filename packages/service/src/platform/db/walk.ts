import type { StoreId } from "../ids.ts";
import type { Db } from "./db.ts";

export type Place = { readonly storeId: number; readonly id: string };
const START: Place = { storeId: 0, id: "0" };

/** Walks through a table of all stores, page after page, over many runs of housekeeping. After the last page it begins
 *  again. Returns a function that reads the next page and returns its rows by store. */
export function createWalk<Row extends { readonly storeId: StoreId; readonly id: string }>(
  read: (db: Db, after: Place, limit: number) => Promise<readonly Row[]>,
  limit: number,
): (db: Db) => Promise<ReadonlyMap<StoreId, readonly Row[]>> {
  let after = START;
  return async (db) => {
    const page = await read(db, after, limit);
    const last = page.at(-1);
    after = page.length === limit && last ? last : START;
    return Map.groupBy(page, ({ storeId }) => storeId);
  };
}
