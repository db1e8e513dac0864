import type { StoreTx } from "./db.ts";

/** Takes ids of the store from the sequence of all ids. */
export async function newIds(tx: StoreTx, count: number): Promise<string[]> {
  const rows = await tx<{
    id: string;
  }>`select new_id(${tx.storeId})::text as id from generate_series(1, ${count}::int)`;
  return rows.map(({ id }) => id);
}

/** An id that no row of the store exceeds now. Sessions take ids in blocks, so a row of a moment later may have a smaller one. */
export async function newestId(tx: StoreTx): Promise<string> {
  const [row] = await tx<{ id: string }>`
    select ((${tx.storeId}::int >> 19)::bigint << 51 | greatest(
      pg_sequence_last_value('id_numbers_0'), pg_sequence_last_value('id_numbers_1'), 0))::text as id`;
  return row?.id ?? "0";
}
