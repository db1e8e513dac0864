import { LRUCache } from "lru-cache";
import { coalesce } from "../../../platform/db/coalesce.ts";
import type { HotDb } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import type { StoreId, VariantId } from "../../../platform/ids.ts";
import type { Product } from "./product.ts";
import {
  addUnknown,
  findById,
  findByPlatformId,
  type Known,
  type PlatformIdKey,
  type PricePoint,
  type VariantKey,
  type VariantRow,
} from "./sql.ts";
import { nameOf } from "./variant-name.ts";

export type Variant = {
  readonly id: VariantId;
  /** The variant's id in the shop's platform. */
  readonly platformId: string;
  /** The market of the variant that this is; null for the variant as a whole. */
  readonly market: string | null;
  readonly productId: string | null;
  /** Null when only shoppers have sent the id: the shop has reported neither product data nor stock. */
  readonly product: Product | null;
  /** The last prices in the product's currency, newest first. */
  readonly prices: readonly PricePoint[];
  /** What records of this variant need again and again: parts of public records as JSON text, which only wire files read
   *  and fill, and the fields that the catalogue knows. */
  readonly written: { product?: string; knownFields?: number; readonly itemStarts: string[] };
};

/** Limits the rows that callers other than the shop's own server add. */
export type UnknownLimit = {
  /** How many unknown variants the store may have. */
  readonly max: number;
  /** Throws when this caller may not add so many now. */
  readonly admit: (count: number) => Promise<void>;
};

/** The variants this process has seen. After four seconds a variant is used again only if the database still has the same
 *  version, so that changed product data and stock are shown everywhere within five, even in a process that missed the
 *  event. */
export type VariantCache = {
  /** Returns the variants in the order of the ids; `storedIdOf` makes the id of a market. With `create`, unknown ids get a row, within the limit if there is one. */
  findByPlatformIds(
    storeId: StoreId,
    platformIds: readonly string[],
    options: { readonly create: boolean; readonly limit?: UnknownLimit | undefined },
  ): Promise<(Variant | undefined)[]>;
  /** With `onlyIds` the variants may be half a minute old, for callers that read their ids alone: these hardly ever change. */
  findByIds(
    storeId: StoreId,
    ids: readonly VariantId[],
    options?: { readonly onlyIds: boolean },
  ): Promise<(Variant | undefined)[]>;
  /** These variants have changed: the next call reads them again. */
  forget(ids: readonly VariantId[]): void;
  clear(): void;
};

const FRESH_MS = 4_000;
const IDS_FRESH_MS = 30_000;
const ENTRIES_MAX = 100_000;
const NO_LIMIT: UnknownLimit = { max: 2_147_483_647, admit: async () => undefined };

