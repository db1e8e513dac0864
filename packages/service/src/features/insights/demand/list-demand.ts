import type { StoreTx } from "../../../platform/db/db.ts";
import { isInteger, readCursor, writeCursor } from "../../../platform/http/cursor.ts";
import type { Rows } from "../../../platform/http/send-rows.ts";
import { findInStock } from "../../catalog/stock/find-in-stock.ts";
import type { DayRange } from "../range.ts";
import { type Demand, type DemandDeps, describeDemand } from "./describe-demand.ts";
import { type DemandSort, findMainCurrency, type RankedVariant, rankBySaves, rankByValue, rankWaiting } from "./sql.ts";

export type DemandQuery = {
  readonly topic: string;
  readonly sort: DemandSort;
  /** For the order by value. Values in different currencies do not compare. */
  readonly currency: string | undefined;
  readonly stock: "in" | "out" | undefined;
  readonly trend: DayRange;
};

/** With a filter, so many variants are looked at for one page. A page may then be short and still have a next one. */
const SCANNED_MAX = 500;
const isDecimal = (text: string) => /^-?\d{1,30}(\.\d{1,10})?$/.test(text);

/** A page of the variants that shoppers want most. */
export async function listDemand(
  deps: DemandDeps,
  tx: StoreTx,
  query: DemandQuery,
  { cursor, limit }: { readonly cursor: string | undefined; readonly limit: number },
): Promise<Rows<Demand>> {
  const [key, variantId] = readCursor(cursor, [isDecimal, isInteger]) ?? [];
  const start = key !== undefined && variantId !== undefined ? { key, variantId } : undefined;
  const scanned = query.stock ? Math.max(SCANNED_MAX, limit) : limit;
  const ranked = await rank(tx, query, start, scanned);
  const matching = query.stock ? await keepByStock(deps, tx, ranked, query.stock) : ranked;
  const page = matching.slice(0, limit);
  const isMore = matching.length > limit;
  const last = isMore ? page.at(-1) : ranked.at(-1);
  return {
    rows: await describeDemand(
      deps,
      tx,
      page.map((one) => one.variantId),
      query,
    ),
    next: last && (isMore || ranked.length === scanned) ? writeCursor([last.key, last.variantId]) : null,
  };
}

async function rank(
  tx: StoreTx,
  { sort, topic, currency }: DemandQuery,
  start: Parameters<typeof rankBySaves>[1],
  limit: number,
): Promise<RankedVariant[]> {
  if (sort === "saves") return rankBySaves(tx, start, limit);
  if (sort !== "value") return rankWaiting(tx, sort, topic, start, limit);
  const main = currency ?? (await findMainCurrency(tx, topic));
  return main === undefined ? [] : rankByValue(tx, topic, main, start, limit);
}

async function keepByStock({ hot }: DemandDeps, tx: StoreTx, ranked: readonly RankedVariant[], stock: "in" | "out") {
  const keys = ranked.map(({ variantId }) => ({ storeId: tx.storeId, variantId }));
  const inStock = new Set((await findInStock(hot, keys)).map(({ variantId }) => variantId));
  return ranked.filter(({ variantId }) => inStock.has(variantId) === (stock === "in"));
}
