import type { Runner, Statement, StoreTx, SystemTx } from "../../../platform/db/db.ts";
import { fragment, fragmentWith } from "../../../platform/db/fragment.ts";
import type { StoreId } from "../../../platform/ids.ts";
import type { AuditEntry } from "./entry.ts";

type NewEntry = Omit<AuditEntry, "id" | "at"> & { readonly storeId: StoreId | null };

export const insertEntry = (tx: StoreTx | SystemTx, { storeId, actor, action, details }: NewEntry) => tx`
  insert into audit_log (store_id, actor_kind, actor_id, actor_name, action, details)
  values (${storeId}, ${actor.kind}, ${actor.id}, ${actor.name}, ${action}, ${JSON.stringify(details)})`;

/** In the order of time: the ids say which entries are newer. */
export const insertPastEntries = (
  tx: StoreTx,
  entries: readonly (Omit<AuditEntry, "id" | "at"> & { at: string })[],
) => tx`
  insert into audit_log (store_id, at, actor_kind, actor_id, actor_name, action, details)
  select ${tx.storeId}::int, at, actor ->> 'kind', actor ->> 'id', actor ->> 'name', action, details
  from json_to_recordset(${JSON.stringify(entries)}) as past (at timestamptz, actor jsonb, action text, details jsonb)
  order by at`;

const INSERT_OF_INSTALLATION: Statement = {
  name: "audit-installation",
  text: "insert into audit_log (actor_kind, actor_id, actor_name, action, details) values ($1, $2, $3, $4, $5::jsonb)",
};

export const insertEntryOfInstallation = (runner: Runner, { actor, action, details }: Omit<AuditEntry, "id" | "at">) =>
  runner.run(INSERT_OF_INSTALLATION, [actor.kind, actor.id, actor.name, action, JSON.stringify(details)]);

/** `from` and `to`: the first and the last day, in UTC. */
export type AuditFilter = {
  readonly action: string | null;
  readonly actor: string | null;
  readonly from: string | null;
  readonly to: string | null;
};

/** The newest entries first. `before` is the id of the last entry of the page before. */
export const selectEntries = (
  tx: StoreTx,
  filter: AuditFilter,
  { before, limit }: { readonly before: string | null; readonly limit: number },
) => {
  const { range, order } = rangeOf(filter, before ?? ID_MAX);
  return tx<AuditEntry>`
    select id::text, at, jsonb_build_object('kind', actor_kind, 'id', actor_id, 'name', actor_name) as actor, action, details
    from audit_log where store_id = ${tx.storeId} and ${range} and ${daysOf(filter)} order by ${order} limit ${limit}`;
};

const daysOf = ({ from, to }: AuditFilter) =>
  fragmentWith`(${from}::date is null or at >= ${from}::date at time zone 'UTC')
    and (${to}::date is null or at < (${to}::date + 1) at time zone 'UTC')`;

const ID_MAX = "9223372036854775807";

/** Compares pairs, so that only the index of the filter gives the order: for a rare action, the index of all entries would read
 *  the whole log. */
function rangeOf({ action, actor }: AuditFilter, before: string) {
  if (action !== null) {
    const ofActor = actor === null ? fragment("true") : fragmentWith`actor_id = ${actor}`;
    return {
      range: fragmentWith`(action, id) > (${action}, 0::bigint) and (action, id) < (${action}, ${before}::bigint) and ${ofActor}`,
      order: fragment("audit_log.action desc, audit_log.id desc"),
    };
  }
  if (actor !== null)
    return {
      range: fragmentWith`(actor_id, id) > (${actor}, 0::bigint) and (actor_id, id) < (${actor}, ${before}::bigint)`,
      order: fragment("audit_log.actor_id desc, audit_log.id desc"),
    };
  return { range: fragmentWith`id < ${before}::bigint`, order: fragment("audit_log.id desc") };
}

/** Deletes the entries that the worker may delete: those older than two years. */
export const deleteOldEntries = (tx: SystemTx, limit: number) => tx<{ id: string }>`
  delete from audit_log where id in (select id from audit_log where at < now() - interval '2 years' order by at limit ${limit})
  returning id`;
