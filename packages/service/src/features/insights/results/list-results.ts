import type { StoreTx } from "../../../platform/db/db.ts";
import { readCursor, writeCursor } from "../../../platform/http/cursor.ts";
import type { Rows } from "../../../platform/http/send-rows.ts";
import type { VariantId } from "../../../platform/ids.ts";
import type { Variant, VariantCache } from "../../catalog/variants/variant-cache.ts";
import type { Money } from "../money.ts";
import { type DayRange, isDay } from "../range.ts";
import { type Place, type Ranking, readPlace, writePlace } from "../ranking.ts";
import {
  type DayResult,
  findMainCurrency,
  type RankedResult,
  type ResultCounts,
  type ResultSort,
  rankVariants,
  selectDays,
  sumResults,
} from "./sql.ts";

type Page = { readonly cursor: string | undefined; readonly limit: number };

/** So many variants are ranked at once for the pages of CSV, because each ranking adds up the whole range. */
const RANKED_AT_ONCE = 50_000;
const isTopic = (text: string) => text.length <= 64 && !text.includes("\0");

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

type VariantQuery = DayRange & Ranking & { readonly sort: ResultSort };

/** Reads the pages of one answer: the variants with the best results of a range. Only CSV has more than one page, and these
 *  share a ranking. */
export function createVariantPages(variants: VariantCache, query: VariantQuery) {
  let ahead: RankedResult[] | undefined;
  return async (tx: StoreTx, { cursor, limit }: Page): Promise<Rows<VariantWithResults>> => {
    const place = readPlace(cursor, query, query.sort === "revenue");
    const currency = place ? place.currency : await chooseCurrency(tx, query);
    if (!ahead?.length) ahead = await rank(tx, { ...query, currency }, place?.after, ahead ? RANKED_AT_ONCE : limit);
    const page = ahead.splice(0, limit);
    const last = page.at(-1);
    return {
      rows: await describe(variants, tx, page, query),
      next: last && page.length === limit ? writePlace({ ...query, currency }, last) : null,
    };
  };
}

const chooseCurrency = async (tx: StoreTx, query: VariantQuery) =>
  query.currency ?? (query.sort === "revenue" ? await findMainCurrency(tx, query) : null);

/** A store that has reported no order yet has no revenue to sort by. */
const rank = (tx: StoreTx, query: VariantQuery, after: Place | undefined, limit: number) =>
  rankVariants(
    tx,
    { ...query, sort: query.sort === "revenue" && query.currency === null ? "notified" : query.sort },
    after,
    limit,
  );

async function describe(variants: VariantCache, tx: StoreTx, ranked: readonly RankedResult[], query: VariantQuery) {
  const ids = ranked.map((one) => one.variantId);
  const sums = Map.groupBy(await sumResults(tx, ids, query), (row) => row.variantId);
  const found = await variants.findByIds(tx.storeId, ids);
  return found.flatMap((variant) => {
    const ofVariant = variant && sums.get(variant.id);
    return ofVariant ? [{ variant, ...addUp(ofVariant) }] : [];
  });
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
