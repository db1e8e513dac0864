import type { Sql } from "../../../platform/db/db.ts";
import { literal } from "../../../platform/db/fragment.ts";
import type { ConnectionId, StoreId } from "../../../platform/ids.ts";
import { timeOf } from "../../events/webhooks/time.ts";
import { TURN_STATES } from "../connection.ts";
import type { NewMessage } from "../message.ts";

const IDLE = literal(TURN_STATES.idle);

export type Recipient = {
  readonly storeId: StoreId;
  readonly connectionId: ConnectionId;
  readonly subjects: readonly string[];
  readonly passesConsent: boolean;
  readonly waiting: number;
};

/** The connections of these stores, also paused ones: what happens meanwhile waits for them. */
export const findRecipients = (sql: Sql, storeIds: readonly StoreId[]) => sql<Recipient>`
  select c.store_id as "storeId", c.id as "connectionId", c.subjects, c.passes_consent as "passesConsent",
    (t.queued - t.sent - t.skipped - t.refused - t.dropped)::float8 as waiting
  from marketing_connections c join marketing_turns t on t.store_id = c.store_id and t.connection_id = c.id
  where c.store_id = any(${storeIds}::int[])`;

export const insertMessages = (sql: Sql, messages: readonly NewMessage[], at: Date | undefined) => sql`
  insert into marketing_messages (id, store_id, connection_id, created_at, due_at, number, place, subject, shopper_id, contact_id,
    subscription_id, variant_id, facts)
  select new_id(store_id), store_id, connection_id, created_at, ${timeOf(at)}, number, place, subject, shopper_id, contact_id,
    subscription_id, variant_id, facts
  from unnest(${messages.map((one) => one.storeId)}::int[], ${messages.map((one) => one.connectionId)}::bigint[],
    ${messages.map((one) => one.at)}::timestamptz[], ${messages.map((one) => one.number)}::bigint[], ${messages.map((one) => one.place)}::smallint[],
    ${messages.map((one) => one.subject)}::text[], ${messages.map((one) => one.shopperId)}::bigint[],
    ${messages.map((one) => one.contactId)}::bigint[], ${messages.map((one) => one.subscriptionId)}::bigint[],
    ${messages.map((one) => one.variantId)}::bigint[], ${messages.map((one) => JSON.stringify(one.facts))}::jsonb[])
    with ordinality as message (store_id, connection_id, created_at, number, place, subject, shopper_id, contact_id, subscription_id,
      variant_id, facts, nth)
  order by nth`;

export type Queued = {
  readonly storeId: StoreId;
  readonly connectionId: ConnectionId;
  readonly queued: number;
  readonly dropped: number;
};

/** Counts what was queued and what was not, and gives the connections a turn. A worker that has the turn of one sees by
 *  `arrivals` that more came. */
export const announceMessages = (sql: Sql, counts: readonly Queued[], at: Date | undefined) => sql`
  with added as (
    select * from unnest(${counts.map((one) => one.storeId)}::int[], ${counts.map((one) => one.connectionId)}::bigint[],
      ${counts.map((one) => one.queued)}::int[], ${counts.map((one) => one.dropped)}::int[])
      as added (store_id, connection_id, queued, dropped)
  ), locked as ( -- in order, so that two workers never wait for each other
    select t.store_id, t.connection_id, added.queued, added.dropped from marketing_turns t join added using (store_id, connection_id)
    order by t.store_id, t.connection_id for no key update of t
  )
  update marketing_turns t set arrivals = t.arrivals + 1, queued = t.queued + locked.queued + locked.dropped, dropped = t.dropped + locked.dropped,
    due_at = case when t.state = ${IDLE} then least(t.due_at, greatest(${timeOf(at)}, t.paused_until)) else t.due_at end
  from locked where t.store_id = locked.store_id and t.connection_id = locked.connection_id`;
