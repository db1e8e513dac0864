import type { StoreTable } from "../../../platform/db/store-tables.ts";

/** Tables in an order in which foreign keys allow to delete their rows. */
export function orderTables(tables: readonly StoreTable[]): StoreTable[] {
  const ordered: StoreTable[] = [];
  const rest = new Map(tables.map((table) => [table.name, table]));
  while (rest.size > 0) {
    const free = [...rest.values()].filter(({ after }) => !after.some((name) => rest.has(name)));
    if (free.length === 0) throw new Error(`Foreign keys go in a circle: ${[...rest.keys()].join(", ")}`);
    for (const table of free) rest.delete(table.name);
    ordered.push(...free);
  }
  return ordered;
}
