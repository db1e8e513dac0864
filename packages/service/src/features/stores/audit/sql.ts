import type { Runner, Statement, StoreTx, SystemTx } from "../../../platform/db/db.ts";
import { fragment, fragmentWith } from "../../../platform/db/fragment.ts";
import type { StoreId } from "../../../platform/ids.ts";
import type { AuditEntry } from "./entry.ts";

type NewEntry = Omit<AuditEntry, "id" | "at"> & { readonly storeId: StoreId | null };

export const insertEntry = (tx: StoreTx | SystemTx, { storeId, actor, action, details }: NewEntry) => tx`
  insert into audit_log (store_id, actor_kind, actor_id, actor_name, action, details)
  values (${storeId}, ${actor.kind}, ${actor.id}, ${actor.name}, ${action}, ${JSON.stringify(details)})`;

export const insertPastEntries = (
  tx: StoreTx,
  entries: readonly (Omit<AuditEntry, "id" | "at"> & { at: string })[],
) => tx`
  insert into audit_log (store_id, at, actor_kind, actor_id, actor_name, action, details)
  select ${tx.storeId}::int, at, actor ->> 'kind', actor ->> 'id', actor ->> 'name', action, details
  from json_to_recordset(${JSON.stringify(entries)}) as past (at timestamptz, actor jsonb, action text, details jsonb)`;

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

/** Where an entry is in the log: its time in microseconds, and its id. */
export type Place = { readonly at: string; readonly id: string };
type PlacedEntry = AuditEntry & { readonly place: string };

/** The newest entries first. `before` is the place of the last entry of the page before. */
export const selectEntries = (
  tx: StoreTx,
  filter: AuditFilter,
  { before, limit }: { readonly before: Place | undefined; readonly limit: number },
) => {
  const { range, order } = rangeOf(filter, before);
  return tx<PlacedEntry>`
    select id::text, at, (extract(epoch from at) * 1000000)::bigint as place,
      jsonb_build_object('kind', actor_kind, 'id', actor_id, 'name', actor_name) as actor, action, details
    from audit_log where store_id = ${tx.storeId} and ${range} order by ${order} limit ${limit}`;
};

/** Compares rows, so that only the index of the filter gives the order, and begins and ends with the days: for a rare action, the
 *  index of all entries would read the whole log. */
function rangeOf({ action, actor, from, to }: AuditFilter, before: Place | undefined) {
  const start = placeIn({ at: from === null ? "0" : startOf(from), id: "0" });
  const end = placeIn(earlier(before, { at: to === null ? FAR_FUTURE : startOf(to, DAY_MS), id: "0" }));
  if (action !== null) {
    const ofActor = actor === null ? fragment("true") : fragmentWith`actor_id = ${actor}`;
    return {
      range: fragmentWith`(action, at, id) > (${action}, ${start}) and (action, at, id) < (${action}, ${end}) and ${ofActor}`,
      order: fragment("audit_log.action desc, audit_log.at desc, audit_log.id desc"),
    };
  }
  if (actor !== null)
    return {
      range: fragmentWith`(actor_id, at, id) > (${actor}, ${start}) and (actor_id, at, id) < (${actor}, ${end})`,
      order: fragment("audit_log.actor_id desc, audit_log.at desc, audit_log.id desc"),
    };
  return {
    range: fragmentWith`(at, id) > (${start}) and (at, id) < (${end})`,
    order: fragment("audit_log.at desc nulls last, audit_log.id desc nulls last"),
  };
}

const DAY_MS = 86_400_000;
/** The year 10000, in microseconds. */
const FAR_FUTURE = "253402300800000000";
const startOf = (day: string, plusMs = 0) => `${Date.parse(day) + plusMs}000`;
const earlier = (one: Place | undefined, other: Place) => (one && BigInt(one.at) < BigInt(other.at) ? one : other);
const placeIn = ({ at, id }: Place) =>
  fragmentWith`'epoch'::timestamptz + ${at}::bigint * interval '1 microsecond', ${id}::bigint`;

/** Deletes the entries that the worker may delete: those older than two years. */
export const deleteOldEntries = (tx: SystemTx, limit: number) => tx<{ id: string }>`
  delete from audit_log where id in (select id from audit_log where at < now() - interval '2 years' order by at limit ${limit})
  returning id`;
