import type { Runner, StoreTx } from "../../../platform/db/db.ts";
import type { Actor } from "../access/caller.ts";
import type { AuditDetails } from "./entry.ts";
import { insertEntry, insertEntryOfInstallation } from "./sql.ts";

/** Adds a line to the store's audit log, in the transaction of what it reports. `details` hold ids and settings, never
 *  the address of a shopper. */
export async function recordAudit(
  tx: StoreTx,
  { actor, action, details = {} }: { readonly actor: Actor; readonly action: string; readonly details?: AuditDetails },
) {
  await insertEntry(tx, { storeId: tx.storeId, actor, action, details });
}

/** Adds a line about the whole installation, which belongs to no store. */
export async function recordInstallationAudit(
  runner: Runner,
  { actor, action, details = {} }: { readonly actor: Actor; readonly action: string; readonly details?: AuditDetails },
) {
  await insertEntryOfInstallation(runner, { actor, action, details });
}
