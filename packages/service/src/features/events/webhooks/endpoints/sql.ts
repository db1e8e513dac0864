import type { StoreTx } from "../../../../platform/db/db.ts";
import { fragment, fragmentWith, literal } from "../../../../platform/db/fragment.ts";
import type { EndpointId } from "../../../../platform/ids.ts";
import { DELIVERY_STATES, type Endpoint, type Replay, TURN_STATES } from "../endpoint.ts";

const WAITING = literal(DELIVERY_STATES.waiting);
const DISABLED = literal(TURN_STATES.disabled);

type EndpointRow = Omit<Endpoint, "replay"> & {
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly events: number | null;
  readonly replayProblem: string | null;
};
const COLUMNS = fragment(`e.id, e.url, e.description, e.subjects, e.created_at as "createdAt",
  case when e.old_secret_until > now() then e.old_secret_until end as "oldSecretUntil",
  e.disabled_at as "disabledAt", e.disabled_because as "disabledBecause",
  greatest(t.queued - t.ended, 0)::float8 as waiting, t.succeeded_at as "succeededAt", t.failed_at as "failedAt",
  t.failing_since as "failingSince", t.problem, r.started_at as "startedAt", r.finished_at as "finishedAt", r.events, r.problem as "replayProblem"`);
const JOINED = fragment(`webhook_endpoints e
  join webhook_turns t on t.store_id = e.store_id and t.endpoint_id = e.id
  left join webhook_replays r on r.store_id = e.store_id and r.endpoint_id = e.id`);

function toEndpoint({ startedAt, finishedAt, events, replayProblem, ...row }: EndpointRow): Endpoint {
  const replay: Replay | null = startedAt
    ? { startedAt, finishedAt, events: events ?? 0, problem: replayProblem }
    : null;
  return { ...row, replay };
}

/** The oldest first. */
export const findEndpoints = async (tx: StoreTx) =>
  (await tx<EndpointRow>`select ${COLUMNS} from ${JOINED} where e.store_id = ${tx.storeId} order by e.id`).map(
    toEndpoint,
  );

export async function findEndpoint(tx: StoreTx, id: EndpointId): Promise<Endpoint | undefined> {
  const [row] =
    await tx<EndpointRow>`select ${COLUMNS} from ${JOINED} where e.store_id = ${tx.storeId} and e.id = ${id}`;
  return row && toEndpoint(row);
}

/** Counts the endpoints. Until the transaction ends, another one that counts them waits. */
export async function countEndpoints(tx: StoreTx): Promise<number> {
  await tx`select pg_advisory_xact_lock(hashtextextended('webhook endpoints', ${tx.storeId}))`;
  const [row] = await tx<{ count: number }>`
    select count(*)::int as count from webhook_endpoints where store_id = ${tx.storeId}`;
  return row?.count ?? 0;
}

export async function selectNewId(tx: StoreTx): Promise<EndpointId> {
  const [row] = await tx<{ id: EndpointId }>`select new_id(${tx.storeId}) as id`;
  if (!row) throw new Error("There is no new id");
  return row.id;
}

export type NewEndpoint = Pick<Endpoint, "id" | "url" | "description" | "subjects"> & { readonly sealedSecret: Buffer };

export async function insertEndpoint(tx: StoreTx, { id, url, description, subjects, sealedSecret }: NewEndpoint) {
  await tx`
    insert into webhook_endpoints (id, store_id, url, description, subjects, sealed_secret)
    values (${id}, ${tx.storeId}, ${url}, ${description}, ${subjects}, ${sealedSecret})`;
  await tx`insert into webhook_turns (endpoint_id, store_id) values (${id}, ${tx.storeId})`;
}

export type EndpointChanges = Partial<Pick<Endpoint, "url" | "description" | "subjects">>;

