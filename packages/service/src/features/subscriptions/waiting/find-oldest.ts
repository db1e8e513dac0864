import type { StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import { findFirstPlaces } from "./sql.ts";

/** Since when the first person waits for each of these variants; none for a variant that nobody waits for. */
export async function findOldest(
  tx: StoreTx,
  variantIds: readonly VariantId[],
  topic: string,
): Promise<ReadonlyMap<VariantId, Date>> {
  const rows = await findFirstPlaces(tx, variantIds, topic);
  return new Map(rows.map(({ variantId, since }) => [variantId, since]));
}
