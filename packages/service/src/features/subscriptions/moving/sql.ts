import type { StoreTx } from "../../../platform/db/db.ts";
import { fragment } from "../../../platform/db/fragment.ts";
import { inUtc, type Line, type LinePage } from "../../../platform/db/lines.ts";
import { toArray } from "../../../platform/db/to-array.ts";
import type { ContactId, SubscriptionId } from "../../../platform/ids.ts";
import { MARKET_END, PLATFORM_ID } from "../../catalog/moving/name-in-line.ts";
import { type Address, EMAIL, type Medium } from "../address.ts";
import { HAPPENINGS } from "../line/happenings.ts";
import { stateNow } from "../sql.ts";
import { FIRST_ENDED, STATES, WAITING } from "../state.ts";
import type { ContactSubscription, MovedConsent, MovedContact } from "./moved-subscription.ts";

/** As `suppressErased` stores it. */
const ERASED = HAPPENINGS.say("erased", {});

export type HashedContact = MovedContact & { readonly id: string; readonly addressHash: string };

/** Expects each address once, with a new id. What the store knows of a contact stays. Returns how many are new. */
export async function insertContacts(tx: StoreTx, contacts: readonly HashedContact[]): Promise<number> {
  const [row] = await tx<{ count: number }>`
    with stored as (
      insert into contacts (id, store_id, medium, value, address_hash, created_at, on_mailing_list, locale, currency, time_zone)
      select id, ${tx.storeId}, medium, value, address_hash, coalesce(created_at, now()), on_mailing_list, locale, currency, time_zone
      from unnest(${toArray(contacts.map((one) => one.id))}::bigint[], ${toArray(contacts.map((one) => one.address.medium))}::smallint[],
        ${toArray(contacts.map((one) => one.address.value))}::text[], ${toArray(contacts.map((one) => one.addressHash))}::uuid[],
        ${toArray(contacts.map((one) => one.createdAt))}::timestamptz[], ${toArray(contacts.map((one) => one.onMailingList))}::boolean[],
        ${toArray(contacts.map((one) => one.locale))}::text[], ${toArray(contacts.map((one) => one.currency))}::text[],
        ${toArray(contacts.map((one) => one.timeZone))}::text[])
        as sent (id, medium, value, address_hash, created_at, on_mailing_list, locale, currency, time_zone)
      order by medium, value -- as sign-ups do, so that neither waits for the other
      on conflict (store_id, medium, value) do nothing
      returning 1
    ) select count(*)::int as count from stored`;
  return row?.count ?? 0;
}

/** The contacts of these addresses. */
export const findContacts = (tx: StoreTx, addresses: readonly Address[]) => tx<{
  id: ContactId;
  medium: Medium;
  value: string;
}>`
  select c.id, sent.medium, sent.value
  from unnest(${toArray(addresses.map(({ medium }) => medium))}::smallint[], ${toArray(addresses.map(({ value }) => value))}::text[])
    as sent (medium, value)
  cross join lateral (
    select id from contacts c where c.store_id = ${tx.storeId} and c.medium = sent.medium and c.value = sent.value offset 0
  ) as c`;

/** The addresses of these that are suppressed, and when their person was erased, in milliseconds. Rows of imports and of older
 *  versions have it as their reason. */
export const findSuppressions = (tx: StoreTx, hashes: readonly string[]) => tx<{
  addressHash: string;
  erasedAt: number | null;
}>`
  select address_hash::text as "addressHash",
    (extract(epoch from coalesce(erased_at, case when reason = ${ERASED} then since end)) * 1000)::float8 as "erasedAt"
  from suppressions
  where store_id = ${tx.storeId} and address_hash = any(${toArray(hashes)}::uuid[])`;

/** With a new id. */
export type NewSubscription = ContactSubscription & { readonly id: string };
export type Stored = { readonly added: number; readonly earlier: number };

// PostgreSQL estimates few rows for `unnest()`, so a join of two such CTEs would run as a quadratic nested loop. So each statement
// below looks its rows up by their keys.

/** Locks what is there already of these, by id, as every statement that locks several subscriptions. Otherwise an import and
 *  such a statement could wait for each other. */
export const lockSubscriptions = (
  tx: StoreTx,
  subscriptions: readonly Pick<ContactSubscription, "contactId" | "variantId" | "topic">[],
) => tx`
  select from subscriptions where store_id = ${tx.storeId} and id = any(array(
    select s.id from unnest(${toArray(subscriptions.map((one) => one.contactId))}::bigint[],
      ${toArray(subscriptions.map((one) => one.variantId))}::bigint[], ${toArray(subscriptions.map((one) => one.topic))}::text[])
      as sent (contact_id, variant_id, topic)
    cross join lateral (
      select id from subscriptions s
      where s.contact_id = sent.contact_id and s.variant_id = sent.variant_id and s.topic = sent.topic and s.store_id = ${tx.storeId} offset 0
    ) as s
  )) order by id for no key update`;

