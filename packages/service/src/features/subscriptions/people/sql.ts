import type { StoreTx } from "../../../platform/db/db.ts";
import { fragment } from "../../../platform/db/fragment.ts";
import type { ContactId, ShopperId, SubscriptionId, VariantId } from "../../../platform/ids.ts";
import { BY_EMAIL, type Medium } from "../address.ts";
import { stateNow } from "../sql.ts";
import { FIRST_ENDED } from "../state.ts";

export type ContactRow = {
  readonly id: ContactId;
  readonly createdAt: Date;
  readonly medium: Medium;
  readonly value: string;
  readonly onMailingList: boolean | null;
  readonly locale: string | null;
  readonly currency: string | null;
  readonly timeZone: string | null;
};

export async function findContactByHash(tx: StoreTx, addressHash: string): Promise<ContactRow | undefined> {
  const [row] = await tx<ContactRow>`
    select id, created_at as "createdAt", medium, value, on_mailing_list as "onMailingList", locale, currency, time_zone as "timeZone"
    from contacts where store_id = ${tx.storeId} and address_hash = ${addressHash}::uuid`;
  return row;
}

export type RequestRow = {
  readonly requestedAt: Date;
  readonly variantId: VariantId;
  readonly topic: string;
  readonly medium: Medium;
  readonly value: string;
  readonly source: string;
  readonly consentText: string;
};

/** Sign-ups that wait for the confirmation of the address, the newest first. */
export const findOpenRequests = (tx: StoreTx, addressHash: string, limit: number) => tx<RequestRow>`
  select requested_at as "requestedAt", variant_id as "variantId", topic, medium, value, source, consent_text as "consentText"
  from sign_up_requests where store_id = ${tx.storeId} and address_hash = ${addressHash}::uuid and confirmed_at is null
  order by requested_at desc, id desc limit ${limit}`;

export async function findSuppression(tx: StoreTx, addressHash: string) {
  const [row] = await tx<{ since: Date; reason: string }>`
    select since, reason from suppressions where store_id = ${tx.storeId} and address_hash = ${addressHash}::uuid`;
  return row;
}

export type SubscriptionOfPerson = {
  readonly id: SubscriptionId;
  readonly variantId: VariantId;
  readonly shopperId: ShopperId | null;
  readonly topic: string;
  readonly state: number;
  readonly quantity: number;
  readonly signedUpAt: Date;
  readonly target: string | null;
};

/** Open ones first, then the newest. */
export const findSubscriptionsOf = (tx: StoreTx, contactId: ContactId, limit: number) => tx<SubscriptionOfPerson>`
  select * from (
    select s.id, s.variant_id as "variantId", s.shopper_id as "shopperId", s.topic, ${stateNow("s")} as state, s.quantity,
      s.signed_up_at as "signedUpAt", trim_scale(s.target)::text as target
    from subscriptions s where s.store_id = ${tx.storeId} and s.contact_id = ${contactId}
  ) as s
  order by s.state >= ${FIRST_ENDED}, s."signedUpAt" desc, s.id desc limit ${limit}`;

/** The open ones, also only those of a variant or topic. */
export const findOpenOf = (
  tx: StoreTx,
  contactId: ContactId,
  { variantId, topic }: { readonly variantId: VariantId | null; readonly topic: string | null },
) => tx<{ id: SubscriptionId }>`
  select s.id from subscriptions s
  where s.store_id = ${tx.storeId} and s.contact_id = ${contactId} and ${stateNow("s")} < ${FIRST_ENDED}
    and (${variantId}::bigint is null or s.variant_id = ${variantId}) and (${topic}::text is null or s.topic = ${topic})`;

export type LedgerRow = {
  readonly subscriptionId: SubscriptionId;
  readonly at: Date;
  readonly state: number;
  readonly reason: string;
  readonly planId: string | null;
};

/** The newest entries of each subscription. */
export const findLedgers = (tx: StoreTx, ids: readonly SubscriptionId[], ofEach: number) => tx<LedgerRow>`
  select sought.id as "subscriptionId", l.at, l.state, l.reason, l.plan_id as "planId"
  from unnest(${ids}::bigint[]) as sought (id)
  cross join lateral (
    select at, state, reason, plan_id from ledger l
    where l.store_id = ${tx.storeId} and l.subscription_id = sought.id order by l.at desc limit ${ofEach}
  ) as l`;

export type ConsentRow = {
  readonly subscriptionId: SubscriptionId;
  readonly at: Date;
  readonly source: string;
  readonly wording: string;
};

/** The newest consents of each subscription. */
export const findConsents = (tx: StoreTx, ids: readonly SubscriptionId[], ofEach: number) => tx<ConsentRow>`
  select sought.id as "subscriptionId", c.given_at as at, c.source, c.wording
  from unnest(${ids}::bigint[]) as sought (id)
  cross join lateral (
    select given_at, source, wording from consents c
    where c.store_id = ${tx.storeId} and c.subscription_id = sought.id order by c.given_at desc limit ${ofEach}
  ) as c
  order by c.given_at desc`;

