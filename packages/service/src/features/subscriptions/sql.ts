import type { StoreTx } from "../../platform/db/db.ts";
import { fragmentWith } from "../../platform/db/fragment.ts";
import type { ContactId, ShopperId, SubscriptionId, VariantId } from "../../platform/ids.ts";
import { announceSql } from "../../platform/outbox/announce.ts";
import { BY_EMAIL, type Medium } from "./address.ts";
import { FIRST_ENDED, STATES, UNSUBSCRIBED } from "./state.ts";

/** The payload of events about a contact, for statements grouped by store and contact. */
export const CONTACT_CHANGE = {
  contactId: "contact_id::text",
  subscriptionIds: "jsonb_agg(id::text order by id)",
  variantIds: "jsonb_agg(variant_id::text order by id)",
};

/** A shopper, and their proven email address if they have one. They also own the sign-ups that the store's server made for
 *  that address. */
export type Owner = { readonly shopperId: ShopperId | null; readonly email: string | null };

/** A subquery of an owner's subscriptions without duplicates: id, variant_id and state. */
export const ownedBy = (tx: StoreTx, { shopperId, email }: Owner) => fragmentWith`(
    select id, variant_id, state from subscriptions where store_id = ${tx.storeId} and shopper_id = ${shopperId}
    union
    select s.id, s.variant_id, s.state from contacts c join subscriptions s on s.contact_id = c.id and s.store_id = c.store_id
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

/** Ends the subscriptions that are still open, and returns how many it ended. */
export async function endSubscriptions(
  tx: StoreTx,
  ids: readonly SubscriptionId[],
  { state, reason }: End,
): Promise<number> {
  const ended = await tx<{ id: SubscriptionId }>`
    with locked as (
      select id from subscriptions
      where store_id = ${tx.storeId} and id = any(${ids}::bigint[]) and state < ${FIRST_ENDED}
      order by id
      for no key update
    ), changed as (
      update subscriptions s set state = ${STATES[state]}
      from locked where s.store_id = ${tx.storeId} and s.id = locked.id
      returning s.id, s.store_id, s.contact_id, s.variant_id, s.state
    ), logged as (
      insert into ledger (store_id, subscription_id, state, reason) select store_id, id, state, ${reason} from changed
    ), announced as (
      ${ANNOUNCE_END} from changed group by store_id, contact_id, state
    )
    select id from changed`;
  if (ended.length > 0) tx.wakeWorkersAfterCommit();
  return ended.length;
}

/** Unsubscribes an owner from variants and returns how many subscriptions ended. A null topic or medium means all. */
export async function endOfOwner(
  tx: StoreTx,
  owner: Owner,
  { variantIds, topic, medium }: { variantIds: readonly VariantId[]; topic: string | null; medium: Medium | null },
  reason: string,
): Promise<number> {
  const open = await tx<{ id: SubscriptionId }>`
    select s.id from ${ownedBy(tx, owner)} as owned
    join subscriptions s on s.store_id = ${tx.storeId} and s.id = owned.id
    join contacts c on c.store_id = ${tx.storeId} and c.id = s.contact_id
    where s.state < ${FIRST_ENDED} and s.variant_id = any(${variantIds}::bigint[])
      and (${topic}::text is null or s.topic = ${topic}) and (${medium}::smallint is null or c.medium = ${medium})`;
  return endSubscriptions(
    tx,
    open.map(({ id }) => id),
    { state: "unsubscribed", reason },
  );
}

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
