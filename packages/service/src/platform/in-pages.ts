/** Calls `work` with so many rows at a time, one page after the other. */
export async function inPages<T>(
  rows: readonly T[],
  rowsAtOnce: number,
  work: (page: readonly T[]) => Promise<unknown>,
): Promise<void> {
  for (let first = 0; first < rows.length; first += rowsAtOnce) await work(rows.slice(first, first + rowsAtOnce));
}
