import type { StoreTx } from "../../../platform/db/db.ts";
import type { SubscriptionId } from "../../../platform/ids.ts";
import { type End, endSubscriptions, stateNow } from "../sql.ts";
import { FIRST_ENDED } from "../state.ts";

/** Returns whether the suppression is new. */
export async function insertSuppression(tx: StoreTx, addressHash: string, reason: string): Promise<boolean> {
  const inserted = await tx<{ isNew: boolean }>`
    insert into suppressions (store_id, address_hash, reason) values (${tx.storeId}, ${addressHash}, ${reason})
    on conflict (store_id, address_hash) do nothing returning true as "isNew"`;
  return inserted.length > 0;
}

/** Suppresses the address of an erased person, and remembers when they were erased. A suppression for the `former` reason gets
 *  this one; any other reason stays. */
export const insertErased = (
  tx: StoreTx,
  addressHash: string,
  { reason, former }: { readonly reason: string; readonly former: string },
) => tx`
  insert into suppressions as s (store_id, address_hash, reason, erased_at) values (${tx.storeId}, ${addressHash}, ${reason}, now())
  on conflict (store_id, address_hash) do update
    set erased_at = excluded.erased_at, reason = case when s.reason = ${former} then excluded.reason else s.reason end`;

/** Whether one of the addresses is suppressed. */
export async function hasSuppression(tx: StoreTx, addressHashes: readonly string[]): Promise<boolean> {
  const found = await tx<{ found: boolean }>`
    select true as found from suppressions
    where store_id = ${tx.storeId} and address_hash = any(${addressHashes}::uuid[]) limit 1`;
  return found.length === 1;
}

/** Deletes the suppression only if it has this reason. */
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

export async function endOfAddress(tx: StoreTx, addressHash: string, end: End): Promise<number> {
  const open = await tx<{ id: SubscriptionId }>`
    select s.id from contacts c join subscriptions s on s.contact_id = c.id and s.store_id = c.store_id
    where c.store_id = ${tx.storeId} and c.address_hash = ${addressHash} and ${stateNow("s")} < ${FIRST_ENDED}`;
  return endSubscriptions(
    tx,
    open.map(({ id }) => id),
    end,
  );
}
