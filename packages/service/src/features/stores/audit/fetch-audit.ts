import type { StoreTx } from "../../../platform/db/db.ts";
import { isInteger, readCursor, writeCursor } from "../../../platform/http/cursor.ts";
import type { Rows } from "../../../platform/http/send-rows.ts";
import type { AuditEntry } from "./entry.ts";
import { type AuditFilter, selectEntries } from "./sql.ts";

/** The newest entries of the store's audit log first. */
export async function fetchAudit(
  tx: StoreTx,
  filter: AuditFilter,
  { cursor, limit }: { readonly cursor: string | undefined; readonly limit: number },
): Promise<Rows<AuditEntry>> {
  const [at, id] = readCursor(cursor, [isInteger, isInteger]) ?? [];
  const before = at !== undefined && id !== undefined ? { at, id } : undefined;
  const rows = await selectEntries(tx, filter, { before, limit });
  const last = rows.at(-1);
  return { rows, next: last && rows.length === limit ? writeCursor([last.place, last.id]) : null };
}