export function createVariantCache(hot: HotDb, clock: () => number): VariantCache {
  const entries = new LRUCache<VariantId, Entry>({ max: ENTRIES_MAX });
  const idsByPlatformId = new LRUCache<string, VariantId>({ max: ENTRIES_MAX });
  const platformKey = (storeId: StoreId, platformId: string) => `${storeId}:${platformId}`;
  /** Counts the changes. A variant that was being read during a change may be the old one, and is not cached. */
  let changes = 0;

  const findEntry = (storeId: StoreId, id: VariantId | undefined) => {
    const entry = id === undefined ? undefined : entries.get(id);
    return entry?.storeId === storeId ? entry : undefined;
  };
  const idOf = (storeId: StoreId, platformId: string) => idsByPlatformId.get(platformKey(storeId, platformId));

  function findCached(storeId: StoreId, id: VariantId | undefined, readAfter: number) {
    const entry = findEntry(storeId, id);
    return entry && entry.readAt > readAfter ? entry.variant : undefined;
  }

  const byPlatformId = coalesce(
    async (keys: readonly (PlatformIdKey & Known)[]) => inOrder(keys, await findByPlatformId(hot, keys)),
    { inFlight: 2, max: 256 },
  );
  const byId = coalesce(async (keys: readonly (VariantKey & Known)[]) => inOrder(keys, await findById(hot, keys)), {
    inFlight: 2,
    max: 512,
  });

  /** Reads a variant, or only its version if that is the one of the entry. */
  async function read(storeId: StoreId, entry: Entry | undefined, ask: Ask): Promise<Loaded | undefined> {
    const [changesBefore, readAt] = [changes, clock()];
    const row = await ask(entry?.version ?? "");
    if (!row) return undefined;
    const variant = entry?.version === row.version ? entry.variant : toVariant(row);
    // A variant that is about to expire is not cached: whoever uses it must tell the database first, so that it stays.
    if (!row.isExpiring && changes === changesBefore) {
      entries.set(row.id, { variant, version: row.version, storeId, readAt, reading: undefined });
      idsByPlatformId.set(platformKey(storeId, row.platformId), row.id);
    }
    return { variant, isExpiring: row.isExpiring };
  }
  /** All who ask for a variant while it is read share the answer. */
  function load(storeId: StoreId, id: VariantId | undefined, ask: Ask): Promise<Loaded | undefined> {
    const entry = findEntry(storeId, id);
    if (!entry) return read(storeId, undefined, ask);
    entry.reading ??= read(storeId, entry, ask).finally(() => {
      entry.reading = undefined;
    });
    return entry.reading;
  }
  const loadById = async (storeId: StoreId, id: VariantId) =>
    (await load(storeId, id, (version) => byId({ storeId, id, version })))?.variant;
  const loadByPlatformId = async (storeId: StoreId, platformId: string, { orExpiring }: { orExpiring: boolean }) => {
    const ask: Ask = (version) => byPlatformId({ storeId, platformId, version });
    const loaded = await load(storeId, idOf(storeId, platformId), ask);
    return loaded && (orExpiring || !loaded.isExpiring) ? loaded.variant : undefined;
  };

  return {
    async findByPlatformIds(storeId, platformIds, { create, limit = NO_LIMIT }) {
      const readAfter = clock() - FRESH_MS;
      const cached = platformIds.map((id) => findCached(storeId, idOf(storeId, id), readAfter));
      if (!cached.includes(undefined)) return cached;
      const loadMissing = (known: readonly (Variant | undefined)[]) =>
        Promise.all(
          platformIds.map((id, index) => known[index] ?? loadByPlatformId(storeId, id, { orExpiring: !create })),
        );
      const found = await loadMissing(cached);
      const missing = [...new Set(platformIds.filter((_, index) => !found[index]))];
      if (!create || missing.length === 0) return found;
      await limit.admit(missing.length);
      await addUnknown(hot, storeId, missing, limit.max);
      const added = await loadMissing(found);
      if (added.includes(undefined)) throw tooManyUnknown(limit.max);
      return added;
    },
    async findByIds(storeId, ids, { onlyIds } = { onlyIds: false }) {
      const readAfter = clock() - (onlyIds ? IDS_FRESH_MS : FRESH_MS);
      const cached = ids.map((id) => findCached(storeId, id, readAfter));
      if (!cached.includes(undefined)) return cached;
      return Promise.all(ids.map((id, index) => cached[index] ?? loadById(storeId, id)));
    },
    forget(ids) {
      changes += 1;
      for (const id of ids) entries.delete(id);
    },
    clear() {
      changes += 1;
      entries.clear();
    },
  };
}

/** Reads a variant, without what a caller who knows this version has already. */
type Ask = (version: string) => Promise<VariantRow | undefined>;
type Loaded = { readonly variant: Variant; readonly isExpiring: boolean };
type Entry = {
  readonly variant: Variant;
  readonly version: string;
  readonly storeId: StoreId;
  readonly readAt: number;
  reading: Promise<Loaded | undefined> | undefined;
};

export const toVariant = ({
  id,
  platformId,
  productId,
  product,
  prices,
}: Pick<VariantRow, "id" | "platformId" | "productId" | "product" | "prices">): Variant => ({
  id,
  ...nameOf(platformId),
  productId,
  product,
  prices: prices ?? [],
  written: { itemStarts: [] },
});

function inOrder(keys: readonly unknown[], rows: readonly VariantRow[]) {
  const found = keys.map((): { value: VariantRow | undefined } => ({ value: undefined }));
  for (const row of rows) found[row.place - 1] = { value: row };
  return found;
}

export const tooManyUnknown = (max: number) =>
  new AppError(
    "invalid",
    "limit-reached",
    `Shoppers of this store have named ${max} products that are not in its catalogue. Add the product with catalog/upsert, or raise lists.unknownVariantsMax.`,
  );
