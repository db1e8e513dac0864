import type { StoreTx } from "../../../platform/db/db.ts";
import { isInteger, readCursor, writeCursor } from "../../../platform/http/cursor.ts";
import type { Rows } from "../../../platform/http/send-rows.ts";
import type { VariantId } from "../../../platform/ids.ts";
import type { Variant, VariantCache } from "../../catalog/variants/variant-cache.ts";
import type { Money } from "../money.ts";
import type { DayRange } from "../range.ts";
import {
  type DayResult,
  findMainCurrency,
  type ResultCounts,
  type ResultSort,
  rankVariants,
  selectDays,
  sumResults,
} from "./sql.ts";

type Page = { readonly cursor: string | undefined; readonly limit: number };

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);
const isTopic = (text: string) => text.length <= 64;
const isDecimal = (text: string) => /^-?\d{1,30}(\.\d{1,10})?$/.test(text);

/** The results of each day and topic. */
export async function listDays(
  tx: StoreTx,
  query: DayRange & { readonly topic: string | null; readonly variantId: VariantId | null },
  { cursor, limit }: Page,
): Promise<Rows<DayResult>> {
  const [day, topic] = readCursor(cursor, [isDay, isTopic]) ?? [];
  const before = day !== undefined && topic !== undefined ? { day, topic } : undefined;
  const rows = await selectDays(tx, query, before, limit);
  const last = rows.at(-1);
  return { rows, next: last && rows.length === limit ? writeCursor([last.day, last.topic]) : null };
}

export type VariantWithResults = ResultCounts & { readonly variant: Variant; readonly revenue: readonly Money[] };

/** The variants with the best results of a range. */
export async function listVariants(
  variants: VariantCache,
  tx: StoreTx,
  query: DayRange & { readonly topic: string | null; readonly sort: ResultSort; readonly currency: string | null },
  { cursor, limit }: Page,
): Promise<Rows<VariantWithResults>> {
  const [key, variantId] = readCursor(cursor, [isDecimal, isInteger]) ?? [];
  const after = key !== undefined && variantId !== undefined ? { key, variantId } : undefined;
  const currency = query.currency ?? (query.sort === "revenue" ? await findMainCurrency(tx, query) : null);
  // A store that has reported no order yet has no revenue to sort by.
  const sort = query.sort === "revenue" && currency === null ? "notified" : query.sort;
  const ranked = await rankVariants(tx, { ...query, sort, currency }, after, limit);
  const ids = ranked.map((one) => one.variantId);
  const sums = Map.groupBy(await sumResults(tx, ids, query), (row) => row.variantId);
  const found = await variants.findByIds(tx.storeId, ids);
  const rows = found.flatMap((variant) => {
    const ofVariant = variant && sums.get(variant.id);
    return ofVariant ? [{ variant, ...addUp(ofVariant) }] : [];
  });
  const last = ranked.at(-1);
  return { rows, next: last && ranked.length === limit ? writeCursor([last.key, last.variantId]) : null };
}

/** The counts of all currencies, and the money of each. */
function addUp(rows: Awaited<ReturnType<typeof sumResults>>): ResultCounts & { readonly revenue: readonly Money[] } {
  const sum = (name: keyof ResultCounts) => rows.reduce((total, row) => total + row[name], 0);
  return {
    notified: sum("notified"),
    clicked: sum("clicked"),
    bought: sum("bought"),
    units: sum("units"),
    revenue: rows.flatMap(({ currency, amount }) => (currency && amount !== "0" ? [{ currency, amount }] : [])),
  };
}