/** A person and a variant. Somebody is found by their address, and by what they signed up for themselves, such as a text message. */
export type Wanted = {
  readonly addressHash: string | null;
  readonly shopperId: ShopperId | null;
  readonly variantId: VariantId;
};
export type AlertForRow = {
  readonly index: number;
  readonly id: SubscriptionId;
  readonly variantId: VariantId;
  readonly topic: string;
  readonly state: number;
  readonly signedUpAt: Date;
  readonly quantity: number;
};

export const selectAlertsFor = (tx: StoreTx, wanted: readonly Wanted[]) => tx<AlertForRow>`
  select (sought.nth - 1)::int as index, s.id, sought.variant_id as "variantId", s.topic, s.state, s.signed_up_at as "signedUpAt", s.quantity
  from unnest(${wanted.map((one) => one.addressHash)}::uuid[], ${wanted.map((one) => one.shopperId)}::bigint[],
    ${wanted.map((one) => one.variantId)}::bigint[]) with ordinality as sought (address_hash, shopper_id, variant_id, nth)
  cross join lateral (
    select s.id, s.topic, ${stateNow("s")} as state, s.signed_up_at, s.quantity
    from contacts c join subscriptions s on s.contact_id = c.id and s.store_id = c.store_id and s.variant_id = sought.variant_id
    where c.store_id = ${tx.storeId} and c.address_hash = sought.address_hash
    union
    select s.id, s.topic, ${stateNow("s")} as state, s.signed_up_at, s.quantity from subscriptions s
    where s.store_id = ${tx.storeId} and s.shopper_id = sought.shopper_id and s.variant_id = sought.variant_id
  ) as s
  order by s.id`;

export type AddressRow = {
  readonly id: SubscriptionId;
  readonly medium: Medium;
  readonly value: string;
  readonly addressHash: string;
};

export const selectAddresses = (tx: StoreTx, ids: readonly SubscriptionId[]) => tx<AddressRow>`
  select sought.id, c.medium, c.value, c.address_hash as "addressHash"
  from unnest(${ids}::bigint[]) as sought (id)
  cross join lateral (
    select contact_id from subscriptions s where s.store_id = ${tx.storeId} and s.id = sought.id offset 0
  ) as s
  cross join lateral (
    select medium, value, address_hash from contacts c where c.store_id = ${tx.storeId} and c.id = s.contact_id offset 0
  ) as c`;

/** What a tool of the shop may know of a contact. */
export type RecipientRow = {
  readonly contactId: ContactId;
  readonly medium: Medium;
  readonly value: string;
  readonly locale: string | null;
  readonly timeZone: string | null;
  readonly onMailingList: boolean | null;
  readonly isSuppressed: boolean;
};

const RECIPIENT =
  fragment(`c.id as "contactId", c.medium, c.value, c.locale, c.time_zone as "timeZone", c.on_mailing_list as "onMailingList",
  exists (select from suppressions p where p.store_id = c.store_id and p.address_hash = c.address_hash) as "isSuppressed"`);

/** The contacts with these ids, and those of these subscriptions. */
export const selectRecipients = (
  tx: StoreTx,
  {
    subscriptionIds,
    contactIds,
  }: { readonly subscriptionIds: readonly SubscriptionId[]; readonly contactIds: readonly ContactId[] },
) => tx<
  RecipientRow & {
    readonly subscriptionId: SubscriptionId | null;
    readonly topic: string | null;
    readonly quantity: number | null;
  }
>`
  select s.id as "subscriptionId", s.topic, s.quantity, ${RECIPIENT}
  from subscriptions s join contacts c on c.id = s.contact_id and c.store_id = s.store_id
  where s.store_id = ${tx.storeId} and s.id = any(${subscriptionIds}::bigint[])
  union all
  select null, null, null, ${RECIPIENT} from contacts c where c.store_id = ${tx.storeId} and c.id = any(${contactIds}::bigint[])`;

/** The contacts with these email addresses. */
export const selectRecipientsByEmail = (tx: StoreTx, emails: readonly string[]) => tx<RecipientRow>`
  select ${RECIPIENT} from contacts c where c.store_id = ${tx.storeId} and c.medium = ${BY_EMAIL} and c.value = any(${emails}::text[])`;

/** Those of these addresses that nothing is sent to. */
export const selectSuppressed = (tx: StoreTx, addressHashes: readonly string[]) => tx<{ addressHash: string }>`
  select address_hash as "addressHash" from suppressions
  where store_id = ${tx.storeId} and address_hash = any(${addressHashes}::uuid[])`;
