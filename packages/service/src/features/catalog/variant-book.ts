import { hash } from "node:crypto";
import { coalesce } from "../../platform/coalesce.ts";
import type { HotDb } from "../../platform/db.ts";
import type { StoreId, VariantId } from "../../platform/ids.ts";
import type { Product } from "./product.ts";
import { findByEpi, findById, makeVariants, type VariantRow } from "./sql.ts";

/** A variant as lists show it. `fragment` is the product part of an item record, ready to be put into an answer. */
export type Variant = {
  readonly id: VariantId;
  readonly epi: string;
  readonly empi: string | null;
  readonly product: Product | null;
  readonly fragment: string;
  /** Beginnings of item records, kept here by who writes them. */
  readonly heads: string[];
};

/** The variants this process has seen, by platform id and by our own. Product data may be a few seconds old. */
export type VariantBook = {
  /** Finds variants by the platform's id, in the order asked. With `make`, unknown ones get a row. */
  byEpis(storeId: StoreId, epis: readonly string[], options: { make: boolean }): Promise<(Variant | undefined)[]>;
  byIds(storeId: StoreId, ids: readonly VariantId[]): Promise<(Variant | undefined)[]>;
  forget(): void;
};

const FRESH_MS = 30_000;
const VARIANTS_MAX = 200_000;

export function createVariantBook(hot: HotDb, clock: () => number): VariantBook {
  // By "store:epi" and by id; an id alone makes the cheaper key, and the entry tells whose it is.
  const known = new Map<string, { variant: Variant; storeId: StoreId; until: number }>();
  const epiKey = (storeId: StoreId, epi: string) => `${storeId}:${epi}`;

  function remember(storeId: StoreId, variant: Variant) {
    while (known.size >= VARIANTS_MAX) known.delete(known.keys().next().value ?? "");
    const entry = { variant, storeId, until: clock() + FRESH_MS };
    known.set(epiKey(storeId, variant.epi), entry);
    known.set(variant.id, entry);
    return variant;
  }

  function recall(storeId: StoreId, key: string, now = clock()) {
    const entry = known.get(key);
    return entry && entry.until > now && entry.storeId === storeId ? entry.variant : undefined;
  }

  const findOneByEpi = coalesce<{ storeId: StoreId; epi: string }, Variant | undefined>(
    async (sought) => {
      const rows = await findByEpi(hot, sought);
      const found: (Variant | undefined)[] = Array.from({ length: sought.length });
      for (const row of rows) found[row[0] - 1] = toVariant(sought[row[0] - 1]?.epi ?? "", row);
      return found.map((value) => ({ value }));
    },
    { inFlight: 2, max: 256 },
  );
  const findOneById = coalesce<{ storeId: StoreId; id: VariantId }, Variant | undefined>(
    async (sought) => {
      const rows = await findById(hot, sought);
      const found: (Variant | undefined)[] = Array.from({ length: sought.length });
      for (const row of rows) found[row[0] - 1] = toVariant(row[4], row.slice(0, 4) as VariantRow);
      return found.map((value) => ({ value }));
    },
    { inFlight: 2, max: 512 },
  );

  const lookUp = async (storeId: StoreId, epi: string) => {
    const variant = await findOneByEpi({ storeId, epi });
    return variant && remember(storeId, variant);
  };
  const lookUpById = async (storeId: StoreId, id: VariantId) => {
    const variant = await findOneById({ storeId, id });
    return variant && remember(storeId, variant);
  };

  return {
    async byEpis(storeId, epis, { make }) {
      const recalled = epis.map((epi) => recall(storeId, epiKey(storeId, epi)));
      if (!recalled.includes(undefined)) return recalled;
      const found = await Promise.all(epis.map((epi, index) => recalled[index] ?? lookUp(storeId, epi)));
      const missing = [...new Set(epis.filter((_, index) => !found[index]))];
      if (!make || missing.length === 0) return found;
      await makeVariants(
        hot,
        missing.map((epi) => ({ storeId, epi })),
      );
      return Promise.all(epis.map((epi, index) => found[index] ?? lookUp(storeId, epi)));
    },
    async byIds(storeId, ids) {
      const now = clock();
      const recalled = ids.map((id) => recall(storeId, id, now));
      if (!recalled.includes(undefined)) return recalled;
      return Promise.all(ids.map((id, index) => recalled[index] ?? lookUpById(storeId, id)));
    },
    forget: () => known.clear(),
  };
}

function toVariant(epi: string, [, id, empi, product]: VariantRow): Variant {
  return {
    id,
    epi,
    empi,
    product,
    fragment: productFragment(product, empi ?? epi),
    heads: [],
  };
}

/** `"bt":…,"dt":…,` and so on, with a comma after each: the caller goes on with its own fields. */
export function productFragment(product: Product | null, productId: string) {
  const { bt = null, dt = null, sku = null, du = null, iu = null, pr = null, vi = null } = product ?? {};
  const pid = hash("sha256", `product:${productId}`, "base64url").slice(0, 22);
  return `${JSON.stringify({ bt, dt, sku, du, iu, pr, vi, pid }).slice(1, -1)},`;
}
