import type { StoreTx } from "../../../platform/db/db.ts";

export const insertBrake = (tx: StoreTx, reason: string) => tx`
  insert into brakes (store_id, reason) values (${tx.storeId}, ${reason}) on conflict (store_id) do nothing`;

export const deleteBrake = (tx: StoreTx) => tx<{ reason: string }>`
  delete from brakes where store_id = ${tx.storeId} returning reason`;

/** How many alerts the store sent in the last days. */
export async function countSent(tx: StoreTx, days: number): Promise<number> {
  const [row] = await tx<{ count: number }>`
    select coalesce(sum(sent), 0)::int as count from delivery_batches
    where store_id = ${tx.storeId} and at > now() - make_interval(days => ${days})`;
  return row?.count ?? 0;
}

export type Brake = { readonly since: Date; readonly reason: string };

export async function selectBrake(tx: StoreTx): Promise<Brake | undefined> {
  const [brake] = await tx<Brake>`select since, reason from brakes where store_id = ${tx.storeId}`;
  return brake;
}
