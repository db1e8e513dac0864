import type { Runner, Statement } from "../../../platform/db/db.ts";
import { announceSql } from "../../../platform/outbox/announce.ts";
import { BY_EMAIL } from "../address.ts";
import { CONTACT_CHANGE, stateNow } from "../sql.ts";
import { FIRST_ENDED, UNDELIVERABLE, UNSUBSCRIBED, WAITING } from "../state.ts";
import type { SignUp } from "./sign-up.ts";

const ANNOUNCE_SIGN_UP = announceSql("alert.subscribed", "store_id", CONTACT_CHANGE);
const ANNOUNCE_ANSWER = announceSql("mailing-list.answered", "c.store_id", { contactId: "c.id::text" });
const ANNOUNCE_CONFIRMED = announceSql("alert.confirmed", "store_id", CONTACT_CHANGE);

/** Whether the address of the contact is proven to be that of the person who signs up. */
const IS_PROVEN = `(select r.proof <> 'none' from requested r where r.store_id = contacts.store_id and r.medium = contacts.medium and r.value = contacts.value)`;

/** The state of the stored subscription before this sign-up. One that another call stored meanwhile is not locked. */
const STATE_BEFORE = `(
            select coalesce((select l.state from locked l where l.id = subscriptions.id), subscriptions.state) as state_before
          ) as stored_before`;

/** Tells the versions of a consent text apart: the same text in the same language has the same version everywhere. */
const versionOf = (text: string, language: string) =>
  `case when ${text} <> '' then substr(encode(sha256(convert_to(coalesce(${language}, '') || chr(10) || (${text}), 'UTF8')), 'hex'), 1, 32)::uuid end`;
const TEXT_VERSION = versionOf("consent_text", "locale");
const CONFIRMATION_VERSION = versionOf("confirmation ->> 'text'", "confirmation ->> 'language'");

const OF_REPEATED = "k.store_id = repeated.store_id and k.subscription_id = repeated.id";
/** Whether the subscription has no consent to this text yet. `limit 1` makes Postgres look up the few of this subscription. */
const isNewText = (version: string) =>
  `(${version} is not null and (select true from consents k where ${OF_REPEATED} and k.text_version = ${version} limit 1) is null)`;

/** A repeated sign-up keeps its place in line; after the subscription ended, it takes a new place. While a subscription is
 *  open, the earliest sign-up time is kept, and only its own shopper and the shop can change it. Without a proof, a sign-up
 *  changes only its own shopper's subscriptions, also ended ones, and adds none to an address that has left: somebody else
 *  unsubscribed it, and it has nothing open. A suppressed address is stored, but never waits; a repeated sign-up keeps its
 *  time too, because to its shopper it seems to wait. A repeated sign-up stores a consent when it puts the address on the mailing
 *  list, or its text is new: its request, if there was one, is deleted. */
