import type { Sql, StoreTx, SystemTx } from "../../../../platform/db/db.ts";
import { type Fragment, fragment, fragmentWith, literal } from "../../../../platform/db/fragment.ts";
import type { EndpointId, StoreId } from "../../../../platform/ids.ts";
import { DELIVERY_STATES, type DeliveryState } from "../endpoint.ts";
import { timeOf } from "../time.ts";
import type { Delivery, DeliveryFilter } from "./delivery.ts";

const WAITING = literal(DELIVERY_STATES.waiting);
const COLUMNS =
  fragment(`d.id, d.endpoint_id as "endpointId", d.number, d.subject, d.state as "stateNumber", d.tries, d.created_at as "createdAt",
  d.tried_at as "triedAt", d.due_at as "dueAt", d.status, d.took_ms as "tookMs", d.problem`);
type DeliveryRow = Omit<Delivery, "state"> & { readonly stateNumber: number };

/** Whose deliveries: each of the store's endpoints gives its next ones, so that every state and endpoint has an index. */
const ofEndpoints = (
  tx: StoreTx,
  { endpointId }: DeliveryFilter,
  next: Fragment,
) => fragmentWith`webhook_endpoints e cross join lateral (
    select * from webhook_deliveries d where d.store_id = e.store_id and d.endpoint_id = e.id and ${next}
  ) as d where e.store_id = ${tx.storeId} and e.id = coalesce(${endpointId}::bigint, e.id)`;

/** The newest first. `before` is the id of the last one of the page before. */
export const findNewest = (
  tx: StoreTx,
  filter: DeliveryFilter & { readonly state: Exclude<DeliveryState, "waiting"> | null },
  { before, limit }: { readonly before: string | null; readonly limit: number },
) => {
  const state =
    filter.state === null
      ? fragment("true")
      : fragmentWith`d.state = ${literal(DELIVERY_STATES[filter.state])} and d.state > 0`;
  const next = fragmentWith`${state} and d.id < coalesce(${before}::bigint, 9223372036854775807) order by d.id desc limit ${limit}`;
  return tx<DeliveryRow>`select ${COLUMNS} from ${ofEndpoints(tx, filter, next)} order by d.id desc limit ${limit}`;
};

/** What waits, the next to be sent first. `after` is the time and id of the last one of the page before. */
export const findWaiting = (
  tx: StoreTx,
  filter: DeliveryFilter,
  { after, limit }: { readonly after: { readonly micros: string; readonly id: string } | null; readonly limit: number },
) => {
  const place = fragmentWith`(d.due_at, d.id) > (to_timestamp(0) + make_interval(secs => ${after?.micros ?? "-1e15"}::float8 / 1e6), ${after?.id ?? "0"}::bigint)`;
  const next = fragmentWith`d.state = ${WAITING} and ${place} order by d.due_at, d.id limit ${limit}`;
  return tx<DeliveryRow & { readonly micros: string }>`
    select ${COLUMNS}, (extract(epoch from d.due_at) * 1e6)::bigint as micros from ${ofEndpoints(tx, filter, next)} order by d.due_at, d.id limit ${limit}`;
};

export async function findDelivery(tx: StoreTx, endpointId: EndpointId, id: string) {
  const [row] = await tx<{ number: string; subject: string; body: string }>`
    select number, subject, body from webhook_deliveries
    where store_id = ${tx.storeId} and endpoint_id = ${endpointId} and id = ${id}`;
  return row;
}

export type Range = {
  readonly fromNumber: string;
  readonly toNumber: string;
  readonly fromTime: Date;
  readonly toTime: Date;
};

/** Without `toTime`, the range ends now. */
export type NewRange = Omit<Range, "toTime"> & { readonly toTime: Date | undefined };

/** Returns false while another replay of the endpoint is running. */
export async function insertReplay(
  tx: StoreTx,
  endpointId: EndpointId,
  range: NewRange,
  at: Date | undefined,
): Promise<boolean> {
  const { fromNumber, toNumber, fromTime, toTime } = range;
  const inserted = await tx`
    insert into webhook_replays as r (store_id, endpoint_id, started_at, due_at, from_number, to_number, from_time, to_time)
    values (${tx.storeId}, ${endpointId}, ${timeOf(at)}, ${timeOf(at)}, ${fromNumber}, ${toNumber}, ${fromTime},
      coalesce(${toTime ?? null}::timestamptz, ${timeOf(at)}))
    on conflict (store_id, endpoint_id) do update set started_at = excluded.started_at, due_at = excluded.due_at, finished_at = null,
      after_batch = null, next_number = null, failures = 0, problem = null, from_number = excluded.from_number, to_number = excluded.to_number, from_time = excluded.from_time,
      to_time = excluded.to_time, events = 0
    where r.finished_at is not null
    returning r.endpoint_id`;
  return inserted.length > 0;
}

export type RunningReplay = Range & {
  readonly storeId: StoreId;
  readonly endpointId: EndpointId;
  readonly afterBatch: string | null;
  /** The number of the first event that was not read yet. Null: none was. */
  readonly nextNumber: string | null;
  readonly subjects: readonly string[] | null;
  readonly isDisabled: boolean;
  readonly failures: number;
  readonly problem: string | null;
};

/** Locks the replay that has waited longest. Other workers skip it until the transaction ends. */
export async function lockDueReplay(tx: SystemTx, at: Date | undefined): Promise<RunningReplay | undefined> {
  const [row] = await tx<RunningReplay>`
    select r.store_id as "storeId", r.endpoint_id as "endpointId", r.after_batch as "afterBatch", r.next_number as "nextNumber", r.from_number as "fromNumber",
      r.to_number as "toNumber", r.from_time as "fromTime", r.to_time as "toTime", e.subjects, e.disabled_at is not null as "isDisabled",
      r.failures, r.problem
    from webhook_replays r
    join webhook_endpoints e on e.store_id = r.store_id and e.id = r.endpoint_id
    where r.finished_at is null and r.due_at <= ${timeOf(at)}
    order by r.due_at limit 1
    for no key update of r skip locked`;
  return row;
}

/** Whether more deliveries than this are due for the endpoint now. Those that failed and wait for their next try do not count. */
export async function isBusy(
  tx: SystemTx,
  { storeId, endpointId }: Pick<RunningReplay, "storeId" | "endpointId">,
  dueMax: number,
  at: Date | undefined,
): Promise<boolean> {
  const rows = await tx`
    select from webhook_deliveries
    where store_id = ${storeId} and endpoint_id = ${endpointId} and state = ${WAITING} and due_at <= ${timeOf(at)}
    limit 1 offset ${dueMax}`;
  return rows.length > 0;
}

export type Progress = {
  readonly afterBatch: bigint | null;
  readonly nextNumber: bigint | null;
  readonly events: number;
  readonly dueInMs: number;
  readonly isFinished: boolean;
  readonly failures: number;
  readonly problem: string | null;
};

export const storeProgress = (
  sql: Sql,
  { storeId, endpointId }: Pick<RunningReplay, "storeId" | "endpointId">,
  { afterBatch, nextNumber, events, dueInMs, isFinished, failures, problem }: Progress,
  at: Date | undefined,
) => sql`
  update webhook_replays set after_batch = ${afterBatch === null ? null : String(afterBatch)}, next_number = ${nextNumber === null ? null : String(nextNumber)}, events = events + ${events}, due_at = ${timeOf(at)} + make_interval(secs => ${dueInMs / 1_000}),
    finished_at = case when ${isFinished}::boolean then ${timeOf(at)} end, failures = ${failures}, problem = ${problem}
  where store_id = ${storeId} and endpoint_id = ${endpointId}`;
