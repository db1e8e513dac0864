import type { StoreTx } from "../../../platform/db/db.ts";
import { fragment } from "../../../platform/db/fragment.ts";
import type { ContactId, SubscriptionId, VariantId } from "../../../platform/ids.ts";
import { BY_EMAIL, type Medium } from "../address.ts";
import type { ClientProduct } from "../client-product.ts";
import { endSubscriptions, type Owner, ownedBy, stateNow } from "../sql.ts";
import { FIRST_ENDED, seemsOpen, UNCONFIRMED, UNSUBSCRIBED, WAITING } from "../state.ts";

export type SubscriptionRow = {
  readonly id: SubscriptionId;
  readonly variantId: VariantId;
  readonly topic: string;
  readonly state: number;
  readonly medium: Medium;
  readonly value: string;
  readonly clientProduct: ClientProduct | null;
  readonly signedUpAt: Date;
};

const COLUMNS = fragment(`s.id, s.variant_id as "variantId", s.topic, ${stateNow("s").text} as state, c.medium, c.value,
      s.client_product as "clientProduct", s.signed_up_at as "signedUpAt"`);

export type SubscriptionFilter = { readonly topic: string | null; readonly medium: Medium | null };

/** A page of an owner's subscriptions and sign-up requests, newest first. A request is unconfirmed, or waits: its shopper
 *  must not see what became of somebody else's subscription. For the same reason a subscription that was unsubscribed is
 *  shown only to the proven owner of its address: a request that is removed leaves nothing to show. */
export async function findOfOwner(
  tx: StoreTx,
  owner: Owner,
  { topic, medium, limit, offset }: SubscriptionFilter & { readonly limit: number; readonly offset: number },
): Promise<{ total: number; rows: SubscriptionRow[] }> {
  const rows = await tx<SubscriptionRow & { total: number }>`
    with owned as (
      select s.id, s.variant_id, s.topic, owned.state, c.medium, c.value, s.client_product, s.signed_up_at
      from ${ownedBy(tx, owner)} as owned
      join subscriptions s on s.store_id = ${tx.storeId} and s.id = owned.id
      join contacts c on c.store_id = ${tx.storeId} and c.id = s.contact_id
    ), requests as (
      select r.id, r.variant_id, r.topic, case when r.waits_since is null then ${UNCONFIRMED} else ${WAITING} end as state,
        r.medium, r.value, r.client_product, coalesce(r.waits_since, r.requested_at)
      from sign_up_requests r
      where r.store_id = ${tx.storeId} and r.shopper_id = ${owner.shopperId}
        and not exists (
          select from owned where owned.medium = r.medium and owned.value = r.value and owned.variant_id = r.variant_id and owned.topic = r.topic
            and (${seemsOpen("owned.state")} or r.waits_since is not null)
        )
    ), shown as (
      select id, variant_id, topic, state, medium, value, client_product, signed_up_at from owned
      where state <> ${UNSUBSCRIBED} or (medium = ${BY_EMAIL} and value = ${owner.email})
      union all
      select * from requests
    )
    select id, variant_id as "variantId", topic, state, medium, value, client_product as "clientProduct", signed_up_at as "signedUpAt",
      count(*) over ()::int as total
    from shown
    where (${topic}::text is null or topic = ${topic}) and (${medium}::smallint is null or medium = ${medium})
    order by signed_up_at desc, variant_id desc, topic desc, id desc -- the ids of requests and subscriptions do not compare
    limit ${limit} offset ${offset}`;
  return { total: rows[0]?.total ?? 0, rows };
}

/** Open ones first, then newest first. */
export const findOfContact = (tx: StoreTx, contactId: ContactId, limit: number) =>
  tx<SubscriptionRow>`
    select ${COLUMNS}
    from subscriptions s join contacts c on c.store_id = s.store_id and c.id = s.contact_id
    where s.store_id = ${tx.storeId} and s.contact_id = ${contactId}
    order by ${stateNow("s")} >= ${FIRST_ENDED}, s.signed_up_at desc, s.id desc
    limit ${limit}`;

/** The variants of an owner's open subscriptions and sign-up requests. */
export const findOpenVariants = (tx: StoreTx, owner: Owner) =>
  tx<{ variantId: VariantId }>`
    select variant_id as "variantId" from ${ownedBy(tx, owner)} as owned where ${seemsOpen("state")}
    union
    select variant_id from sign_up_requests where store_id = ${tx.storeId} and shopper_id = ${owner.shopperId}
    limit 1000`;

/** Unsubscribes a contact from one alert, or from all, and returns how many ended. */
export async function endOfContact(
  tx: StoreTx,
  contactId: ContactId,
  { only, reason }: { only: SubscriptionId | null; reason: string },
): Promise<number> {
  const open = await tx<{ id: SubscriptionId }>`
    select s.id from subscriptions s
    where s.store_id = ${tx.storeId} and s.contact_id = ${contactId} and ${stateNow("s")} < ${FIRST_ENDED}
      and (${only}::bigint is null or s.id = ${only})`;
  return endSubscriptions(
    tx,
    open.map(({ id }) => id),
    { state: "unsubscribed", reason },
  );
}
