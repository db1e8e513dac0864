import type { Sql, StoreTx } from "../../../platform/db/db.ts";
import { fragmentWith, literal } from "../../../platform/db/fragment.ts";
import type { ConnectionId, ContactId, ShopperId, StoreId, SubscriptionId } from "../../../platform/ids.ts";
import { timeOf } from "../../events/webhooks/time.ts";
import { ERASURE_DAYS, TURN_STATES } from "../connection.ts";

export const findConnectionIds = (tx: StoreTx) => tx<{ id: ConnectionId }>`
  select id from marketing_connections where store_id = ${tx.storeId} order by id for key share`; // so that a disconnection waits

export async function insertErasure(tx: StoreTx, connectionId: ConnectionId, sealedPerson: Buffer): Promise<void> {
  await tx`
    insert into marketing_erasures (id, store_id, connection_id, due_at, sealed_person)
    values (new_id(${tx.storeId}), ${tx.storeId}, ${connectionId}, now(), ${sealedPerson})`;
  await tx`
    update marketing_turns set arrivals = arrivals + 1,
      due_at = case when state = ${literal(TURN_STATES.idle)} then least(due_at, greatest(now(), paused_until)) else due_at end
    where store_id = ${tx.storeId} and connection_id = ${connectionId}`;
}

/** Before this time, an erasure has waited too long. Erasures of a day in UTC are given up together, so that the merchant hears of
 *  them once a day at most. */
const tooOld = (at: Date | undefined) => fragmentWith`
  (date_trunc('day', ${timeOf(at)} at time zone 'UTC') - make_interval(days => ${literal(ERASURE_DAYS - 1)})) at time zone 'UTC'`;

/** The connections of the erasures that have waited longest, if too long. */
export const findConnectionsWithOldErasures = (sql: Sql, at: Date | undefined, limit: number) => sql<{
  storeId: StoreId;
  connectionId: ConnectionId;
}>`
  select distinct store_id as "storeId", connection_id as "connectionId" from (
    select store_id, connection_id from marketing_erasures where created_at < ${tooOld(at)} order by created_at limit ${limit}
  ) as old`;

/** Deletes erasures that have waited too long. Returns how often the tool was told about each. */
export const deleteOldErasures = (tx: StoreTx, id: ConnectionId, at: Date | undefined, limit: number) => tx<{
  told: number;
}>`
  delete from marketing_erasures where store_id = ${tx.storeId} and connection_id = ${id} and id = any(array(
    select id from marketing_erasures
    where store_id = ${tx.storeId} and connection_id = ${id} and created_at < ${tooOld(at)} order by id limit ${limit}
  )) returning told`;

export const countLostErasures = (tx: StoreTx, id: ConnectionId, lost: number) => tx`
  update marketing_turns set erasures_lost = erasures_lost + ${lost} where store_id = ${tx.storeId} and connection_id = ${id}`;

export type OfPerson = {
  readonly shopperIds: readonly ShopperId[];
  readonly contactIds: readonly ContactId[];
  readonly subscriptionIds: readonly SubscriptionId[];
};

/** Deletes messages that wait. Returns how many of each connection. */
export async function deleteMessagesOf(tx: StoreTx, person: OfPerson, limit: number): Promise<number> {
  const gone = await tx<{ connectionId: ConnectionId }>`
    delete from marketing_messages where store_id = ${tx.storeId} and id = any(array(
      select id from marketing_messages where store_id = ${tx.storeId} and (
        shopper_id = any(${person.shopperIds}::bigint[]) or contact_id = any(${person.contactIds}::bigint[])
        or subscription_id = any(${person.subscriptionIds}::bigint[])
      ) order by id limit ${limit}
    )) returning connection_id as "connectionId"`;
  for (const [id, rows] of Map.groupBy(gone, ({ connectionId }) => connectionId))
    await tx`
      update marketing_turns set skipped = skipped + ${rows.length}
      where store_id = ${tx.storeId} and connection_id = ${id}`;
  return gone.length;
}

export const selectMessagesOf = (tx: StoreTx, person: OfPerson, after: string, limit: number) => tx<{
  key: string;
  record: object;
}>`
  select id as key, to_jsonb(m) - 'store_id' as record from marketing_messages m
  where store_id = ${tx.storeId} and id > ${after}::bigint and (
    shopper_id = any(${person.shopperIds}::bigint[]) or contact_id = any(${person.contactIds}::bigint[])
    or subscription_id = any(${person.subscriptionIds}::bigint[])
  ) order by m.id limit ${limit}`;
