import type { StoreTx } from "../../../platform/db/db.ts";
import { fragment, fragmentWith } from "../../../platform/db/fragment.ts";
import type { ContactId, ShopperId, SubscriptionId, VariantId } from "../../../platform/ids.ts";
import type { Person } from "../../shoppers/privacy/person.ts";
import type { Medium } from "../address.ts";
import { stateNow } from "../sql.ts";
import { FIRST_ENDED } from "../state.ts";

export type PersonSubscription = {
  readonly id: SubscriptionId;
  readonly contactId: ContactId;
  readonly variantId: VariantId;
  readonly topic: string;
};

/** A subquery of a person's subscriptions: those of their addresses, and those that they signed up for other addresses. */
const ofPerson = (tx: StoreTx, { shopperIds, hashes, until }: Person) => fragmentWith`(
    select s.* from subscriptions s where s.store_id = ${tx.storeId} and s.shopper_id = any(${shopperIds}::bigint[])
    union
    select s.* from contacts c join subscriptions s on s.contact_id = c.id and s.store_id = c.store_id
    where c.store_id = ${tx.storeId} and c.address_hash = any(${hashes}::uuid[])
      and s.signed_up_at < ${until ?? "infinity"}::timestamptz
  )`;

export const findOfPerson = (tx: StoreTx, person: Person, after: string, limit: number) => tx<PersonSubscription>`
  select id, contact_id as "contactId", variant_id as "variantId", topic from ${ofPerson(tx, person)} as s
  where id > ${after}::bigint order by s.id limit ${limit}`;

/** The contacts with these addresses; with `until`, those stored before it. */
export const findContacts = (tx: StoreTx, hashes: readonly string[], until?: Date) => tx<{
  id: ContactId;
  medium: Medium;
  value: string;
}>`
  select id, medium, value from contacts
  where store_id = ${tx.storeId} and address_hash = any(${hashes}::uuid[]) and created_at < ${until ?? "infinity"}::timestamptz`;

/** Addresses that only these shoppers have signed up. */
export const findAddressesOf = (tx: StoreTx, shopperIds: readonly ShopperId[], limit: number) => tx<{
  medium: Medium;
  value: string;
}>`
  select c.medium, c.value from contacts c
  where c.store_id = ${tx.storeId} and c.id = any(array(
      select contact_id from subscriptions where store_id = ${tx.storeId} and shopper_id = any(${shopperIds}::bigint[])
    ))
    and not exists (
      select from subscriptions o where o.contact_id = c.id and (o.shopper_id is null or not o.shopper_id = any(${shopperIds}::bigint[]))
    )
  order by c.id limit ${limit}`;

/** Addresses that only these shoppers asked for, and that are not confirmed. */
export const findUnconfirmedOf = (tx: StoreTx, shopperIds: readonly ShopperId[], limit: number) => tx<{
  medium: Medium;
  value: string;
}>`
  select distinct r.medium, r.value from sign_up_requests r
  where r.store_id = ${tx.storeId} and r.shopper_id is not null and r.shopper_id = any(${shopperIds}::bigint[])
    and not exists (select from contacts c where c.store_id = r.store_id and c.address_hash = r.address_hash)
    and not exists (
      select from sign_up_requests o where o.store_id = r.store_id and o.address_hash = r.address_hash
        and (o.shopper_id is null or not o.shopper_id = any(${shopperIds}::bigint[]))
    )
  limit ${limit}`;

export async function deleteSubscriptions(tx: StoreTx, ids: readonly SubscriptionId[]): Promise<void> {
  await tx`delete from consents where store_id = ${tx.storeId} and subscription_id = any(${ids}::bigint[])`;
  await tx`delete from ledger where store_id = ${tx.storeId} and subscription_id = any(${ids}::bigint[])`;
  await tx`delete from waiting where store_id = ${tx.storeId} and subscription_id = any(${ids}::bigint[])`;
  await tx`delete from subscriptions where store_id = ${tx.storeId} and id = any(${ids}::bigint[])`;
}

/** Waits for sign-ups of these contacts that are under way; new ones wait until the transaction ends. Before any lock on
 *  their subscriptions, and in the order of a sign-up, so that the two never wait for each other. */
export const lockContacts = (tx: StoreTx, ids: readonly ContactId[]) => tx`
  select from contacts where store_id = ${tx.storeId} and id = any(${ids}::bigint[]) order by medium, value for update`;

/** Deletes those of these contacts that nobody is signed up with any more. The caller has locked them: a sign-up that it
 *  waited for is visible only to a later statement. */
export async function deleteUnusedContacts(tx: StoreTx, ids: readonly ContactId[]): Promise<number> {
  const gone = await tx<{ id: ContactId }>`
    delete from contacts c where c.store_id = ${tx.storeId} and c.id = any(${ids}::bigint[])
      and not exists (select from subscriptions s where s.contact_id = c.id)
    returning c.id`;
  return gone.length;
}

