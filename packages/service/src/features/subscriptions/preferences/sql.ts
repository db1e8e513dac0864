import type { StoreTx } from "../../../platform/db/db.ts";
import { fragment } from "../../../platform/db/fragment.ts";
import type { ContactId, SubscriptionId, VariantId } from "../../../platform/ids.ts";
import type { Medium } from "../address.ts";
import type { ClientProduct } from "../client-product.ts";
import { endSubscriptions, type Owner, ownedBy } from "../sql.ts";
import { FIRST_ENDED } from "../state.ts";

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

const COLUMNS = fragment(`s.id, s.variant_id as "variantId", s.topic, s.state, c.medium, c.value,
      s.client_product as "clientProduct", s.signed_up_at as "signedUpAt"`);

export type SubscriptionFilter = { readonly topic: string | null; readonly medium: Medium | null };

/** A page of an owner's subscriptions, newest first. */
export async function findOfOwner(
  tx: StoreTx,
  owner: Owner,
  { topic, medium, limit, offset }: SubscriptionFilter & { readonly limit: number; readonly offset: number },
): Promise<{ total: number; rows: SubscriptionRow[] }> {
  const rows = await tx<SubscriptionRow & { total: number }>`
    select ${COLUMNS}, count(*) over ()::int as total
    from ${ownedBy(tx, owner)} as owned
    join subscriptions s on s.store_id = ${tx.storeId} and s.id = owned.id
    join contacts c on c.store_id = ${tx.storeId} and c.id = s.contact_id
    where (${topic}::text is null or s.topic = ${topic}) and (${medium}::smallint is null or c.medium = ${medium})
    order by s.signed_up_at desc, s.id desc
    limit ${limit} offset ${offset}`;
  return { total: rows[0]?.total ?? 0, rows };
}

/** Open ones first, then newest first. */
export const findOfContact = (tx: StoreTx, contactId: ContactId, limit: number) =>
  tx<SubscriptionRow>`
    select ${COLUMNS}
    from subscriptions s join contacts c on c.store_id = s.store_id and c.id = s.contact_id
    where s.store_id = ${tx.storeId} and s.contact_id = ${contactId}
    order by s.state >= ${FIRST_ENDED}, s.signed_up_at desc, s.id desc
    limit ${limit}`;

/** The variants of an owner's open subscriptions. */
export const findOpenVariants = (tx: StoreTx, owner: Owner) =>
  tx<{ variantId: VariantId }>`
    select distinct variant_id as "variantId" from ${ownedBy(tx, owner)} as owned where state < ${FIRST_ENDED} limit 1000`;

/** Unsubscribes a contact from one alert, or from all, and returns how many ended. */
export async function endOfContact(
  tx: StoreTx,
  contactId: ContactId,
  { only, reason }: { only: SubscriptionId | null; reason: string },
): Promise<number> {
  const open = await tx<{ id: SubscriptionId }>`
    select id from subscriptions
    where store_id = ${tx.storeId} and contact_id = ${contactId} and state < ${FIRST_ENDED} and (${only}::bigint is null or id = ${only})`;
  return endSubscriptions(
    tx,
    open.map(({ id }) => id),
    { state: "unsubscribed", reason },
  );
}
