import type { Runner, Statement, StoreTx, SystemTx } from "../../platform/db/db.ts";
import type { ContactId, ShopperId, StoreId, SubscriptionId, VariantId } from "../../platform/ids.ts";
import type { Medium } from "./address.ts";

// ---- signing up, for many at once ----

export type Wanted = {
  readonly variantId: VariantId;
  readonly topic: string;
  readonly quantity: number | null;
  readonly extras: string | null;
  readonly target: number | null;
  readonly clientProduct: ClientProduct | null;
};

/** A product as the sign-up described it: ids with the JSON type they had. */
export type ClientProduct = {
  readonly platformId: unknown;
  readonly productId: unknown;
  readonly url: string;
  readonly by: "store-server" | "browser";
};

/** Somebody who wants to be told. `state`: 0 where the address is to be confirmed first, 1 where it counts at once. */
export type SignUp = {
  readonly storeId: StoreId;
  readonly medium: Medium;
  readonly value: string;
  readonly addressHash: string;
  readonly onMailingList: boolean | null;
  readonly locale: string | null;
  readonly currency: string | null;
  readonly timeZone: string | null;
  readonly shopperId: ShopperId | null;
  readonly state: 0 | 1;
  readonly source: string;
  readonly consentText: string;
  /** Only where an earlier place in line is brought along. */
  readonly signedUpAt: Date | null;
  readonly wanted: readonly Wanted[];
};

/** `unconfirmedUntil`: the microsecond of the last sign-up that waits for a confirmation; nothing where none does. */
export type SignedUp = { readonly contactId: ContactId; readonly unconfirmedUntil: string | null };

/** Whoever has ended and signs up again takes a new place. A sign-up that is older than the row, as an import brings it,
 *  wakes nothing; it only moves a place forward. */
