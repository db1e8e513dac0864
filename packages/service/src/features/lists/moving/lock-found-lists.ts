import type { StoreTx } from "../../../platform/db/db.ts";
import { unavailable } from "../../../platform/errors.ts";
import type { ListId } from "../../../platform/ids.ts";
import type { KnownList } from "./moved-list.ts";
import { lockLists } from "./sql.ts";

/** Locks lists that were just found. If a merge has united one of them with another meanwhile, or it was deleted, the page must be
 *  tried again: to lock its successor now could make a merge and the import wait for each other. */
export async function lockFoundLists(tx: StoreTx, ids: readonly ListId[]): Promise<ReadonlyMap<ListId, KnownList>> {
  const sought = [...new Set(ids)];
  if (sought.length === 0) return new Map();
  const locked = new Map((await lockLists(tx, sought)).map((list) => [list.id, list]));
  if (locked.size < sought.length) throw unavailable("A list of this file");
  return locked;
}