export async function deleteRequestsOf(
  tx: StoreTx,
  { shopperIds, hashes, until }: Person,
  limit: number,
): Promise<number> {
  const gone = await tx<{ id: string }>`
    delete from sign_up_requests where store_id = ${tx.storeId} and id in (
      select id from sign_up_requests
      where store_id = ${tx.storeId} and address_hash = any(${hashes}::uuid[]) and requested_at < ${until ?? "infinity"}::timestamptz
      union
      select id from sign_up_requests where store_id = ${tx.storeId} and shopper_id is not null and shopper_id = any(${shopperIds}::bigint[])
      limit ${limit}
    ) returning id`;
  return gone.length;
}

/** The counts of confirmations that this store sent. */
export const deleteConfirmationsTo = (tx: StoreTx, hashes: readonly string[], until: Date | undefined) => tx<{
  done: boolean;
}>`
  delete from confirmations where store_id = ${tx.storeId} and address_hash = any(${hashes}::uuid[])
    and ${until ?? "infinity"}::timestamptz > all (sent) returning true as done`;

// Exports

type Row = { readonly key: string; readonly record: object };

export const selectContacts = (tx: StoreTx, hashes: readonly string[], after: string, limit: number) => tx<Row>`
  select id as key, to_jsonb(c) - 'store_id' as record from contacts c
  where store_id = ${tx.storeId} and address_hash = any(${hashes}::uuid[]) and id > ${after}::bigint
  order by c.id limit ${limit}`;

/** With what the shop's platform calls each variant. */
export const selectSubscriptions = (tx: StoreTx, person: Person, after: string, limit: number) => tx<
  Row & { storedId: string }
>`
  select s.id as key, v.platform_id as "storedId", to_jsonb(s) - 'store_id' || jsonb_build_object('title', v.product ->> 'title') as record
  from ${ofPerson(tx, person)} as s join variants v on v.store_id = s.store_id and v.id = s.variant_id
  where s.id > ${after}::bigint order by s.id limit ${limit}`;

const TABLES = {
  consents: fragment("consents r"),
  ledger: fragment("ledger r"),
  waiting: fragment("waiting r"),
};

export const selectOfSubscriptions = (tx: StoreTx, table: keyof typeof TABLES, ids: readonly SubscriptionId[]) => tx<{
  record: object;
}>`
  select to_jsonb(r) - 'store_id' as record from ${TABLES[table]}
  where r.store_id = ${tx.storeId} and r.subscription_id = any(${ids}::bigint[]) order by r.subscription_id`;

export const selectRequests = (tx: StoreTx, { shopperIds, hashes }: Person, after: string, limit: number) => tx<Row>`
  select id as key, to_jsonb(r) - 'store_id' as record from sign_up_requests r
  where store_id = ${tx.storeId} and id > ${after}::bigint and id = any(array(
    select id from sign_up_requests where store_id = ${tx.storeId} and address_hash = any(${hashes}::uuid[])
    union
    select id from sign_up_requests where store_id = ${tx.storeId} and shopper_id is not null and shopper_id = any(${shopperIds}::bigint[])
  ))
  order by r.id limit ${limit}`;

/** When the store mailed confirmations to these addresses, for two days. */
export const selectConfirmations = (tx: StoreTx, hashes: readonly string[]) => tx<{ record: object }>`
  select to_jsonb(c) - 'store_id' as record from confirmations c
  where store_id = ${tx.storeId} and address_hash = any(${hashes}::uuid[]) order by address_hash`;

export const selectSuppressions = (tx: StoreTx, hashes: readonly string[]) => tx<{ record: object }>`
  select to_jsonb(p) - 'store_id' as record from suppressions p
  where store_id = ${tx.storeId} and address_hash = any(${hashes}::uuid[]) order by address_hash`;

// Retention

/** `isOld`: stored more than `days` ago. */
export const selectContactPage = (
  tx: StoreTx,
  { after, days, limit }: { readonly after: string; readonly days: number; readonly limit: number },
) => tx<{ id: ContactId; isOld: boolean }>`
  select id, created_at < now() - make_interval(days => ${days}) as "isOld" from contacts
  where store_id = ${tx.storeId} and id > ${after}::bigint order by contacts.id limit ${limit}`;

/** Those of these contacts that have nothing open, nothing that changed in the last days, and no place on the mailing list.
 *  Locked, so that nobody signs them up until the transaction ends. */
export const findLeft = (tx: StoreTx, ids: readonly ContactId[], days: number) => tx<{
  id: ContactId;
  addressHash: string;
}>`
  select c.id, c.address_hash as "addressHash" from contacts c
  where c.store_id = ${tx.storeId} and c.id = any(${ids}::bigint[]) and c.on_mailing_list is not true
    and c.created_at < now() - make_interval(days => ${days})
    and not exists (
      select from subscriptions s where s.contact_id = c.id and (
        ${stateNow("s")} < ${FIRST_ENDED} or s.signed_up_at > now() - make_interval(days => ${days})
        or exists (select from ledger l where l.subscription_id = s.id and l.at > now() - make_interval(days => ${days})))
    )
  order by c.id for update skip locked`;

export const findOfContacts = (tx: StoreTx, ids: readonly ContactId[]) => tx<PersonSubscription>`
  select id, contact_id as "contactId", variant_id as "variantId", topic from subscriptions
  where store_id = ${tx.storeId} and contact_id = any(${ids}::bigint[]) order by subscriptions.id`;
