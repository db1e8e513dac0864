import type { StoreTx, SystemTx } from "../../../platform/db/db.ts";
import { fragment, fragmentWith } from "../../../platform/db/fragment.ts";
import type { ShopperId, StoreId, VariantId } from "../../../platform/ids.ts";
import type { Medium } from "../address.ts";
import type { SignUp, WantedAlert } from "../sign-up/sign-up.ts";
import type { Batch } from "./batch.ts";

/** Records one confirmation mail to an address, by this store or, without `storeId`, by any. Returns false, and records
 *  nothing, when the address already got `perDay` mails in the last 24 hours. */
export async function recordConfirmationMail(
  tx: StoreTx,
  { addressHash, storeId, perDay }: { addressHash: string; storeId: StoreId | null; perDay: number },
): Promise<boolean> {
  const recorded = await tx<{ isRecorded: boolean }>`
    insert into confirmations (address_hash, store_id, sent) values (${addressHash}, ${storeId}, array[now()])
    on conflict (address_hash) do update set
      sent = array(select at from unnest(confirmations.sent) as at where at > now() - interval '1 day') || now()
    where (select count(*) from unnest(confirmations.sent) as at where at > now() - interval '1 day') < ${perDay}
    returning true as "isRecorded"`;
  return recorded.length === 1;
}

/** Counts one confirmation of this store today (UTC). Returns false, and counts nothing, when there were `perDay`. */
export async function countConfirmationToday(
  tx: StoreTx,
  { medium, perDay }: { medium: Medium; perDay: number },
): Promise<boolean> {
  const counted = await tx<{ isCounted: boolean }>`
    insert into confirmation_counts as c (store_id, medium, day, count)
    select ${tx.storeId}, ${medium}, (now() at time zone 'UTC')::date, 1 where ${perDay}::int > 0
    on conflict (store_id, medium) do update set
      day = greatest(c.day, excluded.day), count = case when excluded.day > c.day then 1 else c.count + 1 end
    where excluded.day > c.day or c.count < ${perDay}::int
    returning true as "isCounted"`;
  return counted.length === 1;
}

export async function deleteOldConfirmations(tx: SystemTx, limit: number): Promise<number> {
  // Twice, because a count may become new between the two.
  const isOld = fragment("sent[cardinality(sent)] < now() - interval '2 days'");
  const [deleted] = await tx<{ count: number }>`
    with deleted as (
      delete from confirmations where ${isOld} and address_hash in (
        select address_hash from confirmations where ${isOld} limit ${limit}
      ) returning 1
    ) select count(*)::int as count from deleted`;
  return deleted?.count ?? 0;
}

/** What the shopper agreed to, and what they want. */
const TERMS = [
  "on_mailing_list",
  "locale",
  "currency",
  "time_zone",
  "source",
  "consent_text",
  "quantity",
  "extras",
  "client_product",
  "target",
];
const termsOf = (row: "r" | "excluded") => fragment(TERMS.map((column) => `${row}.${column}`).join(", "));
const COPY_TERMS = fragment(TERMS.map((column) => `${column} = excluded.${column}`).join(", "));

/** Makes the sign-ups of one shopper wait for each other, so that they cannot exceed the limit together. */
export const lockRequestsOf = (tx: StoreTx, shopperId: ShopperId) =>
  tx`select pg_advisory_xact_lock(hashtextextended('sign-up-requests:' || ${shopperId}::text, ${tx.storeId}))`;

/** Stores requests and returns their batch up to now, and how many open requests the shopper has. A repeated request that
 *  says the same keeps its time while the link of the first mail works, which then still confirms it. The new link also works for
 *  48 hours: requests are deleted after four days. */
