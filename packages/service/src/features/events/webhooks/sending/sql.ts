import type { Sql, SystemTx } from "../../../../platform/db/db.ts";
import { literal } from "../../../../platform/db/fragment.ts";
import type { StoreId } from "../../../../platform/ids.ts";
import { DELIVERY_STATES, TURN_STATES } from "../endpoint.ts";
import { timeOf } from "../time.ts";
import type { DueDelivery, Turn, TurnResult } from "./turn.ts";

const LEASED = literal(TURN_STATES.leased);
const WAITING = literal(DELIVERY_STATES.waiting);
const DELIVERED = literal(DELIVERY_STATES.delivered);

/** Deliveries of one turn, and their bytes. */
const PAGE = 50;
const PAGE_BYTES = 262_144;
/** Endpoints among which the stores share out the turns. One store cannot fill this, because it has 50 at most. */
const LOOKED_AT = 500;

type TurnRow = Omit<Turn, "deliveries"> & { readonly [K in keyof DueDelivery]: DueDelivery[K] | null };

export type Wanted = {
  readonly at: Date | undefined;
  /** Endpoints whose last turn failed or was slow have turns of their own. */
  readonly isTroubled: boolean;
  readonly limit: number;
  readonly perStore: number;
  /** Stores that have as many turns as they may. */
  readonly fullStores: readonly StoreId[];
  readonly leaseSeconds: number;
};

/** Leases the endpoints that have waited longest for their turn, and reads what they are to be sent. The stores take turns:
 *  first one endpoint of each. When a lease has expired, another worker may have it. */
export async function leaseTurns(sql: Sql, wanted: Wanted): Promise<Turn[]> {
  const { at, isTroubled, limit, perStore, fullStores, leaseSeconds } = wanted;
  const rows = await sql<TurnRow>`
    with due as (
      select store_id, endpoint_id, due_at from webhook_turns
      where is_troubled = ${isTroubled} and due_at <= ${timeOf(at)} and due_at < 'infinity' and store_id <> all(${fullStores}::int[])
      order by due_at limit ${literal(LOOKED_AT)}
    ), ranked as (
      select *, row_number() over (partition by store_id order by due_at) as nth from due
    ), picked as (
      select store_id, endpoint_id from ranked where nth <= ${perStore} order by nth, due_at limit ${limit}
    ), locked as (
      select t.store_id, t.endpoint_id from webhook_turns t join picked using (store_id, endpoint_id)
      where t.due_at <= ${timeOf(at)}
      for no key update of t skip locked
    ), leased as (
      update webhook_turns t set state = ${LEASED}, lease = t.lease + 1, due_at = ${timeOf(at)} + make_interval(secs => ${leaseSeconds})
      from locked where t.store_id = locked.store_id and t.endpoint_id = locked.endpoint_id
      returning t.*
    )
    select ${timeOf(at)} as "leasedAt", l.store_id as "storeId", l.endpoint_id as "endpointId", l.lease, l.queued, (l.queued - l.ended)::float8 as waiting, l.at_once as "atOnce",
      l.is_troubled as "isTroubled", l.failed_turns as "failedTurns", l.failing_since as "failingSince",
      l.failed_at as "failedAt", l.problem, nullif(l.paused_until, '-infinity') as "pausedUntil",
      e.url, e.sealed_secret as "sealedSecret", e.sealed_old_secret as "sealedOldSecret", e.old_secret_until as "oldSecretUntil",
      d.id, d.slot, d.number, d.body, d.tries, d.created_at as "createdAt"
    from leased l join webhook_endpoints e on e.store_id = l.store_id and e.id = l.endpoint_id
    left join lateral (
      select * from (
        select d.*, sum(octet_length(d.body)) over (order by d.due_at, d.id) - octet_length(d.body) as bytes_before
        from (
          select * from webhook_deliveries d
          where d.store_id = l.store_id and d.endpoint_id = l.endpoint_id and d.state = ${WAITING} and d.due_at <= ${timeOf(at)}
          order by d.due_at, d.id limit ${literal(PAGE)}
        ) as d
      ) as d where d.bytes_before < ${literal(PAGE_BYTES)}
    ) as d on true
    order by l.store_id, l.endpoint_id, d.due_at, d.id`;
  return [...Map.groupBy(rows, ({ storeId, endpointId }) => `${storeId} ${endpointId}`).values()].flatMap(toTurn);
}