/** Stores subscriptions as they are: nobody is asked or notified. Triggers put those who wait into their lines, at the time of
 *  their sign-up. Somebody who waits here already keeps the earlier of both times; one that has ended here stays ended.
 *  `areNew`: the contacts are, so that none of these can be there. Expects each contact, variant and topic once,
 *  and that the caller has locked what is there. */
export async function insertSubscriptions(
  tx: StoreTx,
  subscriptions: readonly NewSubscription[],
  { reason, areNew }: { readonly reason: string; readonly areNew: boolean },
): Promise<Stored> {
  const [row] = await tx<Stored>`
    with stored as (
      insert into subscriptions as s (id, store_id, variant_id, contact_id, shopper_id, state, quantity, topic, extras, client_product, target, signed_up_at)
      select id, ${tx.storeId}, variant_id, contact_id, shopper_id, state, quantity, topic, extras, client_product, target, signed_up_at
      from unnest(${toArray(subscriptions.map((one) => one.id))}::bigint[], ${toArray(subscriptions.map((one) => one.contactId))}::bigint[],
        ${toArray(subscriptions.map((one) => one.variantId))}::bigint[], ${toArray(subscriptions.map((one) => one.shopperId))}::bigint[],
        ${toArray(subscriptions.map((one) => one.topic))}::text[],
        ${toArray(subscriptions.map((one) => (one.state === "waiting" && one.isSuppressed ? STATES.undeliverable : STATES[one.state])))}::smallint[],
        ${toArray(subscriptions.map((one) => one.quantity))}::smallint[], ${toArray(subscriptions.map((one) => one.signedUpAt))}::timestamptz[],
        ${toArray(subscriptions.map((one) => one.extras))}::text[], ${toArray(subscriptions.map((one) => one.target))}::numeric[],
        ${toArray(subscriptions.map((one) => one.clientProduct))}::jsonb[])
        as sent (id, contact_id, variant_id, shopper_id, topic, state, quantity, signed_up_at, extras, target, client_product)
      order by contact_id, variant_id, topic -- as sign-ups do
      ${areNew ? fragment("") : KEEP_EARLIER}
      returning s.id, s.state, s.quantity, xmax = 0 as is_new
    ), logged as (
      insert into ledger (store_id, subscription_id, state, quantity, reason)
      select ${tx.storeId}, id, state, quantity, ${reason} from stored where is_new
    )
    select count(*) filter (where is_new)::int as added, count(*) filter (where not is_new)::int as earlier from stored`;
  tx.wakeAfterCommit("outbox");
  return row ?? { added: 0, earlier: 0 };
}

const KEEP_EARLIER =
  fragment(`on conflict (contact_id, variant_id, topic) do update set signed_up_at = excluded.signed_up_at
      where s.state = ${WAITING.text} and excluded.state = ${WAITING.text} and excluded.signed_up_at < s.signed_up_at
        and exists (select from waiting w where w.store_id = s.store_id and w.subscription_id = s.id)`);

export type NewConsent = MovedConsent & {
  readonly subscriptionId: string;
  readonly addressHash: string;
  readonly textVersion: string | null;
};

/** The evidence of those subscriptions that were stored under their new id: one that was there keeps its own. `areStored`: all
 *  of them were. */
export const insertConsents = (tx: StoreTx, consents: readonly NewConsent[], areStored: boolean) => tx`
  insert into consents (given_at, store_id, subscription_id, address_hash, source, wording, language, text_version, on_mailing_list)
  select sent.given_at, ${tx.storeId}, sent.subscription_id, sent.address_hash, sent.source, sent.wording, sent.language, sent.text_version,
    sent.on_mailing_list
  from unnest(${toArray(consents.map((one) => one.at))}::timestamptz[], ${toArray(consents.map((one) => one.subscriptionId))}::bigint[],
    ${toArray(consents.map((one) => one.addressHash))}::uuid[], ${toArray(consents.map((one) => one.source))}::text[],
    ${toArray(consents.map((one) => one.wording))}::text[], ${toArray(consents.map((one) => one.language))}::text[],
    ${toArray(consents.map((one) => one.textVersion))}::uuid[], ${toArray(consents.map((one) => one.onMailingList))}::boolean[])
    as sent (given_at, subscription_id, address_hash, source, wording, language, text_version, on_mailing_list)
  where ${areStored}::boolean or exists (
    select from subscriptions s where s.store_id = ${tx.storeId} and s.id = sent.subscription_id limit 1
  )
  on conflict do nothing`;

export type HashedSuppression = {
  readonly addressHash: string;
  readonly since: string | null;
  readonly reason: string;
};

/** A suppression that is there already stays, with its reason. Returns how many are new. */
export async function insertSuppressions(tx: StoreTx, suppressions: readonly HashedSuppression[]): Promise<string[]> {
  const rows = await tx<{ addressHash: string }>`
    insert into suppressions (store_id, address_hash, since, reason)
    select ${tx.storeId}, address_hash, coalesce(since, now()), reason
    from unnest(${toArray(suppressions.map((one) => one.addressHash))}::uuid[], ${toArray(suppressions.map((one) => one.since))}::timestamptz[],
      ${toArray(suppressions.map((one) => one.reason))}::text[]) as sent (address_hash, since, reason)
    on conflict do nothing returning address_hash::text as "addressHash"`;
  return rows.map(({ addressHash }) => addressHash);
}

