import { type BoundedCount, COUNT_LIMIT, toBounded } from "../../../platform/bounded-count.ts";
import type { Sql, Statement, StoreTx } from "../../../platform/db/db.ts";
import { fragment, fragmentWith, literal } from "../../../platform/db/fragment.ts";
import type { PlanId, StoreId, SubscriptionId } from "../../../platform/ids.ts";
import { announceSql } from "../../../platform/outbox/announce.ts";
import type { Position } from "../../subscriptions/line/range.ts";
import type { Recipient } from "../../subscriptions/line/recipients.ts";
import type { Plan } from "../plans/plan.ts";
import { CHUNK_STATES, type Chunk, DELIVERY_STATES, type DeliveryOutcome, type PeopleInLine } from "./delivery.ts";
import { codeOf } from "./reason.ts";

const READY = literal(CHUNK_STATES.ready);
const LEASED = literal(CHUNK_STATES.leased);
const POSTPONED = literal(CHUNK_STATES.postponed);
const BEGUN = literal(DELIVERY_STATES.begun);
/** `+ 0`: a chunk is found by its id, never by the index of leased chunks, which may be full of dead entries. */
const IS_LEASED = fragment(`state + 0 = ${LEASED.text}`);

const NO_CONDITION = fragment("");

/** For parameters: a list of whole numbers as the text of an array, which is cheaper than an array of `pg`. */
const listOf = (numbers: readonly (string | number)[]) => `{${numbers.join(",")}}`;

// Chunks

type ChunkRow = Omit<Chunk, "people"> & {
  readonly next: Position;
  readonly last: Position | null;
  readonly ids: readonly SubscriptionId[] | null;
  readonly joinedUntil: string;
};

/** Leases the ready chunk with the lowest turn of all stores, except those of `without`. When the lease has expired, by the database's clock, another
 *  worker may lease the chunk. */
export async function leaseChunk(
  sql: Sql,
  leaseSeconds: number,
  without: readonly StoreId[] = [],
): Promise<Chunk | undefined> {
  const ofOthers = without.length > 0 ? fragmentWith`and c.store_id <> all(${without}::int[])` : NO_CONDITION;
  const [row] = await sql<ChunkRow>`
    update chunks set state = ${LEASED}, lease = lease + 1, due_at = now() + make_interval(secs => ${leaseSeconds})
    where (store_id, id) = (
      select c.store_id, c.id from chunks c where c.state = ${READY} ${ofOthers} order by c.turn, c.id limit 1 for update skip locked
    )
    returning store_id as "storeId", id, plan_id as "planId", wave, tries, lease, subscription_ids as ids, joined_until as "joinedUntil",
      jsonb_build_object('at', next_position::text, 'id', next_id::text) as next,
      jsonb_build_object('at', last_position::text, 'id', last_id::text) as last`;
  if (!row) return undefined;
  const { next, last, ids, joinedUntil, ...chunk } = row;
  return { ...chunk, people: ids ? { ids, joinedUntil } : { next, last: last ?? next } };
}

/** Makes chunks ready whose lease or wait is over, and returns how many. Each store's go to the end of its queue, but not
 *  before the chunk that is delivered next in any store. */
export async function readyDueChunks(sql: Sql, limit: number): Promise<number> {
  const ready = await sql<{ id: string }>`
    with due as (
      select store_id, id, turn from chunks where state in (${LEASED}, ${POSTPONED}) and due_at <= now()
      order by due_at limit ${limit} for update skip locked
    ), turns as (
      select store_id, id, coalesce((select turn from chunks where state = ${READY} order by turn limit 1), (select max(turn) from chunks where state = ${LEASED}), 0)
        + row_number() over (partition by store_id order by turn, id) - 1 as turn
      from due
    )
    update chunks c set state = ${READY}, turn = turns.turn from turns
    where c.store_id = turns.store_id and c.id = turns.id returning c.id`;
  return ready.length;
}