/** Returns whether there is such an endpoint. */
export async function storeChanges(tx: StoreTx, id: EndpointId, changes: EndpointChanges): Promise<boolean> {
  const changed = await tx`
    update webhook_endpoints set updated_at = now(), url = coalesce(${changes.url ?? null}, url),
      description = coalesce(${changes.description ?? null}, description),
      subjects = case when ${changes.subjects !== undefined} then ${changes.subjects ?? null} else subjects end
    where store_id = ${tx.storeId} and id = ${id} returning id`;
  return changed.length > 0;
}

const FRESH = fragment(
  "paused_until = '-infinity', at_once = 4, is_troubled = false, failed_turns = 0, failing_since = null, problem = null",
);

/** Forgets how the last turns went: the endpoint has another URL. A turn that a worker has is taken away from it, because how it
 *  goes says nothing about the new URL. */
export const forgetHealth = (tx: StoreTx, id: EndpointId) => tx`
  update webhook_turns set ${FRESH}, lease = lease + 1, state = case when state = ${DISABLED} then state else ${literal(TURN_STATES.idle)} end,
    due_at = case when state = ${DISABLED} then due_at else now() end
  where store_id = ${tx.storeId} and endpoint_id = ${id}`;

/** Returns false when it was enabled already. */
export async function markEnabled(tx: StoreTx, id: EndpointId): Promise<boolean> {
  const enabled = await tx`
    update webhook_endpoints set disabled_at = null, disabled_because = null, updated_at = now()
    where store_id = ${tx.storeId} and id = ${id} and disabled_at is not null returning id`;
  if (enabled.length === 0) return false;
  // The count below sees what a worker has queued that holds the row until now.
  await tx`select from webhook_turns where store_id = ${tx.storeId} and endpoint_id = ${id} for no key update`;
  // While it was disabled, some of what waits may have become too old to be kept.
  await tx`
    update webhook_turns set state = ${literal(TURN_STATES.idle)}, due_at = now(), ${FRESH},
      ended = queued - (select count(*) from webhook_deliveries d where ${ofEndpoint(tx, id)} and d.state = ${WAITING})
    where store_id = ${tx.storeId} and endpoint_id = ${id}`;
  return true;
}
const ofEndpoint = (tx: StoreTx, id: EndpointId) => fragmentWith`d.store_id = ${tx.storeId} and d.endpoint_id = ${id}`;

/** Returns false when it was disabled already. */
export async function markDisabled(tx: StoreTx, id: EndpointId, because: string): Promise<boolean> {
  const disabled = await tx`
    update webhook_endpoints set disabled_at = now(), disabled_because = ${because}, updated_at = now()
    where store_id = ${tx.storeId} and id = ${id} and disabled_at is null returning id`;
  if (disabled.length === 0) return false;
  await tx`
    update webhook_turns set state = ${DISABLED}, due_at = 'infinity' where store_id = ${tx.storeId} and endpoint_id = ${id}`;
  return true;
}

/** The former secret signs, too, for this many seconds. Returns false when there is no such endpoint, or when the secret before
 *  the last rotation still signs: a third one would end it, and it may be the only one that the receiver has. */
export async function replaceSecret(tx: StoreTx, id: EndpointId, sealed: Buffer, overlapSeconds: number) {
  const changed = await tx`
    update webhook_endpoints set sealed_old_secret = case when ${overlapSeconds}::int > 0 then sealed_secret end,
      old_secret_until = case when ${overlapSeconds}::int > 0 then now() + make_interval(secs => ${overlapSeconds}::int) end,
      sealed_secret = ${sealed}, updated_at = now()
    where store_id = ${tx.storeId} and id = ${id} and (${overlapSeconds}::int = 0 or old_secret_until is null or old_secret_until <= now())
    returning id`;
  return changed.length > 0;
}

/** Its deliveries stay until they are too old. Nobody sees them any more. */
export async function removeEndpoint(tx: StoreTx, id: EndpointId): Promise<boolean> {
  const removed = await tx`
    delete from webhook_endpoints where store_id = ${tx.storeId} and id = ${id} returning id`;
  return removed.length > 0;
}
