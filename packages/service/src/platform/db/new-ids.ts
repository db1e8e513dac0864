import type { StoreTx } from "./db.ts";

/** Takes ids of the store from the sequence of all ids. */
export async function newIds(tx: StoreTx, count: number): Promise<string[]> {
  const rows = await tx<{
    id: string;
  }>`select new_id(${tx.storeId})::text as id from generate_series(1, ${count}::int)`;
  return rows.map(({ id }) => id);
}
