import type { StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";

/** The first day on which a purchase was counted. */
export async function findFirstPurchaseDay(tx: StoreTx): Promise<Date | null> {
  const [row] = await tx<{ day: Date | null }>`
    select min(day)::timestamp at time zone 'utc' as day from store_days where store_id = ${tx.storeId} and (bought > 0 or units <> 0)`;
  return row?.day ?? null;
}

/** How many people wait, as it was counted last. */
export async function findPeopleWaiting(tx: StoreTx, variantId: VariantId, topic: string): Promise<number> {
  const [row] = await tx<{ people: number }>`
    select people from demand where store_id = ${tx.storeId} and variant_id = ${variantId} and topic = ${topic}`;
  return row?.people ?? 0;
}