export const SIGN_UP: Statement = {
  name: "sign-up",
  text: `with asked as materialized (
      select asked.*, coalesce(signed_up_at, statement_timestamp() + place * interval '1 microsecond') as at,
        exists (select from suppressions s where s.store_id = asked.store_id and s.address_hash = asked.address_hash) as is_suppressed
      from unnest($1::int[], $2::smallint[], $3::text[], $4::uuid[], $5::boolean[], $6::text[], $7::text[], $8::text[],
          $9::bigint[], $10::smallint[], $11::text[], $12::text[], $13::timestamptz[])
        with ordinality as asked (store_id, medium, value, address_hash, on_mailing_list, locale, currency, time_zone,
          shopper_id, state, source, consent_text, signed_up_at, place)
    ), wanted as (
      select * from unnest($14::int[], $15::bigint[], $16::text[], $17::smallint[], $18::text[], $19::jsonb[], $20::numeric[])
        as wanted (place, variant_id, topic, quantity, extras, client_product, target)
    ), reached as ( -- in one order, so that two batches never wait for each other
      insert into contacts (id, store_id, medium, value, address_hash, on_mailing_list, locale, currency, time_zone)
      select new_id(store_id), store_id, medium, value, address_hash, on_mailing_list, locale, currency, time_zone
      from asked order by store_id, medium, value
      on conflict (store_id, medium, value) do update set
        on_mailing_list = coalesce(excluded.on_mailing_list, contacts.on_mailing_list),
        locale = coalesce(excluded.locale, contacts.locale),
        currency = coalesce(excluded.currency, contacts.currency),
        time_zone = coalesce(excluded.time_zone, contacts.time_zone)
      returning id, store_id, medium, value
    ), people as materialized (
      select asked.*, reached.id as contact_id
      from reached join asked on asked.store_id = reached.store_id and asked.medium = reached.medium and asked.value = reached.value
    ), held as materialized ( -- in the order of everybody else who changes several
      select s.id, s.state, s.signed_up_at, s.contact_id, s.variant_id, s.topic, s.quantity
      from people join wanted on wanted.place = people.place
      join subscriptions s on s.contact_id = people.contact_id and s.variant_id = wanted.variant_id and s.topic = wanted.topic
      order by s.id
      for no key update of s
    ), stored as (
      insert into subscriptions (id, store_id, variant_id, contact_id, shopper_id, state, quantity, topic, extras, client_product, target, signed_up_at)
      select new_id(people.store_id), people.store_id, wanted.variant_id, people.contact_id, people.shopper_id,
        case when people.is_suppressed then 7 else people.state end, coalesce(wanted.quantity, held.quantity, 1), wanted.topic, wanted.extras, wanted.client_product, wanted.target, people.at
      from people join wanted on wanted.place = people.place
      left join held on held.contact_id = people.contact_id and held.variant_id = wanted.variant_id and held.topic = wanted.topic
      where (select count(*) from held) >= 0
      order by people.contact_id, wanted.variant_id, wanted.topic
      on conflict (contact_id, variant_id, topic) do update set
        state = case
          when subscriptions.state > 2 and excluded.signed_up_at > subscriptions.signed_up_at then excluded.state
          when subscriptions.state = 0 then excluded.state
          else subscriptions.state end,
        signed_up_at = case
          when subscriptions.state > 2 and excluded.signed_up_at > subscriptions.signed_up_at then excluded.signed_up_at
          else least(subscriptions.signed_up_at, excluded.signed_up_at) end,
        quantity = excluded.quantity,
        extras = coalesce(excluded.extras, subscriptions.extras),
        target = coalesce(excluded.target, subscriptions.target),
        client_product = case when subscriptions.client_product->>'by' = 'store-server' then subscriptions.client_product
          else coalesce(excluded.client_product, subscriptions.client_product) end,
        shopper_id = coalesce(excluded.shopper_id, subscriptions.shopper_id)
      returning id, store_id, contact_id, variant_id, state, signed_up_at, xmax = 0 as is_new
    ), changed as (
      select stored.*, people.address_hash, people.source, people.consent_text, held.state as before
      from stored join people on people.contact_id = stored.contact_id left join held on held.id = stored.id
      where stored.is_new or held.state <> stored.state or stored.signed_up_at > held.signed_up_at
    ), agreed as (
      insert into consents (store_id, subscription_id, address_hash, source, wording)
      select store_id, id, address_hash, source, consent_text from changed
    ), noted as (
      insert into ledger (store_id, subscription_id, state, reason)
      select store_id, id, state, case
        when state = 7 then 'signed up, but nothing may be sent to this address'
        when state = 0 then 'signed up, to be confirmed'
        when before = 0 then 'signed up again, without a confirmation'
        when before is null then 'signed up'
        else 'signed up again' end
      from changed
    ), told as (
      insert into outbox (store_id, subject, payload)
      select store_id, 'alert.subscribed', jsonb_build_object('contactId', contact_id::text,
        'subscriptionIds', jsonb_agg(id::text order by id), 'variantIds', jsonb_agg(variant_id::text order by id))
      from changed where state < 7
      group by store_id, contact_id
    )
    select people.place::int, people.contact_id, unconfirmed.until
    from people left join (
      select contact_id, (extract(epoch from max(signed_up_at)) * 1000000)::bigint as until
      from stored where state = 0 group by contact_id
    ) as unconfirmed on unconfirmed.contact_id = people.contact_id`,
};

