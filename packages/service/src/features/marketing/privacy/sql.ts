import type { StoreTx } from "../../../platform/db/db.ts";
import { literal } from "../../../platform/db/fragment.ts";
import type { ConnectionId, ContactId, ShopperId, SubscriptionId } from "../../../platform/ids.ts";
import { TURN_STATES } from "../connection.ts";

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
