import type { StoreTx } from "../../../platform/db/db.ts";
import { fragment, literal } from "../../../platform/db/fragment.ts";
import type { ConnectionId } from "../../../platform/ids.ts";
import { type Connection, TURN_STATES } from "../connection.ts";

const PAUSED = literal(TURN_STATES.paused);
const IDLE = literal(TURN_STATES.idle);

const COLUMNS = fragment(`c.id, c.tool, c.label, c.subjects, c.passes_consent as "passesConsent", c.list_id as "listId",
  c.created_at as "createdAt", c.paused_at as "pausedAt", c.paused_because as "pausedBecause",
  greatest(t.queued - t.sent - t.skipped - t.refused - t.dropped, 0)::float8 as waiting, t.sent::float8, t.skipped::float8,
  t.refused::float8, t.dropped::float8, t.erasures_lost::float8 as "erasuresLost", e.waiting as "erasuresWaiting", e.oldest as "oldestErasureAt",
  t.succeeded_at as "succeededAt", t.failed_at as "failedAt", t.failing_since as "failingSince", t.problem,
  t.refused_at as "refusedAt", t.refusal`);
const JOINED = fragment(`marketing_connections c
  join marketing_turns t on t.store_id = c.store_id and t.connection_id = c.id
  cross join lateral (
    select count(*)::int as waiting, min(created_at) as oldest from marketing_erasures
    where store_id = c.store_id and connection_id = c.id and told = 0
  ) as e`);

/** The oldest first. */
export const findConnections = (tx: StoreTx) => tx<Connection>`
  select ${COLUMNS} from ${JOINED} where c.store_id = ${tx.storeId} order by c.id`;

export async function findConnection(tx: StoreTx, id: ConnectionId): Promise<Connection | undefined> {
  const [row] = await tx<Connection>`
    select ${COLUMNS} from ${JOINED} where c.store_id = ${tx.storeId} and c.id = ${id}`;
  return row;
}

/** The tools of the store's connections. Until the transaction ends, another one that asks waits. */
export async function lockTools(tx: StoreTx): Promise<Connection["tool"][]> {
  await tx`select pg_advisory_xact_lock(hashtextextended('marketing connections', ${tx.storeId}))`;
  const rows = await tx<Pick<Connection, "tool">>`
    select tool from marketing_connections where store_id = ${tx.storeId}`;
  return rows.map(({ tool }) => tool);
}

export async function selectNewId(tx: StoreTx): Promise<ConnectionId> {
  const [row] = await tx<{ id: ConnectionId }>`select new_id(${tx.storeId}) as id`;
  if (!row) throw new Error("There is no new id");
  return row.id;
}

export type NewConnection = Pick<Connection, "id" | "tool" | "label" | "subjects" | "passesConsent" | "listId"> & {
  readonly sealedAccess: Buffer;
};

export async function insertConnection(tx: StoreTx, one: NewConnection): Promise<void> {
  await tx`
    insert into marketing_connections (id, store_id, tool, label, sealed_access, subjects, passes_consent, list_id)
    values (${one.id}, ${tx.storeId}, ${one.tool}, ${one.label}, ${one.sealedAccess}, ${one.subjects}, ${one.passesConsent}, ${one.listId})`;
  await tx`insert into marketing_turns (connection_id, store_id) values (${one.id}, ${tx.storeId})`;
}

export type ConnectionChanges = Partial<Pick<Connection, "subjects" | "passesConsent" | "listId">>;

export const storeChanges = (tx: StoreTx, id: ConnectionId, changes: ConnectionChanges) => tx`
  update marketing_connections set updated_at = now(), subjects = coalesce(${changes.subjects ?? null}, subjects),
    passes_consent = coalesce(${changes.passesConsent ?? null}::boolean, passes_consent),
    list_id = case when ${changes.listId !== undefined} then ${changes.listId ?? null} else list_id end
  where store_id = ${tx.storeId} and id = ${id}`;

export const storeAccess = (
  tx: StoreTx,
  id: ConnectionId,
  { label, sealedAccess }: Pick<NewConnection, "label" | "sealedAccess">,
) => tx`
  update marketing_connections set updated_at = now(), label = ${label}, sealed_access = ${sealedAccess}
  where store_id = ${tx.storeId} and id = ${id}`;

export async function findSealedAccess(tx: StoreTx, id: ConnectionId): Promise<Buffer | undefined> {
  const [row] = await tx<{ sealed: Buffer }>`
    select sealed_access as sealed from marketing_connections where store_id = ${tx.storeId} and id = ${id}`;
  return row?.sealed;
}

/** Ends the pause, and forgets how the last turns went. A turn that a worker has is taken away from it: how it goes says
 *  nothing about a new key. The windows of the tool go on. */
export async function markResumed(tx: StoreTx, id: ConnectionId): Promise<void> {
  await tx`
    update marketing_connections set paused_at = null, paused_because = null, updated_at = now()
    where store_id = ${tx.storeId} and id = ${id}`;
  await tx`
    update marketing_turns set state = ${IDLE}, lease = lease + 1, due_at = now(), paused_until = '-infinity',
      is_troubled = false, failed_turns = 0, failing_since = null, problem = null
    where store_id = ${tx.storeId} and connection_id = ${id}`;
}

/** Returns false when it was paused already. */
export async function markPaused(tx: StoreTx, id: ConnectionId, because: string): Promise<boolean> {
  const paused = await tx`
    update marketing_connections set paused_at = now(), paused_because = ${because}, updated_at = now()
    where store_id = ${tx.storeId} and id = ${id} and paused_at is null returning id`;
  if (paused.length === 0) return false;
  await tx`
    update marketing_turns set state = ${PAUSED}, due_at = 'infinity' where store_id = ${tx.storeId} and connection_id = ${id}`;
  return true;
}

/** Its messages stay until they are too old. Nobody sees them any more. Returns whether there was such a connection. */
export async function removeConnection(tx: StoreTx, id: ConnectionId): Promise<boolean> {
  const removed = await tx`
    delete from marketing_connections where store_id = ${tx.storeId} and id = ${id} returning id`;
  return removed.length > 0;
}