function toTurn(rows: readonly TurnRow[]): Turn[] {
  const deliveries = rows.flatMap(({ id, slot, number, body, tries, createdAt }) =>
    id === null ? [] : [{ id, slot, number, body, tries, createdAt } as DueDelivery],
  );
  return rows.slice(0, 1).map((row) => ({ ...row, deliveries }));
}

/** Stores how the deliveries of these turns went. A success counts in any case; a failure only if nobody else has tried the
 *  delivery since. A delivery that moved to another slot meanwhile stays as it is, and is sent again. Returns how many
 *  deliveries ended with each turn. */
export async function recordAttempts(tx: SystemTx, results: readonly TurnResult[]): Promise<readonly number[]> {
  const attempts = results.flatMap(({ turn, attempts: all }, of) => all.map((one) => ({ ...turn, ...one, of })));
  const ended = results.map(() => 0);
  if (attempts.length === 0) return ended;
  const rows = await tx<{ of: number; isEnded: boolean }>`
    update webhook_deliveries d set state = a.state, tries = d.tries + 1, tried_at = a.tried_at, due_at = a.due_at,
      status = a.status, took_ms = a.took_ms, problem = a.problem
    from unnest(${attempts.map((one) => one.storeId)}::int[], ${attempts.map((one) => one.endpointId)}::bigint[],
      ${attempts.map((one) => one.delivery.id)}::bigint[], ${attempts.map((one) => one.delivery.slot)}::smallint[],
      ${attempts.map((one) => one.delivery.tries)}::int[], ${attempts.map((one) => DELIVERY_STATES[one.state])}::smallint[],
      ${attempts.map((one) => one.triedAt)}::timestamptz[], ${attempts.map((one) => one.dueAt)}::timestamptz[],
      ${attempts.map((one) => one.status)}::smallint[], ${attempts.map((one) => one.tookMs)}::int[],
      ${attempts.map((one) => one.problem)}::text[], ${attempts.map((one) => one.of)}::int[])
      as a (store_id, endpoint_id, id, slot, tries, state, tried_at, due_at, status, took_ms, problem, "of")
    where d.store_id = a.store_id and d.endpoint_id = a.endpoint_id and d.id = a.id and d.slot = a.slot and d.state = ${WAITING}
      and (a.state = ${DELIVERED} or d.tries = a.tries)
    returning a."of", d.state <> ${WAITING} as "isEnded"`;
  for (const { of, isEnded } of rows) if (isEnded) ended[of] = (ended[of] ?? 0) + 1;
  return ended;
}

/** `dueInMs`: when the endpoint has its next turn. */
export type EndedTurn = { readonly dueInMs: number | null };

/** Ends turns that this worker still has; of the others it only counts what ended. The next turn is when the next delivery is
 *  due, or now if deliveries were queued meanwhile. Returns, for each result, the turn that ended with it. */