/** What is open for these addresses. */
export const findOpen = (tx: StoreTx, hashes: readonly string[]) => tx<{ id: SubscriptionId }>`
  select s.id from contacts c join subscriptions s on s.contact_id = c.id and s.store_id = c.store_id
  where c.store_id = ${tx.storeId} and c.address_hash = any(${toArray(hashes)}::uuid[]) and ${stateNow("s")} < ${FIRST_ENDED}`;

export async function hasSuppressions(tx: StoreTx): Promise<boolean> {
  const [row] = await tx<{ isThere: boolean }>`
    select exists (select from suppressions where store_id = ${tx.storeId}) as "isThere"`;
  return row?.isThere === true;
}

const ADDRESS = `'email', case when c.medium = ${EMAIL} then c.value end, 'phone', case when c.medium <> ${EMAIL} then c.value end`;

export const selectContacts = (tx: StoreTx, { after, until, limit }: LinePage) => tx<Line>`
  select c.id::text as at, json_build_object(${fragment(ADDRESS)}, 'createdAt', ${inUtc("c.created_at")}, 'onMailingList', c.on_mailing_list,
    'locale', c.locale, 'currency', c.currency, 'timeZone', c.time_zone)::text as line
  from contacts c where c.store_id = ${tx.storeId} and c.id > ${after}::bigint and c.id <= ${until}::bigint order by c.id limit ${limit}`;

/** The next installation must know of an erasure, whatever the address was suppressed for before. */
const SINCE = "coalesce(s.erased_at, s.since)";
const REASON = `case when s.erased_at is null then s.reason else '${ERASED}' end`;

/** Suppressions of addresses that the store knows. A page has looked at so many contacts. */
export const selectKnownSuppressions = (tx: StoreTx, { after, until, limit }: LinePage) => tx<Line>`
  select c.id::text as at, case when s.reason is not null then json_build_object(${fragment(ADDRESS)}, 'since', ${inUtc(SINCE)},
    'reason', ${fragment(REASON)})::text end as line
  from (
    select * from contacts where store_id = ${tx.storeId} and id > ${after}::bigint and id <= ${until}::bigint order by id limit ${limit}
  ) as c left join lateral (
    select * from suppressions s where s.store_id = c.store_id and s.address_hash = c.address_hash offset 0
  ) as s on true
  order by c.id`;

/** Suppressions of addresses that the store does not know any more: only a keyed hash is left. */
export const selectHashedSuppressions = (tx: StoreTx, { after, limit }: LinePage) => tx<Line>`
  select s.address_hash::text as at, case when not exists (
      select from contacts c where c.store_id = s.store_id and c.address_hash = s.address_hash
    ) then json_build_object('hash', s.address_hash, 'since', ${inUtc(SINCE)},
      'reason', ${fragment(REASON)})::text end as line
  from suppressions s where s.store_id = ${tx.storeId} and s.address_hash > ${after}::uuid order by s.address_hash limit ${limit}`;

const stateWord = (state: string) =>
  fragment(
    `case ${state} ${Object.entries(STATES)
      .map(([name, number]) => `when ${number} then '${name === "offered" ? "waiting" : name}'`)
      .join(" ")} end`,
  );

/** Somebody who has an offer at this moment is exported as waiting. */
export const selectSubscriptions = (tx: StoreTx, { after, until, limit }: LinePage) => tx<Line>`
  select s.id::text as at, left(json_build_object(${fragment(ADDRESS)}, 'variant', ${PLATFORM_ID}, 'topic', s.topic, 'state', ${stateWord(`(${stateNow("s").text})`)},
    'quantity', s.quantity, 'signedUpAt', ${inUtc("s.signed_up_at")}, 'extras', s.extras, 'target', trim_scale(s.target),
    'clientProduct', s.client_product, 'ownerEmail', o.email, 'ownerRegid', case when o.email is null then replace(o.regid::text, '-', '') end,
    'consents', coalesce((
      select json_agg(json_build_object('at', ${inUtc("k.given_at")}, 'source', k.source, 'wording', k.wording, 'language', k.language,
        'onMailingList', k.on_mailing_list) order by k.given_at)
      from consents k where k.store_id = s.store_id and k.subscription_id = s.id
    ), '[]'))::text, -1) || ${MARKET_END} as line
  from (
    select * from subscriptions where store_id = ${tx.storeId} and id > ${after}::bigint and id <= ${until}::bigint order by id limit ${limit}
  ) as s
  cross join lateral (select * from contacts c where c.store_id = s.store_id and c.id = s.contact_id offset 0) as c
  cross join lateral (select platform_id from variants v where v.store_id = s.store_id and v.id = s.variant_id offset 0) as v
  left join lateral (
    select coalesce(merged_into, id) as id from shoppers g where g.store_id = s.store_id and g.id = s.shopper_id offset 0
  ) as g on true
  left join lateral (select email, regid from shoppers o where o.store_id = s.store_id and o.id = g.id offset 0) as o on true
  order by s.id`;
