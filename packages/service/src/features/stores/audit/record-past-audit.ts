import type { StoreTx } from "../../../platform/db/db.ts";
import type { AuditEntry } from "./entry.ts";
import { insertPastEntries } from "./sql.ts";

export type PastAuditEntry = Omit<AuditEntry, "id" | "at"> & { readonly at: string };

/** Adds lines of the past to the store's audit log, for a store with sample data. */
export const recordPastAudit = (tx: StoreTx, entries: readonly PastAuditEntry[]) => insertPastEntries(tx, entries);