/** Signs people up. Expects each address once and, within a sign-up, each variant and topic once. */
export async function signUpMany(runner: Runner, signUps: readonly SignUp[]): Promise<SignedUp[]> {
  const wanted = signUps.flatMap((one, index) => one.wanted.map((thing) => ({ place: index + 1, ...thing })));
  const rows = await runner.rows<[place: number, contactId: ContactId, unconfirmedUntil: string | null]>(SIGN_UP, [
    signUps.map((one) => one.storeId),
    signUps.map((one) => one.medium),
    signUps.map((one) => one.value),
    signUps.map((one) => one.addressHash),
    signUps.map((one) => one.onMailingList),
    signUps.map((one) => one.locale),
    signUps.map((one) => one.currency),
    signUps.map((one) => one.timeZone),
    signUps.map((one) => one.shopperId),
    signUps.map((one) => one.state),
    signUps.map((one) => one.source),
    signUps.map((one) => one.consentText),
    signUps.map((one) => one.signedUpAt?.toISOString() ?? null),
    wanted.map((one) => one.place),
    wanted.map((one) => one.variantId),
    wanted.map((one) => one.topic),
    wanted.map((one) => one.quantity),
    wanted.map((one) => one.extras),
    wanted.map((one) => (one.clientProduct ? JSON.stringify(one.clientProduct) : null)),
    wanted.map((one) => one.target),
  ]);
  const signedUp: SignedUp[] = [];
  for (const [place, contactId, unconfirmedUntil] of rows) signedUp[place - 1] = { contactId, unconfirmedUntil };
  return signedUp;
}

// ---- confirming ----

/** Takes one of so many mails a day that an address gets; nothing where they are used up. */
export async function takeConfirmation(tx: StoreTx, addressHash: string, perDay: number): Promise<boolean> {
  const taken = await tx<{ done: boolean }>`
    insert into confirmations (address_hash, sent) values (${addressHash}, array[now()])
    on conflict (address_hash) do update set
      sent = array(select at from unnest(confirmations.sent) as at where at > now() - interval '1 day') || now()
    where (select count(*) from unnest(confirmations.sent) as at where at > now() - interval '1 day') < ${perDay}
    returning true as done`;
  return taken.length === 1;
}

export const deleteOldConfirmations = (tx: SystemTx) =>
  tx`delete from confirmations where sent[cardinality(sent)] < now() - interval '2 days'`;

export async function isSuppressed(tx: StoreTx, addressHash: string): Promise<boolean> {
  const found = await tx<{ found: boolean }>`
    select true as found from suppressions where store_id = ${tx.storeId} and address_hash = ${addressHash}`;
  return found.length === 1;
}

/** Confirms what a contact signed up for until then. Answers how many that were. */
export async function confirmUntil(tx: StoreTx, contactId: ContactId, until: string): Promise<number> {
  const confirmed = await tx<{ id: SubscriptionId }>`
    with held as (
      select s.id, exists (
        select from contacts c join suppressions p on p.store_id = c.store_id and p.address_hash = c.address_hash
        where c.store_id = s.store_id and c.id = s.contact_id) as is_suppressed
      from subscriptions s
      where s.store_id = ${tx.storeId} and s.contact_id = ${contactId} and s.state = 0
        and s.signed_up_at <= 'epoch'::timestamptz + ${until}::bigint * interval '1 microsecond'
      order by s.id
      for no key update
    ), changed as (
      update subscriptions s set state = case when held.is_suppressed then 7 else 1 end
      from held where s.store_id = ${tx.storeId} and s.id = held.id
      returning s.id, s.contact_id, s.variant_id, s.state
    ), agreed as (
      insert into consents (store_id, subscription_id, address_hash, source, wording)
      select ${tx.storeId}, changed.id, c.address_hash, 'confirmation', ''
      from changed join contacts c on c.store_id = ${tx.storeId} and c.id = changed.contact_id
    ), noted as (
      insert into ledger (store_id, subscription_id, state, reason)
      select ${tx.storeId}, id, state,
        case when state = 7 then 'confirmed, but nothing may be sent to this address' else 'confirmed from the mail' end
      from changed
    ), told as (
      insert into outbox (store_id, subject, payload)
      select ${tx.storeId}, 'alert.confirmed', jsonb_build_object('contactId', ${contactId}::text,
        'subscriptionIds', jsonb_agg(id::text order by id), 'variantIds', jsonb_agg(variant_id::text order by id))
      from changed having count(*) > 0
    )
    select id from changed`;
  if (confirmed.length > 0) tx.ringAfterCommit();
  return confirmed.length;
}

