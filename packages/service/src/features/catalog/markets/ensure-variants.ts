import type { Db, StoreTx } from "../../../platform/db/db.ts";
import type { Store } from "../../stores/store.ts";
import { requireMarket } from "../variants/require-market.ts";
import { toVariant, type UnknownLimit, type Variant, type VariantCache } from "../variants/variant-cache.ts";
import { storedIdOf } from "../variants/variant-name.ts";
import { addMarketRows } from "./add-market-rows.ts";
import { readMarkets } from "./read-markets.ts";
import { refreshMarketProducts } from "./refresh-market-products.ts";
import { selectAsVariants } from "./sql.ts";

type Wanted = { readonly platformIds: readonly string[]; readonly market: string | null };
type Options = {
  /** Limits the variants outside the catalogue. */
  readonly limit?: UnknownLimit | undefined;
  /** The caller's transaction. */
  readonly tx?: StoreTx | undefined;
};

/** Returns the variants in the order of the ids or, with a market, this market of each. What nobody has named yet gets a row. */
export async function ensureVariants(
  { db, variants }: { readonly db: Db; readonly variants: VariantCache },
  store: Store,
  { platformIds, market }: Wanted,
  { limit, tx }: Options = {},
): Promise<(Variant | undefined)[]> {
  requireMarket(store, market);
  const whole = await variants.findByPlatformIds(store.id, platformIds, { create: true, limit });
  if (market === null) return whole;
  const storedIds = platformIds.map((platformId) => storedIdOf({ platformId, market }));
  const known = await variants.findByPlatformIds(store.id, storedIds, { create: false });
  // One that the catalogue does not have may be about to expire, so the database must hear that it is used.
  const rows = whole.flatMap((variant, index) =>
    variant && !known[index]?.product ? [{ of: variant.id, storedId: storedIds[index] ?? "" }] : [],
  );
  if (rows.length === 0) return known;
  const unknown = whole.filter((variant, index) => variant && !variant.product && !known[index]).length;
  if (unknown > 0) await limit?.admit(unknown);
  const added = await db.inStore(
    store.id,
    async (inside) => {
      const markets = await readMarkets(inside, { isAdding: true });
      await addMarketRows(inside, store, markets, rows, { max: limit?.max });
      await refreshMarketProducts(
        inside,
        markets,
        rows.map(({ of }) => of),
      );
      return selectAsVariants(
        inside,
        rows.map(({ storedId }) => storedId),
      );
    },
    tx,
  );
  const byId = new Map(added.map((row) => [row.platformId, toVariant({ ...row, prices: null })]));
  return storedIds.map((id, index) => known[index] ?? byId.get(id));
}