export async function insertRequests(
  tx: StoreTx,
  { wanted, ...signUp }: SignUp,
): Promise<{ readonly batch: Batch; readonly open: number }> {
  const [stored] = await tx<Batch & { open: number }>`
    with batch as materialized (
      select coalesce((
        select batch_id from sign_up_requests
        where store_id = ${tx.storeId} and address_hash = ${signUp.addressHash} and shopper_id is not distinct from ${signUp.shopperId}::bigint
        limit 1), new_id(${tx.storeId})) as id
    ), wanted as (
      select * from unnest(${wanted.map((one) => one.variantId)}::bigint[], ${wanted.map((one) => one.topic)}::text[],
          ${wanted.map((one) => one.quantity)}::smallint[], ${wanted.map((one) => one.extras)}::text[],
          ${wanted.map((one) => (one.clientProduct ? JSON.stringify(one.clientProduct) : null))}::jsonb[], ${wanted.map((one) => one.target)}::numeric[])
        as wanted (variant_id, topic, quantity, extras, client_product, target)
    ), stored as (
      insert into sign_up_requests as r (id, batch_id, store_id, shopper_id, requested_at, medium, value, address_hash,
        on_mailing_list, locale, currency, time_zone, source, consent_text, ip_hash, variant_id, topic, quantity, extras, client_product, target)
      select new_id(${tx.storeId}), batch.id, ${tx.storeId}, ${signUp.shopperId}::bigint, statement_timestamp(), ${signUp.medium}, ${signUp.value}, ${signUp.addressHash},
        ${signUp.onMailingList}::boolean, ${signUp.locale}::text, ${signUp.currency}::text, ${signUp.timeZone}::text, ${signUp.source}, ${signUp.consentText}, ${signUp.ipHash}::uuid,
        wanted.variant_id, wanted.topic, wanted.quantity, wanted.extras, wanted.client_product, wanted.target
      from batch, wanted order by wanted.variant_id, wanted.topic
      on conflict (store_id, address_hash, shopper_id, variant_id, topic) do update set
        requested_at = case when r.confirmed_at is null and r.requested_at > excluded.requested_at - interval '2 days'
            and (${termsOf("r")}) is not distinct from (${termsOf("excluded")})
          then r.requested_at else excluded.requested_at end,
        confirmed_at = null, batch_id = excluded.batch_id, ip_hash = excluded.ip_hash, ${COPY_TERMS}
      returning xmax = 0 as is_new
    )
    select id as "batchId", (extract(epoch from statement_timestamp()) * 1000000)::bigint as until,
      (select count(*)::int from stored where is_new) + (
        select count(*)::int from sign_up_requests
        where store_id = ${tx.storeId} and shopper_id = ${signUp.shopperId}::bigint and confirmed_at is null) as open
    from batch`;
  if (!stored) throw new Error("The requests were not stored");
  const { open, ...batch } = stored;
  return { batch, open };
}

/** The requests of a batch that are not confirmed yet. */
const unconfirmedOf = (tx: StoreTx, { batchId, until }: Batch) => fragmentWith`
  r.store_id = ${tx.storeId} and r.batch_id = ${batchId} and r.confirmed_at is null
    and r.requested_at <= 'epoch'::timestamptz + ${until}::bigint * interval '1 microsecond'`;

/** The unconfirmed requests for an address, as one batch for each shopper who made them; two at most. */
export const findBatches = (tx: StoreTx, addressHash: string, hours: number) =>
  tx<Batch & { shopperId: ShopperId | null; locale: string | null }>`
    select batch_id as "batchId", max(shopper_id) as "shopperId", (extract(epoch from max(requested_at)) * 1000000)::bigint as until, max(locale) as locale
    from sign_up_requests
    where store_id = ${tx.storeId} and address_hash = ${addressHash} and confirmed_at is null
      and requested_at > now() - make_interval(hours => ${hours})
    group by batch_id limit 2`;

/** Newest first. `joinsMailingList` is about the whole batch, also beyond the limit. */
export const findUnconfirmed = (tx: StoreTx, batch: Batch, limit: number) => tx<{
  variantId: VariantId;
  medium: Medium;
  joinsMailingList: boolean;
}>`
  select r.variant_id as "variantId", r.medium, bool_or(r.on_mailing_list is true) over () as "joinsMailingList" from sign_up_requests r
  where ${unconfirmedOf(tx, batch)}
  order by r.requested_at desc, r.id desc
  limit ${limit}`;

