import type { Sql, SystemTx } from "../../../platform/db/db.ts";
import { literal } from "../../../platform/db/fragment.ts";
import type { ConnectionId, StoreId } from "../../../platform/ids.ts";
import { timeOf } from "../../events/webhooks/time.ts";
import { MESSAGE_DAYS, TURN_STATES } from "../connection.ts";
import type { QueuedMessage } from "../message.ts";
import type { DueErasure, LeasedTurn, TurnResult } from "./turn.ts";

const LEASED = literal(TURN_STATES.leased);
const IDLE = literal(TURN_STATES.idle);

/** What one turn sends. */
const MESSAGES = 1_000;
const ERASURES = 20;
/** Connections among which the stores share out the turns. One store cannot fill this, because it has 5 at most. */
const LOOKED_AT = 200;

export type Wanted = {
  readonly at: Date | undefined;
  /** Connections whose last turn failed or was slow have turns of their own. */
  readonly isTroubled: boolean;
  readonly limit: number;
  readonly leaseSeconds: number;
};

/** Leases the connections that have waited longest for their turn. The stores take turns: first one connection of each. When
 *  a lease has expired, another worker may have it. */
export const leaseTurns = (sql: Sql, { at, isTroubled, limit, leaseSeconds }: Wanted) => sql<LeasedTurn>`
  with due as (
    select store_id, connection_id, due_at from marketing_turns
    where is_troubled = ${isTroubled} and due_at <= ${timeOf(at)} and due_at < 'infinity'
    order by due_at limit ${literal(LOOKED_AT)}
  ), ranked as (
    select *, row_number() over (partition by store_id order by due_at) as nth from due
  ), picked as (
    select store_id, connection_id from ranked order by nth, due_at limit ${limit}
  ), locked as (
    select t.store_id, t.connection_id from marketing_turns t join picked using (store_id, connection_id)
    where t.due_at <= ${timeOf(at)}
    for no key update of t skip locked
  ), leased as (
    update marketing_turns t set state = ${LEASED}, lease = t.lease + 1, due_at = ${timeOf(at)} + make_interval(secs => ${leaseSeconds})
    from locked where t.store_id = locked.store_id and t.connection_id = locked.connection_id
    returning t.*
  )
  select ${timeOf(at)} as "leasedAt", l.store_id as "storeId", l.connection_id as "connectionId", l.lease, l.arrivals,
    l.is_troubled as "isTroubled", l.failed_turns as "failedTurns", l.failing_since as "failingSince", l.failed_at as "failedAt",
    l.problem, l.spent, case when l.spent_at > '-infinity' then (extract(epoch from now() - l.spent_at) * 1000)::float8 end as "spentAgoMs",
    c.tool, c.sealed_access as "sealedAccess", c.list_id as "listId"
  from leased l join marketing_connections c on c.store_id = l.store_id and c.id = l.connection_id`;

type OfTurn = Pick<LeasedTurn, "storeId" | "connectionId">;

export const findDueMessages = (
  sql: Sql,
  { storeId, connectionId }: OfTurn,
  at: Date | undefined,
) => sql<QueuedMessage>`
  select id, subject, created_at as at, number, place, shopper_id as "shopperId", contact_id as "contactId",
    subscription_id as "subscriptionId", variant_id as "variantId", facts, tries, is_uncertain as "isUncertain"
  from marketing_messages
  where store_id = ${storeId} and connection_id = ${connectionId} and due_at <= ${timeOf(at)}
  order by due_at, id limit ${literal(MESSAGES)}`;

export const findDueErasures = (sql: Sql, { storeId, connectionId }: OfTurn, at: Date | undefined) => sql<DueErasure>`
  select id, created_at as at, tries, told, sealed_person as "sealedPerson" from marketing_erasures
  where store_id = ${storeId} and connection_id = ${connectionId} and due_at <= ${timeOf(at)}
  order by due_at, id limit ${literal(ERASURES)}`;

/** What is uncertain is sent again in another way. */
export const markUncertain = (
  sql: Sql,
  { storeId, connectionId }: OfTurn,
  ids: readonly string[],
  isUncertain: boolean,
) => sql`
  update marketing_messages set is_uncertain = ${isUncertain}
  where store_id = ${storeId} and connection_id = ${connectionId} and id = any(${ids}::bigint[]) and is_uncertain <> ${isUncertain}`;

type Counts = { readonly sent: number; readonly skipped: number; readonly refused: number };

/** Deletes what ended and moves what waits on. Returns how much ended in which way: another worker may have been faster. */
export async function recordMessages(tx: SystemTx, { turn, messages }: TurnResult): Promise<Counts> {
  const { storeId, connectionId } = turn;
  const ended = messages.filter(({ state }) => state !== "waiting");
  const waiting = messages.flatMap((one) => (one.state === "waiting" ? [one] : []));
  if (waiting.length > 0)
    await tx`
      update marketing_messages m set tries = w.tries, due_at = w.due_at, is_uncertain = true
      from unnest(${waiting.map(({ id }) => id)}::bigint[], ${waiting.map(({ dueAt }) => dueAt)}::timestamptz[],
        ${waiting.map(({ tries }) => tries)}::smallint[]) as w (id, due_at, tries)
      where m.store_id = ${storeId} and m.connection_id = ${connectionId} and m.id = w.id`;
  const gone = await tx<{ id: string }>`
    delete from marketing_messages
    where store_id = ${storeId} and connection_id = ${connectionId} and id = any(${ended.map(({ id }) => id)}::bigint[]) returning id`;
  const isGone = new Set(gone.map(({ id }) => id));
  const count = (state: string) => ended.filter((one) => one.state === state && isGone.has(one.id)).length;
  return { sent: count("sent"), skipped: count("skipped"), refused: count("refused") };
}

