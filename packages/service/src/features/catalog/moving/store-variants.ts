import type { StoreTx } from "../../../platform/db/db.ts";
import { newIds } from "../../../platform/db/new-ids.ts";
import { nameOf } from "../variants/variant-name.ts";
import type { MovedVariant } from "./moved-variant.ts";
import { insertVariants } from "./sql.ts";

type Stored = Awaited<ReturnType<typeof insertVariants>>;

/** Stores variants and markets that the catalogue does not have, or of which it has only the id, with ids in their order. A
 *  market comes after its variant, which is added if it is missing. Expects that the caller has locked the count. Returns
 *  those that are new or filled in. */
export async function storeVariants(tx: StoreTx, variants: readonly MovedVariant[]): Promise<Stored> {
  const wanted = new Map(variants.map((variant) => [variant.platformId, variant]));
  const rows = new Map<string, MovedVariant>();
  for (const variant of wanted.values()) {
    const { platformId } = nameOf(variant.platformId);
    if (!rows.has(platformId)) rows.set(platformId, wanted.get(platformId) ?? { ...NOTHING, platformId });
    rows.set(variant.platformId, variant);
  }
  const ids = await newIds(tx, rows.size);
  const named = [...rows.values()].map((row, index) => {
    const { platformId, market } = nameOf(row.platformId);
    return { ...row, id: ids[index] ?? "", marketOf: market === null ? null : platformId };
  });
  const whole = await insertVariants(
    tx,
    named.filter(({ marketOf }) => marketOf === null),
  );
  const markets = named.filter(({ marketOf }) => marketOf !== null);
  return markets.length === 0 ? whole : [...whole, ...(await insertVariants(tx, markets))];
}

const NOTHING = { productId: null, product: null, marketProduct: null };
