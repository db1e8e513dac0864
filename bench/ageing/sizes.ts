import { psql } from "../psql.ts";
import type { Line } from "../report.ts";

const TABLES = ["items", "lists", "saves", "shoppers", "contacts", "subscriptions", "waiting", "consents", "ledger"];
/** Tables with partitions count as one. */
const PARTED = ["deliveries", "outbox"];
const BAR = 1.5;

type Size = { readonly rows: number; readonly heap: number; readonly indexes: number };

/** Compares the bytes for each row, table by table and for all tables of the database. */
export async function* compareSizes(aged: string, fresh: string): AsyncIterable<Line> {
  for (const table of [...TABLES, ...PARTED]) {
    const [old, young] = [await readSize(aged, table), await readSize(fresh, table)];
    if (young.rows === 0) continue;
    if (old.rows !== young.rows)
      throw new Error(`${table} has ${old.rows} rows, and ${young.rows} in the new database`);
    const ratio = (old.heap + old.indexes) / (young.heap + young.indexes);
    yield {
      path: "ageing",
      table,
      rows: old.rows,
      ratio,
      heapRatio: old.heap / young.heap,
      indexRatio: old.indexes / young.indexes,
      agedBytes: (old.heap + old.indexes) / old.rows,
      bar: BAR,
      ok: ratio <= BAR,
    };
  }
  const all =
    "select sum(pg_total_relation_size(oid)) from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace";
  const [old, young] = [Number(await psql(aged, all)), Number(await psql(fresh, all))];
  yield {
    path: "ageing",
    table: "all",
    ratio: old / young,
    agedMb: old / 1e6,
    freshMb: young / 1e6,
    bar: BAR,
    ok: old / young <= BAR,
  };
}

async function readSize(url: string, table: string): Promise<Size> {
  const tree = `(select relid from pg_partition_tree('${table}') where isleaf union select '${table}'::regclass)`;
  const text = await psql(
    url,
    `select json_build_object('rows', (select count(*) from ${table}), 'heap', sum(pg_table_size(relid)), 'indexes', sum(pg_indexes_size(relid))) from ${tree} as t`,
  );
  return JSON.parse(text) as Size;
}
