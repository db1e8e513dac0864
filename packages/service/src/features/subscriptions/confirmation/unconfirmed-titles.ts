import type { StoreTx } from "../../../platform/db/db.ts";
import type { ContactId } from "../../../platform/ids.ts";
import { titleOf } from "../../catalog/variants/title-of.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import { findUnconfirmed } from "./sql.ts";

/** The titles of the products that a contact has not confirmed yet, without duplicates, newest first. */
export async function unconfirmedTitles(
  tx: StoreTx,
  variants: VariantCache,
  { contactId, until, limit }: { contactId: ContactId; until: string; limit: number },
): Promise<string[]> {
  const unconfirmed = await findUnconfirmed(tx, contactId, until, limit);
  const found = await variants.findByIds(
    tx.storeId,
    unconfirmed.map(({ variantId }) => variantId),
  );
  return [...new Set(found.flatMap((variant) => (variant ? [titleOf(variant)] : [])))];
}