// ---- showing ----

export type Shown = {
  readonly id: SubscriptionId;
  readonly variantId: VariantId;
  readonly topic: string;
  readonly state: number;
  readonly medium: Medium;
  readonly value: string;
  readonly clientProduct: ClientProduct | null;
  readonly signedUpAt: Date;
};

/** Whose subscriptions: those of a shopper, with those that wait at the shopper's own proved address. */
export type Whose = { readonly shopperId: ShopperId | null; readonly email: string | null };

export async function subscriptionsOf(
  tx: StoreTx,
  { shopperId, email }: Whose,
  { topic, medium, limit, offset }: { topic: string | null; medium: Medium | null; limit: number; offset: number },
): Promise<{ total: number; shown: Shown[] }> {
  const rows = await tx<Shown & { total: number }>`
    select s.id, s.variant_id as "variantId", s.topic, s.state, c.medium, c.value, s.client_product as "clientProduct", s.signed_up_at as "signedUpAt",
      count(*) over ()::int as total
    from (
      select id from subscriptions where store_id = ${tx.storeId} and shopper_id = ${shopperId}
      union
      select o.id from contacts own join subscriptions o on o.contact_id = own.id and o.store_id = own.store_id
      where own.store_id = ${tx.storeId} and own.medium = 1 and own.value = ${email}
    ) as mine
    join subscriptions s on s.store_id = ${tx.storeId} and s.id = mine.id
    join contacts c on c.store_id = ${tx.storeId} and c.id = s.contact_id
    where (${topic}::text is null or s.topic = ${topic}) and (${medium}::smallint is null or c.medium = ${medium})
    order by s.signed_up_at desc, s.id desc
    limit ${limit} offset ${offset}`;
  return { total: rows[0]?.total ?? 0, shown: rows };
}

/** All of one contact, newest first; the page that shows them has an end. */
export const subscriptionsOfContact = (tx: StoreTx, contactId: ContactId, limit: number) =>
  tx<Shown>`
    select s.id, s.variant_id as "variantId", s.topic, s.state, c.medium, c.value, s.client_product as "clientProduct", s.signed_up_at as "signedUpAt"
    from subscriptions s join contacts c on c.store_id = s.store_id and c.id = s.contact_id
    where s.store_id = ${tx.storeId} and s.contact_id = ${contactId}
    order by s.state > 2, s.signed_up_at desc, s.id desc
    limit ${limit}`;

/** What waits for a confirmation until then. */
export const unconfirmedOfContact = (tx: StoreTx, contactId: ContactId, until: string, limit: number) =>
  tx<Shown>`
    select s.id, s.variant_id as "variantId", s.topic, s.state, c.medium, c.value, s.client_product as "clientProduct", s.signed_up_at as "signedUpAt"
    from subscriptions s join contacts c on c.store_id = s.store_id and c.id = s.contact_id
    where s.store_id = ${tx.storeId} and s.contact_id = ${contactId} and s.state = 0
      and s.signed_up_at <= 'epoch'::timestamptz + ${until}::bigint * interval '1 microsecond'
    order by s.signed_up_at desc, s.id desc
    limit ${limit}`;

export async function findContact(tx: StoreTx, contactId: ContactId) {
  const [contact] = await tx<{ medium: Medium; value: string; locale: string | null }>`
    select medium, value, locale from contacts where store_id = ${tx.storeId} and id = ${contactId}`;
  return contact;
}

// ---- ending ----

