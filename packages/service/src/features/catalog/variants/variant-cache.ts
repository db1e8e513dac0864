import { LRUCache } from "lru-cache";
import { coalesce } from "../../../platform/db/coalesce.ts";
import type { HotDb } from "../../../platform/db/db.ts";
import type { StoreId, VariantId } from "../../../platform/ids.ts";
import type { Product } from "./product.ts";
import {
  findById,
  findByPlatformId,
  insertMissing,
  type PlatformIdKey,
  type VariantKey,
  type VariantRow,
} from "./sql.ts";

export type Variant = {
  readonly id: VariantId;
  /** The variant's id in the shop's platform. */
  readonly platformId: string;
  readonly productId: string | null;
  /** Null when only shoppers have sent the id: the catalogue does not have this variant. */
  readonly product: Product | null;
  /** Parts of public records, cached as JSON text. Only wire files read or fill them. */
  readonly written: { product?: string; readonly itemStarts: string[] };
};

/** The variants this process has seen. Product data may be up to 30 seconds old. */
export type VariantCache = {
  /** Returns the variants in the order of the ids. With `create`, unknown ids get a row. */
  findByPlatformIds(
    storeId: StoreId,
    platformIds: readonly string[],
    options: { create: boolean },
  ): Promise<(Variant | undefined)[]>;
  findByIds(storeId: StoreId, ids: readonly VariantId[]): Promise<(Variant | undefined)[]>;
};

const FRESH_MS = 30_000;
const ENTRIES_MAX = 200_000;

export function createVariantCache(hot: HotDb, clock: () => number): VariantCache {
  // Each variant has two keys: "store:platform id", and its id alone, which is cheaper to build; the entry has the store.
  const entries = new LRUCache<string, { variant: Variant; storeId: StoreId; freshUntil: number }>({
    max: ENTRIES_MAX,
  });
  const platformKey = (storeId: StoreId, platformId: string) => `${storeId}:${platformId}`;

  function cache(storeId: StoreId, variant: Variant) {
    const entry = { variant, storeId, freshUntil: clock() + FRESH_MS };
    entries.set(platformKey(storeId, variant.platformId), entry);
    entries.set(variant.id, entry);
    return variant;
  }

  function findCached(storeId: StoreId, key: string, now: number) {
    const entry = entries.get(key);
    return entry && entry.freshUntil > now && entry.storeId === storeId ? entry.variant : undefined;
  }

  const byPlatformId = coalesce(
    async (keys: readonly PlatformIdKey[]) => inOrder(keys, await findByPlatformId(hot, keys)),
    { inFlight: 2, max: 256 },
  );
  const byId = coalesce(async (keys: readonly VariantKey[]) => inOrder(keys, await findById(hot, keys)), {
    inFlight: 2,
    max: 512,
  });
  const loadByPlatformId = async (storeId: StoreId, platformId: string) => {
    const variant = await byPlatformId({ storeId, platformId });
    return variant && cache(storeId, variant);
  };
  const loadById = async (storeId: StoreId, id: VariantId) => {
    const variant = await byId({ storeId, id });
    return variant && cache(storeId, variant);
  };

  return {
    async findByPlatformIds(storeId, platformIds, { create }) {
      const now = clock();
      const cached = platformIds.map((id) => findCached(storeId, platformKey(storeId, id), now));
      if (!cached.includes(undefined)) return cached;
      const found = await Promise.all(platformIds.map((id, index) => cached[index] ?? loadByPlatformId(storeId, id)));
      const missing = [...new Set(platformIds.filter((_, index) => !found[index]))];
      if (!create || missing.length === 0) return found;
      await insertMissing(
        hot,
        missing.map((platformId) => ({ storeId, platformId })),
      );
      return Promise.all(platformIds.map((id, index) => found[index] ?? loadByPlatformId(storeId, id)));
    },
    async findByIds(storeId, ids) {
      const now = clock();
      const cached = ids.map((id) => findCached(storeId, id, now));
      if (!cached.includes(undefined)) return cached;
      return Promise.all(ids.map((id, index) => cached[index] ?? loadById(storeId, id)));
    },
  };
}

function inOrder(keys: readonly unknown[], rows: readonly VariantRow[]) {
  const found = keys.map((): { value: Variant | undefined } => ({ value: undefined }));
  for (const { place, id, platformId, productId, product } of rows)
    found[place - 1] = { value: { id, platformId, productId, product, written: { itemStarts: [] } } };
  return found;
}
