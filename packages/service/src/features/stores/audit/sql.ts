import type { Runner, Statement, StoreTx, SystemTx } from "../../../platform/db/db.ts";
import { fragment, fragmentWith } from "../../../platform/db/fragment.ts";
import type { StoreId } from "../../../platform/ids.ts";
import type { AuditEntry } from "./entry.ts";

type NewEntry = Omit<AuditEntry, "id" | "at"> & { readonly storeId: StoreId | null };

export const insertEntry = (tx: StoreTx | SystemTx, { storeId, actor, action, details }: NewEntry) => tx`
  insert into audit_log (store_id, actor_kind, actor_id, actor_name, action, details)
  values (${storeId}, ${actor.kind}, ${actor.id}, ${actor.name}, ${action}, ${JSON.stringify(details)})`;

const INSERT_OF_INSTALLATION: Statement = {
  name: "audit-installation",
  text: "insert into audit_log (actor_kind, actor_id, actor_name, action, details) values ($1, $2, $3, $4, $5::jsonb)",
};

export const insertEntryOfInstallation = (runner: Runner, { actor, action, details }: Omit<AuditEntry, "id" | "at">) =>
  runner.run(INSERT_OF_INSTALLATION, [actor.kind, actor.id, actor.name, action, JSON.stringify(details)]);

export type AuditFilter = { readonly action: string | null; readonly actor: string | null };

/** The newest entries first. `before` is the id of the last entry of the page before. A filter that is not used is not in the
 *  statement, so that each of them has its index: a rare action must not read the whole log. */
export const selectEntries = (
  tx: StoreTx,
  { action, actor }: AuditFilter,
  { before, limit }: { readonly before: string | null; readonly limit: number },
) => tx<AuditEntry>`
  select id::text, at, jsonb_build_object('kind', actor_kind, 'id', actor_id, 'name', actor_name) as actor, action, details
  from audit_log
  where store_id = ${tx.storeId} and id < coalesce(${before}::bigint, 9223372036854775807)
    and ${action === null ? fragment("true") : fragmentWith`action = ${action}`}
    and ${actor === null ? fragment("true") : fragmentWith`actor_id = ${actor}`}
  order by audit_log.id desc limit ${limit}`;

/** Deletes the entries that the worker may delete: those older than two years. */
export const deleteOldEntries = (tx: SystemTx, limit: number) => tx<{ id: string }>`
  delete from audit_log where id in (select id from audit_log where at < now() - interval '2 years' order by at limit ${limit})
  returning id`;