/** Returns whether the worker still has its lease. */
export async function renewLease(
  tx: StoreTx,
  { id, lease }: Pick<Chunk, "id" | "lease">,
  seconds: number,
): Promise<boolean> {
  const renewed = await tx`
    update chunks set due_at = now() + make_interval(secs => ${seconds})
    where store_id = ${tx.storeId} and id = ${id} and lease = ${lease} and ${IS_LEASED} returning id`;
  return renewed.length > 0;
}

/** Whether a worker delivers for another plan of the same line. */
export async function isLineBusy(tx: StoreTx, { planId }: Pick<Chunk, "planId">): Promise<boolean> {
  const busy = await tx`
    select from plans mine
      join plans other on other.store_id = mine.store_id and other.variant_id = mine.variant_id and other.topic = mine.topic and other.id <> mine.id
      join chunks c on c.store_id = other.store_id and c.plan_id = other.id and c.state = ${LEASED}
    where mine.store_id = ${tx.storeId} and mine.id = ${planId} limit 1`;
  return busy.length > 0;
}

export const isRange = (people: Chunk["people"]): people is { readonly next: Position; readonly last: Position } =>
  "next" in people;

/** Gives a chunk back: it is ready again after so many seconds. */
export const postponeChunk = (tx: StoreTx, { id, lease }: Pick<Chunk, "id" | "lease">, seconds: number) => tx`
  update chunks set state = ${POSTPONED}, due_at = now() + make_interval(secs => ${seconds})
  where store_id = ${tx.storeId} and id = ${id} and lease = ${lease} and ${IS_LEASED}`;

export const holdChunk = (tx: StoreTx, { id, lease }: Pick<Chunk, "id" | "lease">) => tx`
  update chunks set state = ${CHUNK_STATES.held}
  where store_id = ${tx.storeId} and id = ${id} and lease = ${lease} and ${IS_LEASED}`;

/** Makes the store's chunks due now that wait for another attempt. */
export async function retryChunksNow(tx: StoreTx) {
  await tx`
    update chunks set due_at = now()
    where store_id = ${tx.storeId} and state = ${POSTPONED} and due_at > now()`;
  tx.wakeAfterCommit("alerts");
}

/** Returns the units that are left over: those of people who were not notified or left meanwhile. */
export async function deleteChunk(tx: StoreTx, { id, lease }: Pick<Chunk, "id" | "lease">, units = 0): Promise<number> {
  const [deleted] = await tx<{ units: number }>`
    delete from chunks where store_id = ${tx.storeId} and id = ${id} and lease = ${lease} returning units - ${units} as units`;
  return Math.max(deleted?.units ?? 0, 0);
}

/** How many chunks of the store wait, are being delivered, or are held. */
export async function countChunksOfStore(tx: StoreTx): Promise<BoundedCount> {
  const [row] = await tx<{ rows: number }>`
    select count(*)::int as rows from (select from chunks where store_id = ${tx.storeId} ${COUNT_LIMIT}) as counted`;
  return toBounded(row?.rows ?? 0);
}

export type SetAside = {
  readonly people: PeopleInLine;
  readonly units: number;
  readonly tries: number;
  readonly seconds: number;
};

/** Sets people aside who are tried again later, in a chunk of their own. */
export const insertSetAside = (
  tx: StoreTx,
  { planId, wave }: Pick<Chunk, "planId" | "wave">,
  { people, units, tries, seconds }: SetAside,
) => tx`
  insert into chunks (store_id, plan_id, wave, turn, units, state, tries, due_at, subscription_ids, joined_until)
  values (${tx.storeId}, ${planId}, ${wave}, 0, ${units}, ${POSTPONED}, ${tries}, now() + make_interval(secs => ${seconds}),
    ${listOf(people.ids)}::bigint[], ${people.joinedUntil})`;