export async function recordErasures(tx: SystemTx, { turn: { storeId, connectionId }, erasures }: TurnResult) {
  const done = erasures.filter(({ state }) => state === "done").map(({ id }) => id);
  if (done.length > 0)
    await tx`
      delete from marketing_erasures
      where store_id = ${storeId} and connection_id = ${connectionId} and id = any(${done}::bigint[])`;
  const others = erasures.filter(({ state }) => state !== "done");
  if (others.length > 0)
    await tx`
      update marketing_erasures e set due_at = o.due_at, told = e.told + o.told, tries = e.tries + o.tried
      from unnest(${others.map(({ id }) => id)}::bigint[], ${others.map(({ dueAt }) => dueAt)}::timestamptz[],
        ${others.map(({ state }) => (state === "told" ? 1 : 0))}::smallint[], ${others.map(({ state }) => (state === "waiting" ? 0 : 1))}::smallint[])
        as o (id, due_at, told, tried)
      where e.store_id = ${storeId} and e.connection_id = ${connectionId} and e.id = o.id`;
}

/** Counts what ended, and ends the turn if this worker still has it. The next turn is when the next message is due, or now if
 *  messages were queued meanwhile. Returns when that is; undefined if another worker has the turn. */
export async function endTurn(
  tx: SystemTx,
  { turn, health, spent }: TurnResult,
  counts: Counts,
  at: Date | undefined,
): Promise<{ readonly dueInMs: number | null } | undefined> {
  const { storeId, connectionId, lease, arrivals } = turn;
  await tx`
    update marketing_turns set sent = sent + ${counts.sent}, skipped = skipped + ${counts.skipped}, refused = refused + ${counts.refused},
      refused_at = coalesce(${health.refusedAt}::timestamptz, refused_at), refusal = coalesce(${health.refusal}, refusal)
    where store_id = ${storeId} and connection_id = ${connectionId}`;
  const [ended] = await tx<{ dueInMs: number | null }>`
    update marketing_turns t set state = ${IDLE}, is_troubled = ${health.isTroubled}, failed_turns = ${health.failedTurns},
      failing_since = ${health.failingSince}, succeeded_at = coalesce(${health.succeededAt}::timestamptz, t.succeeded_at),
      failed_at = coalesce(${health.failedAt}::timestamptz, t.failed_at), problem = ${health.problem},
      paused_until = coalesce(${health.pausedUntil}::timestamptz, '-infinity'), spent = ${JSON.stringify(spent)}, spent_at = now(),
      due_at = greatest(coalesce(${health.pausedUntil}::timestamptz, '-infinity'), case
        when t.arrivals > ${arrivals} then ${timeOf(at)}
        else least(
          coalesce((select min(m.due_at) from marketing_messages m where m.store_id = t.store_id and m.connection_id = t.connection_id), 'infinity'),
          coalesce((select min(e.due_at) from marketing_erasures e where e.store_id = t.store_id and e.connection_id = t.connection_id), 'infinity')
        ) end)
    where t.store_id = ${storeId} and t.connection_id = ${connectionId} and t.lease = ${lease} and t.state = ${LEASED}
    returning case when t.due_at < 'infinity' then (extract(epoch from t.due_at - ${timeOf(at)}) * 1000)::float8 end as "dueInMs"`;
  return ended;
}

type Dropped = { readonly storeId: StoreId; readonly connectionId: ConnectionId };

/** Deletes messages that have waited too long, and counts them. Returns how many. */
export async function deleteOldMessages(tx: SystemTx, at: Date | undefined, limit: number): Promise<number> {
  const gone = await tx<Dropped>`
    delete from marketing_messages m using (
      select store_id, connection_id, id from marketing_messages
      where created_at < ${timeOf(at)} - make_interval(days => ${literal(MESSAGE_DAYS)}) order by created_at limit ${limit}
    ) as old
    where m.store_id = old.store_id and m.connection_id = old.connection_id and m.id = old.id
    returning m.store_id as "storeId", m.connection_id as "connectionId"`;
  const counts = [...Map.groupBy(gone, ({ storeId, connectionId }) => `${storeId} ${connectionId}`).values()];
  await tx`
    with dropped as (
      select * from unnest(${counts.map(([one]) => one?.storeId)}::int[], ${counts.map(([one]) => one?.connectionId)}::bigint[],
        ${counts.map((some) => some.length)}::int[]) as dropped (store_id, connection_id, dropped)
    ), locked as ( -- in order, so that two workers never wait for each other
      select t.store_id, t.connection_id, dropped.dropped from marketing_turns t join dropped using (store_id, connection_id)
      order by t.store_id, t.connection_id for no key update of t
    )
    update marketing_turns t set dropped = t.dropped + locked.dropped
    from locked where t.store_id = locked.store_id and t.connection_id = locked.connection_id`;
  return gone.length;
}

/** How long the connection that works and has waited longest has been waiting for its turn, in seconds. */
export async function findLateness(sql: Sql, at: Date | undefined): Promise<number> {
  const [row] = await sql<{ seconds: number | null }>`
    select extract(epoch from ${timeOf(at)} - due_at)::float8 as seconds from marketing_turns
    where is_troubled = false and due_at < 'infinity' order by due_at limit 1`;
  return Math.max(0, row?.seconds ?? 0);
}
