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

/** As long as a run of `pruneInPages`. */
const RUN_MS = 5_000;

/** Walks through a table, one of these stores after the other, over many runs of housekeeping, and prunes each page. A run
 *  goes on behind the last page, and ends when its time is over or the walk is through: most pages have nothing to delete.
 *  Returns how many rows were deleted. */
export function createStoreWalk<Row extends { readonly id: string }>({
  findStores,
  read,
  prune,
  runMs = RUN_MS,
}: {
  readonly findStores: (db: Db) => Promise<readonly StoreId[]>;
  /** Reads a page of one store, in the order of the ids. */
  readonly read: (db: Db, storeId: StoreId, after: string) => Promise<readonly Row[]>;
  readonly prune: (db: Db, storeId: StoreId, page: readonly Row[]) => Promise<number>;
  readonly runMs?: number;
}): (db: Db) => Promise<number> {
  let place = START;
  return async (db) => {
    const end = performance.now() + runMs;
    let deleted = 0;
    for (const storeId of (await findStores(db)).toSorted((a, b) => a - b)) {
      if (storeId < place.storeId) continue;
      let after = storeId === place.storeId ? place.id : START.id;
      for (;;) {
        const page = await read(db, storeId, after);
        const last = page.at(-1);
        if (!last) break;
        // Before the work: a page that fails delays no other. The next walk tries it again.
        after = last.id;
        place = { storeId, id: after };
        deleted += await prune(db, storeId, page);
        if (performance.now() >= end) return deleted;
      }
    }
    place = START;
    return deleted;
  };
}
