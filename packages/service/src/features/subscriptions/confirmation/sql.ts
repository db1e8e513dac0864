import type { StoreTx, SystemTx } from "../../../platform/db/db.ts";
import { fragmentWith } from "../../../platform/db/fragment.ts";
import type { ContactId, SubscriptionId, VariantId } from "../../../platform/ids.ts";
import { announceSql } from "../../../platform/outbox/announce.ts";
import { CONTACT_CHANGE } from "../sql.ts";
import { UNCONFIRMED, UNDELIVERABLE, WAITING } from "../state.ts";

/** Records one confirmation mail to an address. Returns false, and records nothing, when the address already got `perDay`
 *  mails in the last 24 hours. */
export async function recordConfirmationMail(tx: StoreTx, addressHash: string, perDay: number): Promise<boolean> {
  const recorded = await tx<{ isRecorded: boolean }>`
    insert into confirmations (address_hash, sent) values (${addressHash}, array[now()])
    on conflict (address_hash) do update set
      sent = array(select at from unnest(confirmations.sent) as at where at > now() - interval '1 day') || now()
    where (select count(*) from unnest(confirmations.sent) as at where at > now() - interval '1 day') < ${perDay}
    returning true as "isRecorded"`;
  return recorded.length === 1;
}

export const deleteOldConfirmations = (tx: SystemTx) =>
  tx`delete from confirmations where sent[cardinality(sent)] < now() - interval '2 days'`;

/** The contact's unconfirmed sign-ups up to `until`, a time in microseconds. */
const unconfirmedUntil = (tx: StoreTx, contactId: ContactId, until: string) => fragmentWith`
  s.store_id = ${tx.storeId} and s.contact_id = ${contactId} and s.state = ${UNCONFIRMED}
    and s.signed_up_at <= 'epoch'::timestamptz + ${until}::bigint * interval '1 microsecond'`;

/** Newest first. */
export const findUnconfirmed = (tx: StoreTx, contactId: ContactId, until: string, limit: number) => tx<{
  variantId: VariantId;
}>`
  select s.variant_id as "variantId" from subscriptions s
  where ${unconfirmedUntil(tx, contactId, until)}
  order by s.signed_up_at desc, s.id desc
  limit ${limit}`;

const ANNOUNCE_CONFIRMED = announceSql("alert.confirmed", "store_id", CONTACT_CHANGE);

/** Confirms the contact's sign-ups up to `until` and returns how many there were. */
export async function confirmUntil(tx: StoreTx, contactId: ContactId, until: string): Promise<number> {
  const confirmed = await tx<{ id: SubscriptionId }>`
    with locked as (
      select s.id, exists (
        select from contacts c join suppressions p on p.store_id = c.store_id and p.address_hash = c.address_hash
        where c.store_id = s.store_id and c.id = s.contact_id) as is_suppressed
      from subscriptions s
      where ${unconfirmedUntil(tx, contactId, until)}
      order by s.id
      for no key update
    ), changed as (
      update subscriptions s set state = case when locked.is_suppressed then ${UNDELIVERABLE} else ${WAITING} end
      from locked where s.store_id = ${tx.storeId} and s.id = locked.id
      returning s.id, s.store_id, s.contact_id, s.variant_id, s.state
    ), consented as (
      insert into consents (store_id, subscription_id, address_hash, source, wording)
      select c.store_id, changed.id, c.address_hash, 'confirmation', ''
      from changed join contacts c on c.store_id = ${tx.storeId} and c.id = changed.contact_id
    ), logged as (
      insert into ledger (store_id, subscription_id, state, reason)
      select store_id, id, state, case
        when state = ${UNDELIVERABLE} then 'confirmed, but the address is suppressed'
        else 'confirmed with the link in the mail' end
      from changed
    ), announced as (
      ${ANNOUNCE_CONFIRMED} from changed group by store_id, contact_id
    )
    select id from changed`;
  if (confirmed.length > 0) tx.wakeWorkersAfterCommit();
  return confirmed.length;
}
