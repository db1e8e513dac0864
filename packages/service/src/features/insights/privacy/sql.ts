import type { StoreTx } from "../../../platform/db/db.ts";
import type { ShopperId, VariantId } from "../../../platform/ids.ts";

export const selectSaves = (tx: StoreTx, variantIds: readonly VariantId[], shopperIds: readonly ShopperId[]) => tx<{
  record: object;
}>`
  select to_jsonb(s) - 'store_id' as record from saves s
  where store_id = ${tx.storeId} and variant_id = any(${variantIds}::bigint[]) and shopper_id = any(${shopperIds}::bigint[])
  order by variant_id, shopper_id, product_id`;
