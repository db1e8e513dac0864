import type { Runner, Statement } from "../../../platform/db/db.ts";
import type { ContactId } from "../../../platform/ids.ts";
import { announceSql } from "../../../platform/outbox/announce.ts";
import { CONTACT_CHANGE } from "../sql.ts";
import { FIRST_ENDED, UNCONFIRMED, UNDELIVERABLE } from "../state.ts";
import type { SignedUp, SignUp } from "./sign-up.ts";

const ANNOUNCE_SIGN_UP = announceSql("alert.subscribed", "store_id", CONTACT_CHANGE);

/** A repeated sign-up keeps its place in line; after the subscription ended, it takes a new place. While a subscription is
 *  open, the earliest sign-up time is kept. A suppressed address is stored, but never waits. */
export const SIGN_UP: Statement = {
  name: "sign-up",
  text: `with requested as materialized (
      select requested.*, statement_timestamp() + place * interval '1 microsecond' as at,
        exists (select from suppressions s where s.store_id = requested.store_id and s.address_hash = requested.address_hash) as is_suppressed
      from unnest($1::int[], $2::smallint[], $3::text[], $4::uuid[], $5::boolean[], $6::text[], $7::text[], $8::text[],
          $9::bigint[], $10::smallint[], $11::text[], $12::text[])
        with ordinality as requested (store_id, medium, value, address_hash, on_mailing_list, locale, currency, time_zone,
          shopper_id, state, source, consent_text, place)
    ), wanted as (
      select * from unnest($13::int[], $14::bigint[], $15::text[], $16::smallint[], $17::text[], $18::jsonb[], $19::numeric[])
        as wanted (place, variant_id, topic, quantity, extras, client_product, target)
    ), stored_contacts as ( -- in one order, so that two batches never wait for each other
      insert into contacts (id, store_id, medium, value, address_hash, on_mailing_list, locale, currency, time_zone)
      select new_id(store_id), store_id, medium, value, address_hash, on_mailing_list, locale, currency, time_zone
      from requested order by store_id, medium, value
      on conflict (store_id, medium, value) do update set
        on_mailing_list = coalesce(excluded.on_mailing_list, contacts.on_mailing_list),
        locale = coalesce(excluded.locale, contacts.locale),
        currency = coalesce(excluded.currency, contacts.currency),
        time_zone = coalesce(excluded.time_zone, contacts.time_zone)
      returning id, store_id, medium, value
    ), sign_ups as materialized (
      select requested.*, c.id as contact_id
      from stored_contacts c join requested on requested.store_id = c.store_id and requested.medium = c.medium and requested.value = c.value
    ), locked as materialized ( -- by id, as every statement that locks several subscriptions
      select s.id, s.state, s.signed_up_at, s.contact_id, s.variant_id, s.topic, s.quantity
      from sign_ups join wanted on wanted.place = sign_ups.place
      join subscriptions s on s.contact_id = sign_ups.contact_id and s.variant_id = wanted.variant_id and s.topic = wanted.topic
      order by s.id
      for no key update of s
    ), stored as (
      insert into subscriptions (id, store_id, variant_id, contact_id, shopper_id, state, quantity, topic, extras, client_product, target, signed_up_at)
      select new_id(sign_ups.store_id), sign_ups.store_id, wanted.variant_id, sign_ups.contact_id, sign_ups.shopper_id,
        case when sign_ups.is_suppressed then ${UNDELIVERABLE.text} else sign_ups.state end, coalesce(wanted.quantity, locked.quantity, 1), wanted.topic, wanted.extras, wanted.client_product, wanted.target, sign_ups.at
      from sign_ups join wanted on wanted.place = sign_ups.place
      left join locked on locked.contact_id = sign_ups.contact_id and locked.variant_id = wanted.variant_id and locked.topic = wanted.topic
      where (select count(*) from locked) >= 0 -- the locks come first
      order by sign_ups.contact_id, wanted.variant_id, wanted.topic
      on conflict (contact_id, variant_id, topic) do update set
        state = case
          when subscriptions.state >= ${FIRST_ENDED.text} and excluded.signed_up_at > subscriptions.signed_up_at then excluded.state
          when subscriptions.state = ${UNCONFIRMED.text} then excluded.state
          else subscriptions.state end,
        signed_up_at = case
          when subscriptions.state >= ${FIRST_ENDED.text} and excluded.signed_up_at > subscriptions.signed_up_at then excluded.signed_up_at
          else least(subscriptions.signed_up_at, excluded.signed_up_at) end,
        quantity = excluded.quantity,
        extras = coalesce(excluded.extras, subscriptions.extras),
        target = coalesce(excluded.target, subscriptions.target),
        client_product = case when subscriptions.client_product->>'by' = 'store-server' then subscriptions.client_product
          else coalesce(excluded.client_product, subscriptions.client_product) end,
        shopper_id = coalesce(excluded.shopper_id, subscriptions.shopper_id)
      returning id, store_id, contact_id, variant_id, state, signed_up_at, xmax = 0 as is_new
    ), changed as (
      select stored.*, sign_ups.address_hash, sign_ups.source, sign_ups.consent_text, locked.state as state_before
      from stored join sign_ups on sign_ups.contact_id = stored.contact_id left join locked on locked.id = stored.id
      where stored.is_new or locked.state <> stored.state or stored.signed_up_at > locked.signed_up_at
    ), consented as (
      insert into consents (store_id, subscription_id, address_hash, source, wording)
      select store_id, id, address_hash, source, consent_text from changed
    ), logged as (
      insert into ledger (store_id, subscription_id, state, reason)
      select store_id, id, state, case
        when state = ${UNDELIVERABLE.text} then 'signed up, but the address is suppressed'
        when state = ${UNCONFIRMED.text} then 'signed up, not confirmed yet'
        when state_before = ${UNCONFIRMED.text} then 'signed up again, no confirmation needed'
        when state_before is null then 'signed up'
        else 'signed up again' end
      from changed
    ), announced as (
      ${ANNOUNCE_SIGN_UP.text} from changed where state <> ${UNDELIVERABLE.text} group by store_id, contact_id
    )
    select sign_ups.place::int, sign_ups.contact_id as "contactId", unconfirmed.until as "unconfirmedUntil"
    from sign_ups left join (
      select contact_id, (extract(epoch from max(signed_up_at)) * 1000000)::bigint as until
      from stored where state = ${UNCONFIRMED.text} group by contact_id
    ) as unconfirmed on unconfirmed.contact_id = sign_ups.contact_id`,
};

/** Expects each address once and, within a sign-up, each variant and topic once. */
export async function signUpMany(runner: Runner, signUps: readonly SignUp[]): Promise<SignedUp[]> {
  const wanted = signUps.flatMap((one, index) => one.wanted.map((alert) => ({ place: index + 1, ...alert })));
  const rows = await runner.run<{ place: number; contactId: ContactId; unconfirmedUntil: string | null }>(SIGN_UP, [
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
    wanted.map((one) => one.place),
    wanted.map((one) => one.variantId),
    wanted.map((one) => one.topic),
    wanted.map((one) => one.quantity),
    wanted.map((one) => one.extras),
    wanted.map((one) => (one.clientProduct ? JSON.stringify(one.clientProduct) : null)),
    wanted.map((one) => one.target),
  ]);
  const signedUp: SignedUp[] = [];
  for (const { place, contactId, unconfirmedUntil } of rows) signedUp[place - 1] = { contactId, unconfirmedUntil };
  return signedUp;
}