/** Ends what is still open of these, by whoever may end it. Answers how many that were. */
async function endSubscriptions(
  tx: StoreTx,
  ids: readonly SubscriptionId[],
  { state, reason }: { state: 6 | 7; reason: string },
): Promise<number> {
  const ended = await tx<{ id: SubscriptionId }>`
    with held as (
      select id from subscriptions
      where store_id = ${tx.storeId} and id = any(${ids}::bigint[]) and state < 3
      order by id
      for no key update
    ), changed as (
      update subscriptions s set state = ${state}
      from held where s.store_id = ${tx.storeId} and s.id = held.id
      returning s.id, s.contact_id, s.variant_id
    ), noted as (
      insert into ledger (store_id, subscription_id, state, reason) select ${tx.storeId}, id, ${state}, ${reason} from changed
    ), told as (
      insert into outbox (store_id, subject, payload)
      select ${tx.storeId}, case when ${state} = 6 then 'alert.unsubscribed' else 'alert.failed' end,
        jsonb_build_object('contactId', contact_id::text,
          'subscriptionIds', jsonb_agg(id::text order by id), 'variantIds', jsonb_agg(variant_id::text order by id))
      from changed group by contact_id
    )
    select id from changed`;
  if (ended.length > 0) tx.ringAfterCommit();
  return ended.length;
}

export async function endOfShopper(
  tx: StoreTx,
  { shopperId, email }: Whose,
  what: { variantIds: readonly VariantId[]; topic: string | null; medium: Medium | null },
  reason: string,
): Promise<number> {
  const open = await tx<{ id: SubscriptionId }>`
    select s.id from (
      select id from subscriptions where store_id = ${tx.storeId} and shopper_id = ${shopperId}
      union
      select o.id from contacts own join subscriptions o on o.contact_id = own.id and o.store_id = own.store_id
      where own.store_id = ${tx.storeId} and own.medium = 1 and own.value = ${email}
    ) as mine
    join subscriptions s on s.store_id = ${tx.storeId} and s.id = mine.id
    join contacts c on c.store_id = ${tx.storeId} and c.id = s.contact_id
    where s.state < 3 and s.variant_id = any(${what.variantIds}::bigint[])
      and (${what.topic}::text is null or s.topic = ${what.topic}) and (${what.medium}::smallint is null or c.medium = ${what.medium})`;
  return endSubscriptions(
    tx,
    open.map(({ id }) => id),
    { state: 6, reason },
  );
}

/** Of one contact: one subscription, or all. */
export async function endOfContact(
  tx: StoreTx,
  contactId: ContactId,
  only: SubscriptionId | null,
  reason: string,
): Promise<number> {
  const open = await tx<{ id: SubscriptionId }>`
    select id from subscriptions
    where store_id = ${tx.storeId} and contact_id = ${contactId} and state < 3 and (${only}::bigint is null or id = ${only})`;
  return endSubscriptions(
    tx,
    open.map(({ id }) => id),
    { state: 6, reason },
  );
}

/** The variants of a product that a shopper waits for; which are of the product is the catalogue's to say. */
export const variantsWaitedFor = (tx: StoreTx, { shopperId, email }: Whose) =>
  tx<{ variantId: VariantId }>`
    select variant_id as "variantId" from subscriptions where store_id = ${tx.storeId} and shopper_id = ${shopperId} and state < 3
    union
    select o.variant_id from contacts own join subscriptions o on o.contact_id = own.id and o.store_id = own.store_id
    where own.store_id = ${tx.storeId} and own.medium = 1 and own.value = ${email} and o.state < 3
    limit 1000`;

/** Answers whether it was not suppressed before. */
export async function insertSuppression(tx: StoreTx, addressHash: string, reason: string): Promise<boolean> {
  const made = await tx<{ isNew: boolean }>`
    insert into suppressions (store_id, address_hash, reason) values (${tx.storeId}, ${addressHash}, ${reason})
    on conflict (store_id, address_hash) do nothing returning true as "isNew"`;
  return made.length > 0;
}

