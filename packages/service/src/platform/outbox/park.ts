import { type BoundedCount, COUNT_LIMIT, toBounded } from "../bounded-count.ts";
import type { Runner, StoreTx, SystemTx } from "../db/db.ts";
import type { StoreId } from "../ids.ts";
import { maskAddresses } from "../text/mask-address.ts";
import type { OutboxEvent } from "./events.ts";

/** When a parked event is tried again, counted from its last try. After the last of these it waits for an operator. */
const RETRY_AFTER_SECONDS = [30, 120, 600, 3_600];
/** A reader with this many parked events is broken itself: it waits instead of parking more. */
export const PARKED_MAX = 10_000;
const CLAIM_SECONDS = 300;
const CLAIMED_MAX = 20;
const ERROR_LENGTH = 1_000;

export type Parked = {
  readonly reader: string;
  readonly event: OutboxEvent;
  readonly tries: number;
  readonly error: string;
  readonly parkedAt: Date;
  readonly retryAt: Date | null;
};
type Row = OutboxEvent & Omit<Parked, "event">;
const toParked = ({ reader, tries, error, parkedAt, retryAt, ...event }: Row): Parked => ({
  reader,
  tries,
  error,
  parkedAt,
  retryAt,
  event,
});
const COLUMNS = `reader, tries, error, parked_at as "parkedAt", retry_at as "retryAt", event_id as id, number, store_id as "storeId", subject, payload, created_at as "createdAt"`;

const PARK = {
  name: "park-event",
  text: `insert into outbox_parked (reader, event_id, store_id, number, subject, payload, created_at, tries, error, retry_at)
    select $1, $2, $3, $4, $5, $6::jsonb, $7::timestamptz, $8, $9, now() + make_interval(secs => ${RETRY_AFTER_SECONDS[0]})
    where (select count(*) from (select from outbox_parked where reader = $1 limit ${PARKED_MAX}) as parked) < ${PARKED_MAX}
    on conflict (reader, event_id) do update set tries = excluded.tries, error = excluded.error
    returning reader`,
};
/** Sets an event aside for a reader. Returns false when too many are parked already. */
export async function parkEvent(runner: Runner, reader: string, event: OutboxEvent, tries: number, error: unknown) {
  const { id, storeId, number, subject, payload, createdAt } = event;
  const values = [reader, id, storeId, number, subject, JSON.stringify(payload), createdAt, tries, describe(error)];
  return (await runner.run(PARK, values)).length > 0;
}
const describe = (error: unknown) =>
  maskAddresses(error instanceof Error ? error.message : String(error)).slice(0, ERROR_LENGTH);

const CLAIM = {
  name: "claim-parked-events",
  text: `update outbox_parked set retry_at = now() + make_interval(secs => ${CLAIM_SECONDS})
    where (reader, event_id) in (
      select reader, event_id from outbox_parked where retry_at <= now() and reader = any($1::text[])
      order by retry_at limit ${CLAIMED_MAX} for update skip locked
    ) returning ${COLUMNS}`,
};
/** Takes some parked events that are to be tried again. Other workers do not get them for a while. */
export const claimParked = async (runner: Runner, readers: readonly string[]) =>
  (await runner.run<Row>(CLAIM, [readers])).map(toParked);

const FAILED = {
  name: "parked-event-failed",
  text: `update outbox_parked set tries = tries + 1, retries = retries + 1, error = $3,
      retry_at = now() + make_interval(secs => (array[${RETRY_AFTER_SECONDS.join(", ")}])[retries + 2])
    where reader = $1 and event_id = $2`,
};
export const parkedFailedAgain = (runner: Runner, { reader, event }: Parked, error: unknown) =>
  runner.run(FAILED, [reader, event.id, describe(error)]);

const UNPARK = {
  name: "unpark-event",
  text: "delete from outbox_parked where reader = $1 and event_id = $2 returning reader",
};
/** Returns false when the event is no longer parked. */
export const unpark = async (runner: Runner, reader: string, eventId: string) =>
  (await runner.run(UNPARK, [reader, eventId])).length > 0;

export const findParked = async (tx: SystemTx, reader: string | undefined, limit: number) =>
  (
    await tx.run<Row>(
      {
        name: "find-parked-events",
        text: `select ${COLUMNS} from outbox_parked where $1::text is null or reader = $1 order by parked_at, event_id limit $2`,
      },
      [reader ?? null, limit],
    )
  ).map(toParked);

export type Chosen = { readonly reader?: string; readonly eventId?: string };

/** Lets the workers try parked events again: those of a reader, one event, or all. Returns how many. */
export const replayParked = async (
  tx: SystemTx,
  { reader = null, eventId = null }: { [K in keyof Chosen]: Chosen[K] | null },
) =>
  (
    await tx`update outbox_parked set retry_at = now(), retries = 0
      where (${reader}::text is null or reader = ${reader}) and (${eventId}::bigint is null or event_id = ${eventId}) returning reader`
  ).length;

export const dropParked = async (
  tx: SystemTx,
  { reader = null, eventId = null }: { [K in keyof Chosen]: Chosen[K] | null },
) =>
  (
    await tx`delete from outbox_parked
      where (${reader}::text is null or reader = ${reader}) and (${eventId}::bigint is null or event_id = ${eventId}) returning reader`
  ).length;

const COUNT = {
  name: "count-parked-events",
  text: "select reader, count(*)::int as parked from outbox_parked group by reader",
};
export const countParked = (runner: Runner) => runner.run<{ reader: string; parked: number }>(COUNT, []);

/** Where a page of parked events begins: after this one. */
export type ParkedPlace = readonly [parkedAt: string, eventId: string, reader: string];
export type ParkedFilter = { readonly reader: string | null; readonly storeId: StoreId | null };
/** A parked event without what is in it. */
export type ListedParked = Omit<Parked, "event"> & {
  readonly eventId: string;
  readonly storeId: StoreId;
  readonly subject: string;
  readonly createdAt: Date;
  readonly place: string;
};

const LIST = {
  name: "list-parked-events",
  text: `select reader, event_id as "eventId", store_id as "storeId", subject, created_at as "createdAt", tries, error,
      parked_at as "parkedAt", retry_at as "retryAt", parked_at::text as place
    from outbox_parked
    where (parked_at, event_id, reader) > ($1::timestamptz, $2::bigint, $3::text)
      and ($4::text is null or reader = $4) and ($5::int is null or store_id = $5)
    order by parked_at, event_id, reader limit $6`,
};
export const listParked = (
  runner: Runner,
  { reader, storeId }: ParkedFilter,
  { after, limit }: { readonly after: ParkedPlace; readonly limit: number },
) => runner.run<ListedParked>(LIST, [...after, reader, storeId, limit]);

const REPLAY = {
  name: "replay-parked-events",
  text: `update outbox_parked set retry_at = now(), retries = 0
    where reader = $1 and ($2::bigint is null or event_id = $2) returning reader`,
};
/** Lets the workers try events of a reader again, for a role that may not read what is in them. */
export const replayListed = async (runner: Runner, reader: string, eventId: string | null): Promise<number> =>
  (await runner.run(REPLAY, [reader, eventId])).length;

/** How many events of the store are parked. */
export async function countParkedOf(tx: StoreTx): Promise<BoundedCount> {
  const [row] = await tx<{ rows: number }>`
    select count(*)::int as rows from (select from outbox_parked where store_id = ${tx.storeId} ${COUNT_LIMIT}) as counted`;
  return toBounded(row?.rows ?? 0);
}
