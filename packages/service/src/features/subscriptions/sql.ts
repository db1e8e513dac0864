import type { StoreTx } from "../../platform/db/db.ts";
import { fragment, fragmentWith } from "../../platform/db/fragment.ts";
import type { ContactId, ShopperId, SubscriptionId, VariantId } from "../../platform/ids.ts";
import { announceSql } from "../../platform/outbox/announce.ts";
import { BY_EMAIL, type Medium } from "./address.ts";
import { rowOf } from "./line/range.ts";
import { FIRST_ENDED, OFFERED, STATES, seemsOpen, UNSUBSCRIBED, WAITING } from "./state.ts";

/** The payload of events about a contact, for statements grouped by store and contact. */
export const CONTACT_CHANGE = {
  contactId: "contact_id::text",
  subscriptionIds: "jsonb_agg(id::text order by id)",
  variantIds: "jsonb_agg(variant_id::text order by id)",
  topics: "jsonb_agg(topic order by id)",
};

/** Whether the subscription with this alias is in the line. `limit 1` makes Postgres look up this one row: `exists` could
 *  become a hash of the whole table. */
const isInLine = (alias: string) => `coalesce((select true from waiting w where ${rowOf(alias).text} limit 1), false)`;
/** The state of the subscription with this alias. A shopper who is notified leaves the line, and the column keeps saying
 *  "waiting": a delivery to a million people changes no subscription. */
export const stateNow = (alias: string) =>
  fragment(
    `case when ${alias}.state = ${STATES.waiting} and not ${isInLine(alias)} then ${STATES.notified} else ${alias}.state end`,
  );

/** A shopper, and their proven email address if they have one. They also own the sign-ups that the store's server made for
 *  that address. */
export type Owner = { readonly shopperId: ShopperId | null; readonly email: string | null };

/** A subquery of an owner's subscriptions without duplicates: id, variant_id and state. */
export const ownedBy = (tx: StoreTx, { shopperId, email }: Owner) => fragmentWith`(
    select s.id, s.variant_id, ${stateNow("s")} as state from subscriptions s where s.store_id = ${tx.storeId} and s.shopper_id = ${shopperId}
    union
    select s.id, s.variant_id, ${stateNow("s")} from contacts c join subscriptions s on s.contact_id = c.id and s.store_id = c.store_id
    where c.store_id = ${tx.storeId} and c.medium = ${BY_EMAIL} and c.value = ${email}
  )`;

export async function findContact(tx: StoreTx, contactId: ContactId) {
  const [contact] = await tx<{ medium: Medium; value: string; locale: string | null }>`
    select medium, value, locale from contacts where store_id = ${tx.storeId} and id = ${contactId}`;
  return contact;
}

export type End = { readonly state: "unsubscribed" | "undeliverable"; readonly reason: string };

const ANNOUNCE_END = announceSql(
  { when: `state = ${UNSUBSCRIBED.text}`, subject: "alert.unsubscribed", otherwise: "alert.failed" },
  "store_id",
  CONTACT_CHANGE,
);

/** Ends the subscriptions that are still open, and those of an undeliverable address that seem so. Returns how many. */
export async function endSubscriptions(
  tx: StoreTx,
  ids: readonly SubscriptionId[],
  { state, reason }: End,
): Promise<number> {
  const ended = await tx<{ id: SubscriptionId }>`
    with locked as materialized (
      select s.id, ${stateNow("s")} as state from subscriptions s
      where s.store_id = ${tx.storeId} and s.id = any(${ids}::bigint[]) and s.state <> ${STATES[state]}
      order by s.id
      for no key update
    ), changed as (
      update subscriptions s set state = ${STATES[state]}
      from locked where s.store_id = ${tx.storeId} and s.id = locked.id and ${seemsOpen("locked.state")}
      returning s.id, s.store_id, s.contact_id, s.variant_id, s.topic, s.state, s.quantity,
        case when locked.state in (${WAITING}, ${OFFERED}) then s.signed_up_at end as waited_since
    ), logged as (
      insert into ledger (store_id, subscription_id, state, reason, waited_since, quantity)
      select store_id, id, state, ${reason}, waited_since, quantity from changed
    ), announced as (
      ${ANNOUNCE_END} from changed group by store_id, contact_id, state
    )
    select id from changed`;
  if (ended.length > 0) tx.wakeAfterCommit("outbox");
  return ended.length;
}

/** A null topic, medium or value (the address) means all. */
type AlertsToEnd = {
  readonly variantIds: readonly VariantId[];
  readonly topic: string | null;
  readonly medium: Medium | null;
  readonly value: string | null;
};

/** Unsubscribes an owner from variants and returns how many subscriptions ended. */
export async function endOfOwner(
  tx: StoreTx,
  owner: Owner,
  { variantIds, topic, medium, value }: AlertsToEnd,
  reason: string,
): Promise<number> {
  const open = await tx<{ id: SubscriptionId }>`
    select s.id from ${ownedBy(tx, owner)} as owned
    join subscriptions s on s.store_id = ${tx.storeId} and s.id = owned.id
    join contacts c on c.store_id = ${tx.storeId} and c.id = s.contact_id
    where ${seemsOpen("owned.state")} and s.variant_id = any(${variantIds}::bigint[])
      and (${topic}::text is null or s.topic = ${topic}) and (${medium}::smallint is null or c.medium = ${medium})
      and (${value}::text is null or c.value = ${value})`;
  return endSubscriptions(
    tx,
    open.map(({ id }) => id),
    { state: "unsubscribed", reason },
  );
}