export const SIGN_UP: Statement = {
  name: "sign-up",
  text: `with requested as materialized (
      select requested.*, statement_timestamp() + place * interval '1 microsecond' as at,
        exists (select from suppressions s where s.store_id = requested.store_id and s.address_hash = requested.address_hash) as is_suppressed,
        requested.on_mailing_list is true and requested.proof <> 'none' and (
          select c.on_mailing_list from contacts c
          where c.store_id = requested.store_id and c.medium = requested.medium and c.value = requested.value
        ) is not true as joins_mailing_list
      from unnest($1::int[], $2::smallint[], $3::text[], $4::uuid[], $5::boolean[], $6::text[], $7::text[], $8::text[],
          $9::bigint[], $10::text[], $11::text[], $12::text[], $13::timestamptz[], $21::uuid[], $22::jsonb[])
        with ordinality as requested (store_id, medium, value, address_hash, on_mailing_list, locale, currency, time_zone,
          shopper_id, proof, source, consent_text, consented_at, ip_hash, confirmation, place)
    ), wanted as (
      select * from unnest($14::int[], $15::bigint[], $16::text[], $17::smallint[], $18::text[], $19::jsonb[], $20::numeric[])
        as wanted (place, variant_id, topic, quantity, extras, client_product, target)
    ), stored_contacts as ( -- in one order, so that two batches never wait for each other
      insert into contacts (id, store_id, medium, value, address_hash, on_mailing_list, locale, currency, time_zone)
      select new_id(store_id), store_id, medium, value, address_hash, on_mailing_list, locale, currency, time_zone
      from requested order by store_id, medium, value
      on conflict (store_id, medium, value) do update set
        on_mailing_list = case when ${IS_PROVEN} then coalesce(excluded.on_mailing_list, contacts.on_mailing_list) else contacts.on_mailing_list end,
        locale = case when ${IS_PROVEN} then coalesce(excluded.locale, contacts.locale) else contacts.locale end,
        currency = case when ${IS_PROVEN} then coalesce(excluded.currency, contacts.currency) else contacts.currency end,
        time_zone = case when ${IS_PROVEN} then coalesce(excluded.time_zone, contacts.time_zone) else contacts.time_zone end
      returning id, store_id, medium, value
    ), sign_ups as materialized (
      select requested.*, c.id as contact_id, requested.proof = 'none'
          and exists (select from subscriptions s where s.contact_id = c.id and s.state = ${UNSUBSCRIBED.text} and s.shopper_id is distinct from requested.shopper_id)
          and not exists (select from subscriptions s where s.contact_id = c.id and ${stateNow("s").text} < ${FIRST_ENDED.text}) as has_left
      from stored_contacts c join requested on requested.store_id = c.store_id and requested.medium = c.medium and requested.value = c.value
    ), locked as materialized ( -- by id, as every statement that locks several subscriptions
      select s.id, ${stateNow("s").text} as state, s.signed_up_at, s.contact_id, s.shopper_id, s.variant_id, s.topic, s.quantity
      from sign_ups join wanted on wanted.place = sign_ups.place
      join subscriptions s on s.contact_id = sign_ups.contact_id and s.variant_id = wanted.variant_id and s.topic = wanted.topic
      order by s.id
      for no key update of s
    ), stored as (
      insert into subscriptions (id, store_id, variant_id, contact_id, shopper_id, state, quantity, topic, extras, client_product, target, signed_up_at)
      select new_id(sign_ups.store_id), sign_ups.store_id, wanted.variant_id, sign_ups.contact_id, sign_ups.shopper_id,
        case when sign_ups.is_suppressed then ${UNDELIVERABLE.text} else ${WAITING.text} end, coalesce(wanted.quantity, locked.quantity, 1), wanted.topic, wanted.extras, wanted.client_product, wanted.target, sign_ups.at
      from sign_ups join wanted on wanted.place = sign_ups.place
      left join locked on locked.contact_id = sign_ups.contact_id and locked.variant_id = wanted.variant_id and locked.topic = wanted.topic
      where (select count(*) from locked) >= 0 -- the locks come first
        and (not sign_ups.has_left or locked.shopper_id = sign_ups.shopper_id)
      order by sign_ups.contact_id, wanted.variant_id, wanted.topic
      on conflict (contact_id, variant_id, topic) do update set
        (state, signed_up_at, shopper_id) = (
          select
            case when state_before >= ${FIRST_ENDED.text} and excluded.signed_up_at > subscriptions.signed_up_at then excluded.state
              else subscriptions.state end,
            case when state_before >= ${FIRST_ENDED.text} and state_before <> excluded.state and excluded.signed_up_at > subscriptions.signed_up_at then excluded.signed_up_at
              else least(subscriptions.signed_up_at, excluded.signed_up_at) end,
            case when state_before >= ${FIRST_ENDED.text} then excluded.shopper_id else coalesce(subscriptions.shopper_id, excluded.shopper_id) end
          from ${STATE_BEFORE}
        ),
        quantity = excluded.quantity,
        extras = coalesce(excluded.extras, subscriptions.extras),
        target = coalesce(excluded.target, subscriptions.target),
        client_product = case when subscriptions.client_product->>'by' = 'store-server' then subscriptions.client_product
          else coalesce(excluded.client_product, subscriptions.client_product) end
      where subscriptions.shopper_id = excluded.shopper_id or (
        select proof = 'shop' or (proof = 'link' and state_before >= ${FIRST_ENDED.text})
        from sign_ups, ${STATE_BEFORE} where sign_ups.contact_id = subscriptions.contact_id)
      returning id, store_id, contact_id, variant_id, topic, state, signed_up_at, quantity, xmax = 0 as is_new
    ), changed as (
      select stored.*, sign_ups.medium, sign_ups.address_hash, sign_ups.proof, sign_ups.source, sign_ups.consent_text, sign_ups.consented_at,
        sign_ups.locale, sign_ups.ip_hash, sign_ups.confirmation, sign_ups.on_mailing_list, locked.state as state_before,
        stored.is_new or stored.signed_up_at > locked.signed_up_at as is_begun
      from stored join sign_ups on sign_ups.contact_id = stored.contact_id left join locked on locked.id = stored.id
      where stored.is_new or stored.signed_up_at > locked.signed_up_at or stored.state = ${UNDELIVERABLE.text}
    ), repeated as (
      select existing.id, sign_ups.*,
        ${TEXT_VERSION} as text_version, ${CONFIRMATION_VERSION} as confirmation_version
      from (
        select coalesce(stored.id, locked.id) as id, coalesce(stored.contact_id, locked.contact_id) as contact_id, stored.id is not null as is_theirs
        from locked full join stored on stored.id = locked.id
      ) as existing join sign_ups on sign_ups.contact_id = existing.contact_id
      where existing.id not in (select id from changed where is_begun)
        and (sign_ups.proof <> 'none' or existing.is_theirs)
    ), agreed as (
      select id, store_id, address_hash, source, consent_text, locale, ${TEXT_VERSION} as text_version, ip_hash, on_mailing_list, proof,
        confirmation, ${CONFIRMATION_VERSION} as confirmation_version, consented_at
      from changed where is_begun
      union all -- the text of a repeated import may be new, and its time not
      select id, store_id, address_hash, source, consent_text, locale, text_version, ip_hash, on_mailing_list, proof,
        confirmation, confirmation_version,
        consented_at + (select count(*) from consents k where ${OF_REPEATED}) * interval '1 microsecond'
      from repeated
      where joins_mailing_list or ${isNewText("repeated.text_version")} or ${isNewText("repeated.confirmation_version")}
    ), consented as (
      insert into consents (given_at, store_id, subscription_id, address_hash, source, wording, language, text_version, ip_hash, on_mailing_list)
      select coalesce(consented_at, clock_timestamp()), store_id, id, address_hash, source, consent_text, locale, text_version, ip_hash, on_mailing_list
      from agreed
      union all
      select clock_timestamp(), store_id, id, address_hash, 'confirmation', coalesce(confirmation ->> 'text', ''), confirmation ->> 'language',
        confirmation_version, (confirmation ->> 'ipHash')::uuid, on_mailing_list
      from agreed where proof = 'link'
      on conflict do nothing -- a repeated import names the same time again
    ), logged as (
      insert into ledger (store_id, subscription_id, state, quantity, reason)
      select store_id, id, state, quantity,
        case when proof = 'link' then case medium when ${BY_EMAIL.text} then 'confirmed with the link in the mail' else 'confirmed by text message' end
          when state_before is null then 'signed up' else 'signed up again' end
        || case when state = ${UNDELIVERABLE.text} then ', but the address is suppressed' else '' end
      from changed
      union all -- a replay counts each shopper for the units that they wanted then
      select stored.store_id, stored.id, stored.state, stored.quantity, 'wants ' || stored.quantity || ', not ' || locked.quantity
      from stored join locked on locked.id = stored.id
      where locked.state < ${FIRST_ENDED.text} and stored.quantity <> locked.quantity
    ), announced as (
      ${ANNOUNCE_SIGN_UP.text} from changed where state <> ${UNDELIVERABLE.text} group by store_id, contact_id
    ), announced_confirmed as (
      ${ANNOUNCE_CONFIRMED.text} from changed where proof = 'link' and state <> ${UNDELIVERABLE.text} group by store_id, contact_id
    ), announced_answer as ( -- also the same answer again: it may be another one at a marketing tool by now
      ${ANNOUNCE_ANSWER.text} from stored_contacts c
      join requested r on r.store_id = c.store_id and r.medium = c.medium and r.value = c.value
      where r.on_mailing_list is not null and r.proof <> 'none'
    )
    select place::int, (extract(epoch from at) * 1000000)::bigint as at from sign_ups`,
};

