import type { Sql, StoreTx } from "../../../platform/db/db.ts";
import { fragment, fragmentWith, literal } from "../../../platform/db/fragment.ts";
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

type Page = { readonly after: string; readonly limit: number };

/** A subquery of the messages that name one of these ids. Each id is looked up alone: of a list of ids, a plan that was made while the
 *  table was empty may read all that waits for the store. */
const named = (
  tx: StoreTx,
  column: "shopper_id" | "contact_id" | "subscription_id",
  ids: readonly string[],
  page: Page,
) =>
  fragmentWith`
    select found.* from unnest(${ids}::bigint[]) as wanted (id) cross join lateral (
      select connection_id, id from marketing_messages
      where store_id = ${tx.storeId} and ${fragment(column)} = wanted.id and id > ${page.after}::bigint
      order by id limit ${page.limit}
    ) as found`;

const ofPerson = (tx: StoreTx, { shopperIds, contactIds, subscriptionIds }: OfPerson, page: Page) => fragmentWith`(
    ${named(tx, "shopper_id", shopperIds, page)}
    union ${named(tx, "contact_id", contactIds, page)}
    union ${named(tx, "subscription_id", subscriptionIds, page)}
    order by id limit ${page.limit}
  )`;

/** Deletes a page of the messages that wait about a person, and returns how many. */
export async function deleteMessagesOf(tx: StoreTx, person: OfPerson, limit: number): Promise<number> {
  const found = await tx<{ connectionId: ConnectionId; id: string }>`
    select connection_id as "connectionId", id from ${ofPerson(tx, person, { after: "0", limit })} as theirs`;
  let deleted = 0;
  // In order, so that two erasures never wait for each other.
  const connections = [...Map.groupBy(found, ({ connectionId }) => connectionId)].toSorted(inOrder);
  for (const [connectionId, messages] of connections) {
    const gone = await tx<{ id: string }>`
      delete from marketing_messages
      where store_id = ${tx.storeId} and connection_id = ${connectionId} and id = any(${messages.map(({ id }) => id)}::bigint[])
      returning id`;
    await tx`
      update marketing_turns set skipped = skipped + ${gone.length}
      where store_id = ${tx.storeId} and connection_id = ${connectionId}`;
    deleted += gone.length;
  }
  return deleted;
}

const inOrder = ([one]: readonly [ConnectionId, unknown], [other]: readonly [ConnectionId, unknown]) =>
  BigInt(one) < BigInt(other) ? -1 : 1;

export const selectMessagesOf = (tx: StoreTx, person: OfPerson, after: string, limit: number) => tx<{
  key: string;
  record: object;
}>`
  select theirs.id as key, message.record from ${ofPerson(tx, person, { after, limit })} as theirs cross join lateral (
    select to_jsonb(m) - 'store_id' as record from marketing_messages m
    where m.store_id = ${tx.storeId} and m.connection_id = theirs.connection_id and m.id = theirs.id
    offset 0
  ) as message
  order by theirs.id`;