/** Those of these variants that somebody signed up for. */
export const findSubscribed = (tx: StoreTx, variantIds: readonly VariantId[]) => tx<{ variantId: VariantId }>`
  select variant_id as "variantId" from subscriptions
  where store_id = ${tx.storeId} and variant_id = any(${variantIds}::bigint[])
  union
  select variant_id from sign_up_requests where store_id = ${tx.storeId} and variant_id = any(${variantIds}::bigint[])`;

/** Those of these shoppers who have a subscription or a sign-up request. */
export const findShoppersWithSignUps = (tx: StoreTx, ids: readonly ShopperId[]) => tx<{ shopperId: ShopperId }>`
  select shopper_id as "shopperId" from subscriptions where store_id = ${tx.storeId} and shopper_id = any(${ids}::bigint[])
  union
  select shopper_id from sign_up_requests where store_id = ${tx.storeId} and shopper_id = any(${ids}::bigint[])`;

/** Those of these shoppers who wait for an alert. Also a confirmed request seems to wait; it is deleted after some time. */
export const findShoppersWhoWait = (tx: StoreTx, ids: readonly ShopperId[]) => tx<{ shopperId: ShopperId }>`
  select s.shopper_id as "shopperId" from subscriptions s
  where s.store_id = ${tx.storeId} and s.shopper_id = any(${ids}::bigint[]) and ${stateNow("s")} < ${FIRST_ENDED}
  union
  select shopper_id from sign_up_requests where store_id = ${tx.storeId} and shopper_id = any(${ids}::bigint[])`;

/** Deletes a shopper's requests for these variants and returns how many, without those that repeat a subscription of
 *  the shopper. */
export async function deleteRequests(
  tx: StoreTx,
  shopperId: ShopperId,
  { variantIds, topic, medium, value }: AlertsToEnd,
): Promise<number> {
  const deleted = await tx<{ isHeld: boolean }>`
    delete from sign_up_requests
    where store_id = ${tx.storeId} and shopper_id = ${shopperId} and variant_id = any(${variantIds}::bigint[])
      and (${topic}::text is null or topic = ${topic}) and (${medium}::smallint is null or medium = ${medium})
      and (${value}::text is null or value = ${value})
    returning exists (
      select from contacts c join subscriptions s on s.contact_id = c.id
      where c.store_id = sign_up_requests.store_id and c.medium = sign_up_requests.medium and c.value = sign_up_requests.value
        and s.variant_id = sign_up_requests.variant_id and s.topic = sign_up_requests.topic
        and s.shopper_id = sign_up_requests.shopper_id and ${seemsOpen(`(${stateNow("s").text})`)}
    ) as "isHeld"`;
  return deleted.filter(({ isHeld }) => !isHeld).length;
}

/** Moves a shopper's sign-up requests and returns their ids. Of two requests for the same, the newer one stays. */
export async function moveRequests(tx: StoreTx, { from, to }: { from: ShopperId; to: ShopperId }) {
  await tx`
    delete from sign_up_requests r using sign_up_requests o
    where r.store_id = ${tx.storeId} and r.shopper_id in (${from}, ${to})
      and o.store_id = r.store_id and o.shopper_id in (${from}, ${to}) and o.shopper_id <> r.shopper_id
      and o.address_hash = r.address_hash and o.variant_id = r.variant_id and o.topic = r.topic
      and (o.requested_at, o.id) > (r.requested_at, r.id)`;
  return tx<{ id: string }>`
    update sign_up_requests set shopper_id = ${to} where store_id = ${tx.storeId} and shopper_id = ${from} returning id`;
}

/** Skips requests that `from` no longer has. */
export const moveRequestsBack = (
  tx: StoreTx,
  ids: readonly string[],
  { from, to }: { from: ShopperId; to: ShopperId },
) =>
  tx`
    update sign_up_requests set shopper_id = ${to}
    where store_id = ${tx.storeId} and id = any(${ids}::bigint[]) and shopper_id = ${from}`;

export const moveSubscriptions = (tx: StoreTx, { from, to }: { from: ShopperId; to: ShopperId }) =>
  tx<{ id: SubscriptionId }>`
    update subscriptions set shopper_id = ${to} where store_id = ${tx.storeId} and id in (
      select id from subscriptions where store_id = ${tx.storeId} and shopper_id = ${from} order by id for no key update
    ) returning id`;

/** Skips subscriptions that `from` no longer has. */
export const moveSubscriptionsBack = (
  tx: StoreTx,
  ids: readonly SubscriptionId[],
  { from, to }: { from: ShopperId; to: ShopperId },
) =>
  tx`
    update subscriptions set shopper_id = ${to} where store_id = ${tx.storeId} and id in (
      select id from subscriptions where store_id = ${tx.storeId} and id = any(${ids}::bigint[]) and shopper_id = ${from}
      order by id for no key update
    )`;
