import type { Sql } from "../../../../platform/db/db.ts";
import { literal } from "../../../../platform/db/fragment.ts";
import type { EndpointId, StoreId } from "../../../../platform/ids.ts";
import { TURN_STATES } from "../endpoint.ts";
import { timeOf } from "../time.ts";
import type { NewDelivery } from "./message.ts";

const IDLE = literal(TURN_STATES.idle);

export type Subscriber = {
  readonly storeId: StoreId;
  readonly endpointId: EndpointId;
  readonly subjects: readonly string[] | null;
};

/** The enabled endpoints of these stores. */
export const findSubscribers = (sql: Sql, storeIds: readonly StoreId[]) => sql<Subscriber>`
  select store_id as "storeId", id as "endpointId", subjects from webhook_endpoints
  where store_id = any(${storeIds}::int[]) and disabled_at is null`;

/** Returns the ids of the deliveries, in their order. An example (number 0) is due before everything else that waits. */
export const insertDeliveries = async (sql: Sql, deliveries: readonly NewDelivery[], at: Date | undefined) =>
  (
    await sql<{ id: string }>`
      insert into webhook_deliveries (id, store_id, endpoint_id, number, subject, body, created_at, due_at)
      select new_id(store_id), store_id, endpoint_id, number, subject, body, ${timeOf(at)}, case number when 0 then 'epoch' else ${timeOf(at)} end
      from unnest(${deliveries.map((one) => one.storeId)}::int[], ${deliveries.map((one) => one.endpointId)}::bigint[],
        ${deliveries.map((one) => one.number)}::bigint[], ${deliveries.map((one) => one.subject)}::text[],
        ${deliveries.map((one) => one.body)}::text[]) as delivery (store_id, endpoint_id, number, subject, body)
      returning id`
  ).map(({ id }) => id);

/** Gives endpoints with new deliveries a turn, at once if there is an example, otherwise after their pause. A worker that has the
 *  turn of one sees by `queued` that more came. */
export const announceDeliveries = (sql: Sql, deliveries: readonly NewDelivery[], at: Date | undefined) => sql`
  with added as (
    select store_id, endpoint_id, count(*) as deliveries, bool_or(number = 0) as has_example
    from unnest(${deliveries.map((one) => one.storeId)}::int[], ${deliveries.map((one) => one.endpointId)}::bigint[],
      ${deliveries.map((one) => one.number)}::bigint[]) as added (store_id, endpoint_id, number)
    group by store_id, endpoint_id
  ), locked as ( -- in order, so that two workers never wait for each other
    select t.store_id, t.endpoint_id, added.deliveries, added.has_example from webhook_turns t join added using (store_id, endpoint_id)
    order by t.store_id, t.endpoint_id for no key update of t
  )
  update webhook_turns t set queued = t.queued + locked.deliveries,
    due_at = case when t.state = ${IDLE} then least(t.due_at, case when locked.has_example then ${timeOf(at)} else greatest(${timeOf(at)}, t.paused_until) end) else t.due_at end
  from locked where t.store_id = locked.store_id and t.endpoint_id = locked.endpoint_id`;