/** Expects each address once and, within a sign-up, each variant and topic once. Returns the time of each sign-up, in
 *  microseconds: its place in line. */
export async function signUpMany(runner: Runner, signUps: readonly SignUp[]): Promise<string[]> {
  const wanted = signUps.flatMap((one, index) => one.wanted.map((alert) => ({ place: index + 1, ...alert })));
  const rows = await runner.run<{ place: number; at: string }>(SIGN_UP, [
    signUps.map((one) => one.storeId),
    signUps.map((one) => one.medium),
    signUps.map((one) => one.value),
    signUps.map((one) => one.addressHash),
    signUps.map((one) => one.onMailingList),
    signUps.map((one) => one.locale),
    signUps.map((one) => one.currency),
    signUps.map((one) => one.timeZone),
    signUps.map((one) => one.shopperId),
    signUps.map((one) => one.proof),
    signUps.map((one) => one.source),
    signUps.map((one) => one.consentText),
    signUps.map((one) => one.consentedAt),
    wanted.map((one) => one.place),
    wanted.map((one) => one.variantId),
    wanted.map((one) => one.topic),
    wanted.map((one) => one.quantity),
    wanted.map((one) => one.extras),
    wanted.map((one) => (one.clientProduct ? JSON.stringify(one.clientProduct) : null)),
    wanted.map((one) => one.target),
    signUps.map((one) => one.ipHash),
    signUps.map((one) => (one.confirmation ? JSON.stringify(one.confirmation) : null)),
  ]);
  const times: string[] = [];
  for (const { place, at } of rows) times[place - 1] = at;
  return times;
}
