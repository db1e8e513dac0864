import type { StoreTx } from "../../../platform/db/db.ts";
import { getSettings } from "../../stores/settings/get-settings.ts";
import { addMarketRows } from "../markets/add-market-rows.ts";
import { readMarkets } from "../markets/read-markets.ts";
import { refreshMarketProducts } from "../markets/refresh-market-products.ts";
import { nameOf } from "../variants/variant-name.ts";
import type { KnownVariant } from "./moved-variant.ts";
import { addToCount, findVariants, keepVariants, lockCount } from "./sql.ts";
import { storeVariants } from "./store-variants.ts";

/** Finds variants and markets by their stored ids, and adds those that the catalogue does not have: an import is the merchant's own, so it
 *  may name as many as it likes. Those that nobody used any more do not expire. `known` are those of earlier pages; this page's are added to it when they are committed. */
export async function ensureVariants(
  tx: StoreTx,
  platformIds: readonly string[],
  known: { get(platformId: string): KnownVariant | undefined; set(platformId: string, variant: KnownVariant): unknown },
): Promise<ReadonlyMap<string, KnownVariant>> {
  const variants = new Map<string, KnownVariant>();
  const sought: string[] = [];
  for (const platformId of new Set(platformIds)) {
    const found = known.get(platformId);
    if (found) variants.set(platformId, found);
    else sought.push(platformId);
  }
  if (sought.length === 0) return variants;
  const find = async (ids: readonly string[]) => {
    const found = await findVariants(tx, ids);
    for (const { id, platformId, productId } of found) variants.set(platformId, { id, productId });
    return found.filter(({ isExpiring }) => isExpiring);
  };
  const expiring = await find(sought);
  const missing = sought.filter((platformId) => !variants.has(platformId));
  if (missing.length + expiring.length > 0) {
    const unsettled = [...missing, ...expiring.map(({ platformId }) => platformId)];
    const markets = unsettled.some(isMarket) ? await readMarkets(tx, { isAdding: true }) : null;
    await lockCount(tx);
    const added = [...missing, ...(await keep(tx, expiring))];
    if (added.length > 0) {
      await add(tx, markets, added);
      await find(added);
    }
  }
  tx.afterCommit(() => {
    for (const platformId of sought) {
      const variant = variants.get(platformId);
      if (variant) known.set(platformId, variant);
    }
  });
  return variants;
}

type Markets = Awaited<ReturnType<typeof readMarkets>>;

/** The caller has locked the count. */
async function add(tx: StoreTx, markets: Markets | null, storedIds: readonly string[]): Promise<void> {
  const whole = [...new Set(storedIds.map((storedId) => nameOf(storedId).platformId))];
  const added = await storeVariants(
    tx,
    whole.map((platformId) => ({ platformId, productId: null, product: null, marketProduct: null })),
  );
  await addToCount(tx, added.length);
  if (markets) await addMarkets(tx, markets, storedIds.filter(isMarket));
}

/** Returns the ids of those that were deleted since they were found. The caller has locked the count. */
async function keep(tx: StoreTx, expiring: Awaited<ReturnType<typeof findVariants>>): Promise<readonly string[]> {
  if (expiring.length === 0) return [];
  const kept = await keepVariants(
    tx,
    expiring.map(({ id }) => id),
  );
  const ids = new Set(kept.map(({ id }) => id));
  return expiring.flatMap(({ id, platformId }) => (ids.has(id) ? [] : platformId));
}

const isMarket = (storedId: string) => nameOf(storedId).market !== null;

/** As a sign-up does that names a market first: with the stock of its locations, and what it shows. */
async function addMarkets(tx: StoreTx, markets: Markets, storedIds: readonly string[]): Promise<void> {
  const whole = await findVariants(
    tx,
    storedIds.map((storedId) => nameOf(storedId).platformId),
  );
  await keep(
    tx,
    whole.filter(({ isExpiring }) => isExpiring),
  );
  const ids = new Map(whole.map(({ id, platformId }) => [platformId, id]));
  const rows = storedIds.flatMap((storedId) => {
    const of = ids.get(nameOf(storedId).platformId);
    return of === undefined ? [] : [{ of, storedId }];
  });
  await addMarketRows(tx, { settings: await getSettings(tx) }, markets, rows);
  await refreshMarketProducts(tx, markets, [...new Set(rows.map(({ of }) => of))]);
}