export type LockedRequest = {
  readonly id: string;
  readonly shopperId: ShopperId | null;
  readonly consentedAt: Date;
  readonly terms: Pick<
    SignUp,
    | "medium"
    | "value"
    | "addressHash"
    | "onMailingList"
    | "locale"
    | "currency"
    | "timeZone"
    | "source"
    | "consentText"
    | "ipHash"
  >;
  readonly wanted: WantedAlert;
};

/** The requests of a batch that are not confirmed yet, oldest first, locked. */
export const lockRequests = (tx: StoreTx, batch: Batch) =>
  tx<LockedRequest>`
    select r.id, r.shopper_id as "shopperId", r.requested_at as "consentedAt",
      jsonb_build_object('medium', r.medium, 'value', r.value, 'addressHash', r.address_hash, 'onMailingList', r.on_mailing_list,
        'locale', r.locale, 'currency', r.currency, 'timeZone', r.time_zone, 'source', r.source, 'consentText', r.consent_text, 'ipHash', r.ip_hash) as terms,
      jsonb_build_object('variantId', r.variant_id::text, 'topic', r.topic, 'quantity', r.quantity, 'extras', r.extras,
        'target', r.target, 'clientProduct', r.client_product) as wanted
    from sign_up_requests r
    where ${unconfirmedOf(tx, batch)}
    order by r.requested_at, r.id
    for update`;

/** Deletes the requests that became subscriptions of their own shopper. The others are marked as confirmed and wait since
 *  the time that a subscription would have: their shopper cannot tell the two apart. */
export const finishRequests = (tx: StoreTx, ids: readonly string[], at: string) =>
  tx`
    with own as (
      delete from sign_up_requests r using contacts c, subscriptions s
      where r.store_id = ${tx.storeId} and r.id = any(${ids}::bigint[])
        and c.store_id = r.store_id and c.medium = r.medium and c.value = r.value
        and s.contact_id = c.id and s.variant_id = r.variant_id and s.topic = r.topic and s.shopper_id is not distinct from r.shopper_id
      returning r.id
    )
    update sign_up_requests set confirmed_at = now(),
      waits_since = coalesce(waits_since, 'epoch'::timestamptz + ${at}::bigint * interval '1 microsecond')
    where store_id = ${tx.storeId} and id = any(${ids}::bigint[]) and id not in (select id from own)`;

/** Deletes a page of requests that were never confirmed and whose link has expired. Returns how many. */
export async function deleteOldRequests(tx: SystemTx, limit: number): Promise<number> {
  // Twice, because a request may be repeated between the two.
  const isOld = fragment("requested_at < now() - interval '4 days' and waits_since is null");
  const [deleted] = await tx<{ count: number }>`
    with deleted as (
      delete from sign_up_requests where ${isOld} and (store_id, id) in (
        select store_id, id from sign_up_requests where ${isOld} order by requested_at limit ${limit}
      ) returning 1
    ) select count(*)::int as count from deleted`;
  return deleted?.count ?? 0;
}

/** A page of the confirmed requests of all stores that are old enough for the shortest time that a store may set. */
export const findConfirmedPage = (
  tx: SystemTx,
  { after, limit }: { after: { storeId: number; id: string }; limit: number },
) => tx<{ storeId: StoreId; id: string }>`
  select store_id as "storeId", id from sign_up_requests
  where (store_id, id) > (${after.storeId}::int, ${after.id}::bigint)
    and waits_since is not null and requested_at < now() - interval '4 days'
  order by store_id, id limit ${limit}`;

/** Deletes those of these confirmed requests that are older than `days`. Returns how many. */
export async function deleteConfirmedRequests(tx: StoreTx, ids: readonly string[], days: number): Promise<number> {
  const deleted = await tx<{ id: string }>`
    delete from sign_up_requests where store_id = ${tx.storeId} and id = any(${ids}::bigint[])
      and waits_since is not null and requested_at < now() - make_interval(days => ${days})
    returning id`;
  return deleted.length;
}
