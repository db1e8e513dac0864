import type { StoreTx } from "../../platform/db/db.ts";
import type { VariantId } from "../../platform/ids.ts";

/** Those of these variants that a plan was ever made for. Its deliveries and offers are about the same variant. */
export const findPlanned = (tx: StoreTx, variantIds: readonly VariantId[]) => tx<{ variantId: VariantId }>`
  select distinct variant_id as "variantId" from plans
  where store_id = ${tx.storeId} and variant_id = any(${variantIds}::bigint[])`;