export async function deleteSuppression(tx: StoreTx, addressHash: string, reason: string): Promise<void> {
  await tx`
    delete from suppressions where store_id = ${tx.storeId} and address_hash = ${addressHash} and reason = ${reason}`;
}

/** How many addresses were suppressed for this reason in the last days. */
export async function countSuppressed(tx: StoreTx, reason: string, days: number): Promise<number> {
  const [row] = await tx<{ count: number }>`
    select count(*)::int as count from suppressions
    where store_id = ${tx.storeId} and reason = ${reason} and since > now() - make_interval(days => ${days})`;
  return row?.count ?? 0;
}

export async function endOfAddress(
  tx: StoreTx,
  addressHash: string,
  end: { state: 6 | 7; reason: string },
): Promise<number> {
  const open = await tx<{ id: SubscriptionId }>`
    select s.id from contacts c join subscriptions s on s.contact_id = c.id and s.store_id = c.store_id
    where c.store_id = ${tx.storeId} and c.address_hash = ${addressHash} and s.state < 3`;
  return endSubscriptions(
    tx,
    open.map(({ id }) => id),
    end,
  );
}

// ---- watching what is saved ----

/** The source of a watch that was switched on at a list: it ends with the item there. */
export const FROM_LIST = "list";

/** Of these variants, what a shopper watches from a list and asked for nowhere else. */
export const findWatched = (tx: StoreTx, shopperId: ShopperId, variantIds: readonly VariantId[]) => tx<{
  id: SubscriptionId;
  variantId: VariantId;
}>`
  select s.id, s.variant_id as "variantId" from subscriptions s
  where s.store_id = ${tx.storeId} and s.shopper_id = ${shopperId} and s.variant_id = any(${variantIds}::bigint[]) and s.state < 3
    and ${FROM_LIST} = (
      select c.source from consents c where c.store_id = s.store_id and c.subscription_id = s.id order by c.given_at desc limit 1
    )`;

export const endWatched = (tx: StoreTx, ids: readonly SubscriptionId[], reason: string) =>
  endSubscriptions(tx, ids, { state: 6, reason });

// ---- following a guest ----

export const giveSubscriptions = (tx: StoreTx, from: ShopperId, to: ShopperId) =>
  tx<{ id: SubscriptionId }>`
    update subscriptions set shopper_id = ${to} where store_id = ${tx.storeId} and id in (
      select id from subscriptions where store_id = ${tx.storeId} and shopper_id = ${from} order by id for no key update
    ) returning id`;

export const giveBackSubscriptions = (
  tx: StoreTx,
  ids: readonly SubscriptionId[],
  { from, to }: { from: ShopperId; to: ShopperId },
) =>
  tx`
    update subscriptions set shopper_id = ${to} where store_id = ${tx.storeId} and id in (
      select id from subscriptions where store_id = ${tx.storeId} and id = any(${ids}::bigint[]) and shopper_id = ${from}
      order by id for no key update
    )`;

// ---- for alerts ----

export type RecipientRow = {
  readonly id: SubscriptionId;
  readonly contactId: ContactId;
  readonly variantId: VariantId;
  readonly topic: string;
  readonly state: number;
  readonly isSuppressed: boolean;
  readonly quantity: number;
  readonly extras: string | null;
  readonly clientProduct: ClientProduct | null;
  readonly medium: Medium;
  readonly value: string;
  readonly addressHash: string;
  readonly locale: string | null;
  readonly currency: string | null;
  readonly timeZone: string | null;
};

export const selectRecipientRows = (tx: StoreTx, ids: readonly SubscriptionId[]) =>
  tx<RecipientRow>`
    select s.id, s.contact_id as "contactId", s.variant_id as "variantId", s.topic, s.state, s.quantity, s.extras, s.client_product as "clientProduct",
      p.address_hash is not null as "isSuppressed", c.medium, c.value, c.address_hash as "addressHash",
      c.locale, c.currency, c.time_zone as "timeZone"
    from subscriptions s
    join contacts c on c.store_id = s.store_id and c.id = s.contact_id
    left join suppressions p on p.store_id = c.store_id and p.address_hash = c.address_hash
    where s.store_id = ${tx.storeId} and s.id = any(${ids}::bigint[])
    order by s.id`;

