import type { Sql } from "./db.ts";
import { fragment, literal } from "./fragment.ts";

/** The tables with a `store_id`, partitions instead of the tables that they divide. From the catalogue, so that a table of a
 *  later version is among them. */
export const STORE_TABLES = `
  select c.oid, c.oid::regclass::text as name from pg_class c
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relpersistence <> 't'
    and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'store_id' and not a.attisdropped)`;

/** Those of them whose rows an operator cannot delete yet, even of a store that is being erased. */
export const TABLES_WITHOUT_POLICY = `
  select name from (${STORE_TABLES}) as t
  where not exists (select from pg_policy p where p.polrelid = t.oid and p.polname = 'erasing') order by name`;

/** Lets an operator delete the rows of a store that is marked as erased, and of no other. */
export const allowErasing = (table: string) => `
  create policy erasing_reads on ${table} for select to keepsake_operator using (store_id = (select erasing_store()));
  create policy erasing on ${table} for delete to keepsake_operator using (store_id = (select erasing_store()));
  grant select, delete on ${table} to keepsake_operator`;

export type StoreTable = {
  readonly name: string;
  /** Whether an index begins with `store_id`. Without one, the whole table is read. */
  readonly isIndexed: boolean;
  readonly blocks: number;
  /** Tables whose rows must be deleted before rows of this one. */
  readonly after: readonly string[];
  /** A column that refers to other rows of the table: rows that have it are deleted first. */
  readonly refersToItself: string | null;
};

/** Tables with a foreign key that deletes their own rows come after the table that they refer to. */
export const findStoreTables = (sql: Sql) => sql<StoreTable>`
  with tables as materialized (${fragment(STORE_TABLES)}), keys as (
    select k.conrelid, k.confrelid, k.confdeltype, k.conkey from pg_constraint k
    where k.contype = 'f' and k.conrelid in (select oid from tables) and k.confrelid in (select oid from tables)
  )
  select t.name,
    exists (
      select from pg_index i join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
      where i.indrelid = t.oid and i.indisvalid and i.indpred is null and a.attname = 'store_id'
    ) as "isIndexed",
    (pg_relation_size(t.oid) / current_setting('block_size')::int)::float8 as blocks,
    array(
      select conrelid::regclass::text from keys where confrelid = t.oid and conrelid <> t.oid and confdeltype in ('a', 'r')
      union
      select confrelid::regclass::text from keys where conrelid = t.oid and confrelid <> t.oid and confdeltype = 'c'
    ) as after,
    (
      select a.attname::text from keys k join pg_attribute a on a.attrelid = t.oid and a.attnum = any(k.conkey)
      where k.conrelid = t.oid and k.confrelid = t.oid and k.confdeltype in ('a', 'r') and a.attname <> 'store_id' limit 1
    ) as "refersToItself"
  from tables t order by t.name`;

/** The transaction deletes rows of this store. Nothing is visible unless the store is marked as erased. */
export const chooseErasedStore = (sql: Sql, storeId: number) =>
  sql`select set_config('app.erasing_store', ${String(storeId)}, true)`;

type Rows = { readonly storeId: number; readonly column: string | null };
const conditionOf = (column: string | null) => fragment(column === null ? "" : `and ${column} is not null`);

/** Deletes a page of a store's rows, found by an index. Returns how many. */
export async function deletePage(sql: Sql, table: string, { storeId, column }: Rows, limit: number): Promise<number> {
  const from = fragment(table);
  const [row] = await sql<{ count: number }>`
    with gone as (
      delete from ${from} where ctid = any(array(
        select ctid from ${from} where store_id = ${storeId} ${conditionOf(column)} limit ${limit}
      )) returning 1
    ) select count(*)::int as count from gone`;
  return row?.count ?? 0;
}

/** Deletes a store's rows in a part of a table, which is read from its first to its last block. Returns how many. */
export async function deleteInBlocks(
  sql: Sql,
  table: string,
  { storeId, column }: Rows,
  { first, blocks }: { readonly first: number; readonly blocks: number },
): Promise<number> {
  const [start, end] = [literal(first), literal(first + blocks)];
  const [row] = await sql<{ count: number }>`
    with gone as (
      delete from ${fragment(table)}
      where ctid >= ${fragment(`'(${start.text},0)'`)} and ctid < ${fragment(`'(${end.text},0)'`)} and store_id = ${storeId}
        ${conditionOf(column)}
      returning 1
    ) select count(*)::int as count from gone`;
  return row?.count ?? 0;
}
