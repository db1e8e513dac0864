import type { HotDb } from "../../platform/db/db.ts";
import { isInteger, readCursor, writeCursor } from "../../platform/http/cursor.ts";
import type { Rows } from "../../platform/http/send-rows.ts";
import { findListedStore, type ListedStore, selectListedStores } from "./sql.ts";
import { normalisePid, PID } from "./store.ts";

export type StoreFilter = { readonly search: string; readonly isPaused: boolean };

/** A page of all stores in the order of their names: those whose name begins with `search`, or the one with this pid. */
export async function listStores(
  hot: HotDb,
  { search, isPaused }: StoreFilter,
  { cursor, limit }: { readonly cursor: string | undefined; readonly limit: number },
): Promise<Rows<ListedStore>> {
  const pid = normalisePid(search);
  const named = cursor === undefined && PID.test(pid) ? await findListedStore(hot, pid) : undefined;
  if (named) return { rows: [named], next: null };
  const [name = "", id = "-1"] = readCursor(cursor, [() => true, isInteger]) ?? [];
  const rows = await selectListedStores(hot, { after: [name, id], search, isPaused, limit });
  const last = rows.at(-1);
  return { rows, next: last && rows.length === limit ? writeCursor([last.name.toLowerCase(), last.id]) : null };
}

export const findStoreByPid = (hot: HotDb, pid: string): Promise<ListedStore | undefined> =>
  findListedStore(hot, normalisePid(pid));

export type { ListedStore } from "./sql.ts";