export type OutcomeRow = {
  readonly id: SubscriptionId;
  readonly planId: string | null;
  readonly state: number | null;
  readonly reason: string;
};

/** An end that came from the person stays: whoever unsubscribed meanwhile is not made to wait or be notified again. */
const SETTLE: Statement = {
  name: "settle-subscriptions",
  text: `with outcomes as materialized (
      select * from unnest($2::bigint[], $3::bigint[], $4::smallint[], $5::text[]) as outcomes (id, plan_id, state, reason)
      order by id
    ), changed as (
      update subscriptions s set state = outcomes.state from outcomes
      where s.store_id = $1 and s.id = outcomes.id and s.state <> outcomes.state -- not where it stays as it is
        and (s.state in (1, 2) or (s.state = 3 and outcomes.state = 4))
      returning s.id, outcomes.plan_id, outcomes.state, outcomes.reason
    ), rest as (
      select * from outcomes where id not in (select id from changed)
    ), noted as (
      insert into ledger (store_id, subscription_id, plan_id, state, reason)
      select $1, id, plan_id, state, reason from changed
      union all
      select $1, s.id, rest.plan_id, coalesce(rest.state, s.state), rest.reason
      from rest join subscriptions s on s.store_id = $1 and s.id = rest.id
    )
    select id from changed`,
};

export async function storeOutcomes(tx: StoreTx, outcomes: readonly OutcomeRow[]): Promise<SubscriptionId[]> {
  const rows = await tx.rows<[id: SubscriptionId]>(SETTLE, [
    tx.storeId,
    outcomes.map((one) => one.id),
    outcomes.map((one) => one.planId),
    outcomes.map((one) => one.state),
    outcomes.map((one) => one.reason),
  ]);
  return rows.map(([id]) => id);
}

// ---- looking back ----

export async function countInLine(tx: StoreTx, variantId: VariantId, topic: string): Promise<number> {
  const [row] = await tx<{ count: number }>`
    select count(*)::int as count from subscriptions
    where store_id = ${tx.storeId} and variant_id = ${variantId} and topic = ${topic} and state = 1`;
  return row?.count ?? 0;
}

export type HistoryRow = {
  readonly id: SubscriptionId;
  readonly state: number;
  readonly quantity: number;
  readonly signedUpAt: Date;
  /** By the time of sign-up, from 1; nothing where it does not wait. */
  readonly place: number | null;
};

export async function findSubscription(
  tx: StoreTx,
  { medium, value, variantId, topic }: { medium: Medium; value: string; variantId: VariantId; topic: string },
): Promise<HistoryRow | undefined> {
  const [row] = await tx<HistoryRow>`
    select s.id, s.state, s.quantity, s.signed_up_at as "signedUpAt", case when s.state = 1 then (
      select count(*)::int from subscriptions o
      where o.store_id = s.store_id and o.variant_id = s.variant_id and o.topic = s.topic and o.state = 1
        and (o.signed_up_at, o.id) <= (s.signed_up_at, s.id)
    ) end as place
    from contacts c join subscriptions s on s.store_id = c.store_id and s.contact_id = c.id
    where c.store_id = ${tx.storeId} and c.medium = ${medium} and c.value = ${value} and s.variant_id = ${variantId} and s.topic = ${topic}`;
  return row;
}

export const findLedger = (tx: StoreTx, id: SubscriptionId, limit: number) =>
  tx<{ at: Date; state: number; reason: string; planId: string | null }>`
    select at, state, reason, plan_id as "planId" from ledger
    where store_id = ${tx.storeId} and subscription_id = ${id} order by at desc limit ${limit}`;
