import type { StoreTx } from "../../../platform/db/db.ts";
import type { PastConsent, PastContact, PastEntry, PastSubscription, PastSuppression } from "./past-sign-up.ts";

export const insertContacts = (tx: StoreTx, contacts: readonly PastContact[]) => tx`
  insert into contacts (store_id, id, created_at, address_hash, medium, value, locale, currency)
  select ${tx.storeId}, id, "createdAt", "addressHash", medium, value, locale, currency from json_to_recordset(${JSON.stringify(contacts)})
    as past (id bigint, "createdAt" timestamptz, "addressHash" uuid, medium smallint, value text, locale text, currency text)`;

/** The trigger of the table puts those who wait into their lines. */
export const insertSubscriptions = (tx: StoreTx, subscriptions: readonly PastSubscription[]) => tx`
  insert into subscriptions (store_id, id, variant_id, contact_id, shopper_id, state, quantity, topic, target, signed_up_at)
  select ${tx.storeId}, id, "variantId", "contactId", "shopperId", state, quantity, topic, target, "signedUpAt"
  from json_to_recordset(${JSON.stringify(subscriptions)}) as past (id bigint, "variantId" bigint, "contactId" bigint,
    "shopperId" bigint, state smallint, quantity smallint, topic text, target numeric, "signedUpAt" timestamptz)`;

/** The same versions as those of `sign-up/sql.ts`. */
export const insertConsents = (tx: StoreTx, consents: readonly PastConsent[]) => tx`
  insert into consents (store_id, subscription_id, given_at, address_hash, source, wording, language, text_version)
  select ${tx.storeId}, "subscriptionId", "givenAt", "addressHash", source, wording, language,
    substr(encode(sha256(convert_to(language || chr(10) || wording, 'UTF8')), 'hex'), 1, 32)::uuid
  from json_to_recordset(${JSON.stringify(consents)}) as past ("subscriptionId" bigint, "givenAt" timestamptz, "addressHash" uuid,
    source text, wording text, language text)`;

export const insertEntries = (tx: StoreTx, entries: readonly PastEntry[]) => tx`
  insert into ledger (store_id, subscription_id, plan_id, at, state, reason, waited_since, quantity)
  select ${tx.storeId}, "subscriptionId", "planId", at, state, reason, "waitedSince", quantity from json_to_recordset(${JSON.stringify(entries)})
    as past ("subscriptionId" bigint, "planId" bigint, at timestamptz, state smallint, reason text, "waitedSince" timestamptz, quantity smallint)`;

export const insertSuppressions = (tx: StoreTx, suppressions: readonly PastSuppression[]) => tx`
  insert into suppressions (store_id, address_hash, since, reason)
  select ${tx.storeId}, "addressHash", since, reason
  from json_to_recordset(${JSON.stringify(suppressions)}) as past ("addressHash" uuid, since timestamptz, reason text)
  on conflict do nothing`;