export async function endTurns(
  tx: SystemTx,
  results: readonly TurnResult[],
  ended: readonly number[],
  at: Date | undefined,
): Promise<(EndedTurn | undefined)[]> {
  const rows = await tx<{ of: number; dueInMs: number | null }>`
    with r as (
      select * from unnest(${results.map(({ turn }) => turn.storeId)}::int[], ${results.map(({ turn }) => turn.endpointId)}::bigint[],
        ${results.map(({ turn }) => turn.lease)}::int[], ${results.map(({ turn }) => turn.queued)}::bigint[], ${ended}::int[],
        ${results.map(({ health }) => health.atOnce)}::smallint[], ${results.map(({ health }) => health.isTroubled)}::boolean[],
        ${results.map(({ health }) => health.failedTurns)}::int[], ${results.map(({ health }) => health.failingSince)}::timestamptz[],
        ${results.map(({ health }) => health.succeededAt)}::timestamptz[], ${results.map(({ health }) => health.failedAt)}::timestamptz[],
        ${results.map(({ health }) => health.problem)}::text[], ${results.map(({ health }) => health.pausedUntil)}::timestamptz[],
        ${results.map((_, of) => of)}::int[])
        as r (store_id, endpoint_id, lease, queued, ended, at_once, is_troubled, failed_turns, failing_since, succeeded_at, failed_at, problem, paused_until, "of")
    ), locked as ( -- in order, so that two workers never wait for each other
      select t.store_id, t.endpoint_id from webhook_turns t join r using (store_id, endpoint_id)
      where t.lease = r.lease and t.state = ${LEASED}
      order by t.store_id, t.endpoint_id for no key update of t
    )
    update webhook_turns t set state = ${literal(TURN_STATES.idle)}, ended = t.ended + r.ended, at_once = r.at_once, is_troubled = r.is_troubled,
      failed_turns = r.failed_turns, failing_since = r.failing_since, succeeded_at = coalesce(r.succeeded_at, t.succeeded_at),
      failed_at = coalesce(r.failed_at, t.failed_at), problem = r.problem, paused_until = coalesce(r.paused_until, '-infinity'),
      due_at = greatest(coalesce(r.paused_until, '-infinity'), case
        when t.queued > r.queued then ${timeOf(at)}
        when t.queued <= t.ended + r.ended then 'infinity' -- nothing waits
        else coalesce((
        select min(d.due_at) from webhook_deliveries d
        where d.store_id = t.store_id and d.endpoint_id = t.endpoint_id and d.state = ${WAITING}
      ), 'infinity') end)
    from r join locked on locked.store_id = r.store_id and locked.endpoint_id = r.endpoint_id
    where t.store_id = r.store_id and t.endpoint_id = r.endpoint_id
    returning r."of", case when t.due_at < 'infinity' then (extract(epoch from t.due_at - ${timeOf(at)}) * 1000)::float8 end as "dueInMs"`;
  const turns = new Map(rows.map(({ of, ...turn }) => [of, turn]));
  const lost = results.flatMap(({ turn }, of) => (turns.has(of) || !ended[of] ? [] : [{ ...turn, ended: ended[of] }]));
  if (lost.length > 0) await countEnded(tx, lost);
  return results.map((_, of) => turns.get(of));
}

/** Counts deliveries that ended with a turn whose lease was lost. */
const countEnded = (
  tx: SystemTx,
  lost: readonly (Pick<Turn, "storeId" | "endpointId"> & { readonly ended: number })[],
) => tx`
  with r as (
    select store_id, endpoint_id, sum(ended) as ended
    from unnest(${lost.map((one) => one.storeId)}::int[], ${lost.map((one) => one.endpointId)}::bigint[], ${lost.map((one) => one.ended)}::int[])
      as r (store_id, endpoint_id, ended) group by 1, 2
  ), locked as ( -- in order, so that two workers never wait for each other
    select t.store_id, t.endpoint_id, r.ended from webhook_turns t join r using (store_id, endpoint_id)
    order by t.store_id, t.endpoint_id for no key update of t
  )
  update webhook_turns t set ended = t.ended + locked.ended
  from locked where t.store_id = locked.store_id and t.endpoint_id = locked.endpoint_id`;

/** How long the endpoint that works and has waited longest has been waiting for its turn, in seconds. */
export async function findLateness(sql: Sql, at: Date | undefined): Promise<number> {
  const [row] = await sql<{ seconds: number | null }>`
    select extract(epoch from ${timeOf(at)} - due_at)::float8 as seconds from webhook_turns
    where is_troubled = false and due_at < 'infinity' order by due_at limit 1`;
  return Math.max(0, row?.seconds ?? 0);
}

/** Returns whether it emptied a partition of old deliveries. */
export async function emptyOldDeliveries(tx: SystemTx, at: Date | undefined): Promise<boolean> {
  const [row] = await tx<{ emptied: boolean }>`select empty_old_webhook_deliveries(${timeOf(at)}) as emptied`;
  return row?.emptied ?? false;
}