/** A chunk for people whose messages are on their way while their worker gives the rest back. It is leased already. */
export async function insertLeased(
  tx: StoreTx,
  { planId, wave, tries }: Pick<Chunk, "planId" | "wave" | "tries">,
  {
    people,
    units,
    leaseSeconds,
  }: { readonly people: PeopleInLine; readonly units: number; readonly leaseSeconds: number },
): Promise<Pick<Chunk, "id" | "lease">> {
  const [row] = await tx<{ id: string; lease: number }>`
    insert into chunks (store_id, plan_id, wave, turn, units, state, lease, tries, due_at, subscription_ids, joined_until)
    values (${tx.storeId}, ${planId}, ${wave}, 0, ${units}, ${LEASED}, 1, ${tries}, now() + make_interval(secs => ${leaseSeconds}),
      ${listOf(people.ids)}::bigint[], ${people.joinedUntil})
    returning id, lease`;
  if (!row) throw new Error("The chunk was not stored");
  return row;
}

// Deliveries

type PlanKey = Pick<Plan, "id" | "slot">;
type LinePlan = Pick<Plan, "id" | "slot" | "variantId" | "topic">;

/** Finds the people whose message was begun by a worker that did not record the answer. */
export async function findBegun(tx: StoreTx, { id, slot }: PlanKey, ids: readonly SubscriptionId[]) {
  const rows = await tx<{ id: SubscriptionId }>`
    select subscription_id as id from deliveries
    where store_id = ${tx.storeId} and slot = ${slot} and plan_id = ${id} and subscription_id = any(${listOf(ids)}::bigint[]) and state = ${BEGUN}`;
  return new Set(rows.map((row) => row.id));
}

/** Records messages right before they are sent. A row that is still "begun" after a crash is a message that may or may not
 *  have arrived. */
export const beginDeliveries = (
  tx: StoreTx,
  { id, slot }: PlanKey,
  recipients: readonly Pick<Recipient, "id" | "place" | "quantity">[],
) => tx`
  insert into deliveries (store_id, slot, plan_id, subscription_id, place, quantity, state, reason)
  select ${tx.storeId}, ${slot}, ${id}, begun.id, place, quantity, ${BEGUN}, 0
  from unnest(${listOf(recipients.map((one) => one.id))}::bigint[], ${listOf(recipients.map(({ place }) => place))}::bigint[],
    ${listOf(recipients.map(({ quantity }) => quantity))}::smallint[]) as begun (id, place, quantity)
  order by begun.id
  on conflict (store_id, slot, plan_id, subscription_id) do nothing`;

/** For messages that the provider did not accept, so that they can be sent again. */
export async function deleteBegun(tx: StoreTx, { id, slot }: PlanKey, ids: readonly SubscriptionId[]): Promise<void> {
  if (ids.length === 0) return;
  await tx`
    delete from deliveries
    where store_id = ${tx.storeId} and slot = ${slot} and plan_id = ${id} and subscription_id = any(${listOf(ids)}::bigint[]) and state = ${BEGUN}`;
}

const INSERT_DELIVERIES = `insert into deliveries as d (store_id, slot, plan_id, subscription_id, place, quantity, state, reason, detail)
      select $1, $2, $3::bigint, id, place, quantity, state, reason, coalesce(detail, '')
      from unnest($4::bigint[], $5::bigint[], $6::smallint[], $7::smallint[], $8::smallint[], $9::text[])
        as ended (id, place, quantity, state, reason, detail)`;
const UNLESS_ENDED = `on conflict (store_id, slot, plan_id, subscription_id) do update
        set state = excluded.state, reason = excluded.reason, detail = excluded.detail, at = clock_timestamp()
      where d.state = ${BEGUN.text}`;
