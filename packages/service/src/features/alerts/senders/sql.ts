import type { StoreTx } from "../../../platform/db/db.ts";
import { MEDIUM_CODES, type Medium } from "../../../platform/messaging/send-counts.ts";
import type { DkimKey } from "./dkim-key.ts";
import type { CheckedRecord } from "./dns/record.ts";
import type { ProviderName } from "./provider.ts";

// The store's own providers

export type SenderRow = {
  readonly medium: Medium;
  readonly provider: ProviderName;
  readonly label: string;
  readonly sealedAccess: Buffer;
};

const mediumOf = (code: number): Medium => (code === MEDIUM_CODES.sms ? "sms" : "email");

export async function findSenderRows(tx: StoreTx): Promise<SenderRow[]> {
  const rows = await tx<Omit<SenderRow, "medium"> & { medium: number }>`
    select medium, provider, label, sealed_access as "sealedAccess" from store_senders where store_id = ${tx.storeId}`;
  return rows.map((row) => ({ ...row, medium: mediumOf(row.medium) }));
}

export const upsertSender = (tx: StoreTx, { medium, provider, label, sealedAccess }: SenderRow) => tx`
  insert into store_senders (store_id, medium, provider, label, sealed_access)
  values (${tx.storeId}, ${MEDIUM_CODES[medium]}, ${provider}, ${label}, ${sealedAccess})
  on conflict (store_id, medium) do update
    set provider = excluded.provider, label = excluded.label, sealed_access = excluded.sealed_access, changed_at = now()`;

export const deleteSender = (tx: StoreTx, medium: Medium) => tx`
  delete from store_senders where store_id = ${tx.storeId} and medium = ${MEDIUM_CODES[medium]} returning true as deleted`;

// Signing keys

export type DkimRow = DkimKey & { readonly sealedKey: Buffer };

/** The keys of a domain, the newest first. */
export const findDkimKeys = (tx: StoreTx, domain: string) => tx<DkimRow>`
  select domain, selector, public_key as "publicKey", seen_at as "seenAt", sealed_key as "sealedKey"
  from dkim_keys where store_id = ${tx.storeId} and domain = ${domain} order by created_at desc limit 10`;

export const insertDkimKey = (tx: StoreTx, { domain, selector, publicKey, sealedKey }: DkimRow) => tx`
  insert into dkim_keys (store_id, domain, selector, public_key, sealed_key)
  values (${tx.storeId}, ${domain}, ${selector}, ${publicKey}, ${sealedKey})`;

/** Returns whether it was not seen before. */
export async function markKeySeen(tx: StoreTx, { domain, selector }: Pick<DkimKey, "domain" | "selector">) {
  const seen = await tx`
    update dkim_keys set seen_at = now()
    where store_id = ${tx.storeId} and domain = ${domain} and selector = ${selector} and seen_at is null returning selector`;
  return seen.length > 0;
}

/** Deletes the keys that a newer one replaced so many days ago, when no mail that they signed is on its way any more, and the
 *  oldest of other domains. */
export const deleteOldKeys = (tx: StoreTx, domain: string, { days, others }: { days: number; others: number }) => tx`
  delete from dkim_keys k where store_id = ${tx.storeId} and (
    exists (
      select from dkim_keys newer
      where newer.store_id = ${tx.storeId} and newer.domain = k.domain and newer.created_at > k.created_at
        and newer.seen_at < now() - make_interval(days => ${days})
    ) or selector in (
      select selector from dkim_keys where store_id = ${tx.storeId} and domain <> ${domain}
      order by created_at desc offset ${others}
    ))`;

// What the last check of DNS found

export const upsertCheck = (tx: StoreTx, records: readonly CheckedRecord[]) => tx`
  insert into sender_checks (store_id, records) values (${tx.storeId}, ${JSON.stringify(records)})
  on conflict (store_id) do update set records = excluded.records, checked_at = now()`;

export async function findCheck(tx: StoreTx) {
  const [check] = await tx<{ checkedAt: Date; records: CheckedRecord[] }>`
    select checked_at as "checkedAt", records from sender_checks where store_id = ${tx.storeId}`;
  return check;
}

export const deleteCheck = (tx: StoreTx) => tx`delete from sender_checks where store_id = ${tx.storeId}`;

// How sending goes

export type Health = {
  readonly lastSuccessAt: Date | null;
  readonly lastFailureAt: Date | null;
  readonly problem: string | null;
  readonly fix: string | null;
};

export async function findHealth(tx: StoreTx, medium: Medium): Promise<Health> {
  const [row] = await tx<Health>`
    select last_success_at as "lastSuccessAt", last_failure_at as "lastFailureAt", problem, fix
    from sender_health where store_id = ${tx.storeId} and medium = ${MEDIUM_CODES[medium]}`;
  return row ?? { lastSuccessAt: null, lastFailureAt: null, problem: null, fix: null };
}

export const recordSuccess = (tx: StoreTx, medium: Medium) => tx`
  insert into sender_health (store_id, medium, last_success_at) values (${tx.storeId}, ${MEDIUM_CODES[medium]}, now())
  on conflict (store_id, medium) do update set last_success_at = now(), problem = null, fix = null`;

export const recordFailure = (
  tx: StoreTx,
  medium: Medium,
  { problem, fix }: { readonly problem: string; readonly fix: string },
) => tx`
  insert into sender_health (store_id, medium, last_failure_at, problem, fix)
  values (${tx.storeId}, ${MEDIUM_CODES[medium]}, now(), ${problem}, ${fix})
  on conflict (store_id, medium) do update set last_failure_at = now(), problem = excluded.problem, fix = excluded.fix`;

/** The problem was the old provider's. */
export const forgetProblem = (tx: StoreTx, medium: Medium) => tx`
  update sender_health set problem = null, fix = null
  where store_id = ${tx.storeId} and medium = ${MEDIUM_CODES[medium]}`;
