import type { StoreTx } from "../../../platform/db/db.ts";
import type { ShopperId } from "../../../platform/ids.ts";
import type { MergePair } from "./participant.ts";

export async function recordMerge(
  tx: StoreTx,
  { guestId, accountId }: MergePair,
  { toUndo, now }: { toUndo: object; now: number },
) {
  await tx`
    update shoppers set merged_into = ${accountId}, merged_at = to_timestamp(${now}::float8 / 1000)
    where store_id = ${tx.storeId} and id = ${guestId}`;
  await tx`
    insert into merges (id, store_id, guest_id, account_id, moved)
    values (new_id(${tx.storeId}), ${tx.storeId}, ${guestId}, ${accountId}, ${JSON.stringify(toUndo)})`;
}

/** Marks the guest's merge as undone and detaches the guest. Returns undefined when there is no merge, or when it is
 *  older than `days`. */
export async function detachGuest(tx: StoreTx, guestId: ShopperId, days: number) {
  const [merge] = await tx<{ accountId: ShopperId; toUndo: Record<string, unknown> }>`
    update merges set undone_at = now()
    where store_id = ${tx.storeId} and guest_id = ${guestId} and undone_at is null
      and merged_at > now() - make_interval(days => ${days})
    returning account_id as "accountId", moved as "toUndo"`;
  if (merge)
    await tx`update shoppers set merged_into = null, merged_at = null where store_id = ${tx.storeId} and id = ${guestId}`;
  return merge;
}