const ANNOUNCE_SENT = announceSql("alert.sent", "$1", {
  planId: "$3::text",
  subscriptionIds: "$10::jsonb",
  variantId: "$17::text",
  topic: "$18::text",
});
const COUNTED = ["sent", "skipped", "failed", "ambiguous"] as const;
const storeBatchSql = (insert: string) => `with advanced as (
      update chunks set units = greatest(units - $13, 0), next_position = $14, next_id = $15, subscription_ids = $16
      where store_id = $1 and id = $11 and lease = $12 and ${IS_LEASED.text} returning id
    ), stored as (
      ${insert} returning d.state
    ), counted as (
      insert into delivery_batches (store_id, plan_id, sent, skipped, failed, ambiguous)
      select $1, $3, ${COUNTED.map((state) => `count(*) filter (where state = ${DELIVERY_STATES[state]})`).join(", ")}
      from stored having count(*) > 0
    ), announced as (
      ${ANNOUNCE_SENT.text} where $10::jsonb <> '[]'
    )
    select count(*) > 0 as "isMine" from advanced`;
const STORE_NEW: Statement = { name: "store-new-batch", text: storeBatchSql(INSERT_DELIVERIES) };
const STORE: Statement = { name: "store-batch", text: storeBatchSql(`${INSERT_DELIVERIES} ${UNLESS_ENDED}`) };

/** What is left of a chunk after a batch: its people, without `units` of its units. */
export type Progress = {
  readonly chunk: Pick<Chunk, "id" | "lease">;
  readonly people: Chunk["people"];
  readonly units: number;
};

/** Stores how the deliveries of a batch ended, counts them, and how far the chunk has come, and announces the messages that
 *  were sent, in one statement. A delivery that has ended already stays as it is. With `areNew` one that exists is an error: a row that
 *  cannot be in conflict costs a tenth less WAL. It does not renew the lease: `due_at` has an index, and keepLease renews it
 *  often enough. Returns whether the worker still had its lease. */
export async function storeBatch(
  tx: StoreTx,
  { id, slot, variantId, topic }: LinePlan,
  outcomes: readonly DeliveryOutcome[],
  { chunk, people, units }: Progress,
  { areNew }: { readonly areNew: boolean },
): Promise<boolean> {
  const range = isRange(people) ? people : undefined;
  const sent = outcomes.filter(({ state }) => state === "sent");
  const [stored] = await tx.run<{ isMine: boolean }>(areNew ? STORE_NEW : STORE, [
    tx.storeId,
    slot,
    id,
    listOf(outcomes.map(({ recipient }) => recipient.id)),
    listOf(outcomes.map(({ recipient }) => recipient.place)),
    listOf(outcomes.map(({ recipient }) => recipient.quantity)),
    listOf(outcomes.map(({ state }) => DELIVERY_STATES[state])),
    listOf(outcomes.map(({ reason }) => codeOf(reason))),
    // Most batches have none, and an array of texts is slow to write.
    outcomes.some(({ detail }) => detail) ? outcomes.map(({ detail = "" }) => detail.slice(0, DETAIL_MAX)) : [],
    JSON.stringify(sent.map(({ recipient }) => recipient.id)),
    chunk.id,
    chunk.lease,
    units,
    range?.next.at ?? null,
    range?.next.id ?? null,
    isRange(people) ? null : listOf(people.ids),
    variantId,
    topic,
  ]);
  if (sent.length > 0) tx.wakeAfterCommit("outbox");
  return stored?.isMine ?? false;
}
const DETAIL_MAX = 80;

/** The deliveries of one subscription in these plans. */
export const findOfPlans = (tx: StoreTx, id: SubscriptionId, plans: readonly PlanKey[]) => tx<{
  at: Date;
  planId: PlanId;
  reason: number;
  detail: string;
}>`
  select d.at, d.plan_id as "planId", d.reason, d.detail
  from unnest(${plans.map((plan) => plan.id)}::bigint[], ${plans.map(({ slot }) => slot)}::smallint[]) as of_plan (id, slot)
  cross join lateral (
    select * from deliveries d
    where d.store_id = ${tx.storeId} and d.slot = of_plan.slot and d.plan_id = of_plan.id and d.subscription_id = ${id}
    offset 0
  ) as d`;
