import type { StoreTx } from "../../../platform/db/db.ts";
import type { Rows } from "../../../platform/http/send-rows.ts";
import { findInStock } from "../../catalog/stock/find-in-stock.ts";
import type { DayRange } from "../range.ts";
import { readPlace, writePlace } from "../ranking.ts";
import { type Demand, type DemandDeps, describeDemand } from "./describe-demand.ts";
import { type DemandSort, findMainCurrency, type RankedVariant, rankBySaves, rankByValue, rankWaiting } from "./sql.ts";

export type DemandQuery = {
  readonly topic: string;
  readonly sort: DemandSort;
  /** For the order by value. Values in different currencies do not compare. */
  readonly currency: string | null;
  readonly stock: "in" | "out" | undefined;
  readonly trend: DayRange;
};

/** How many variants are looked at for one page with a filter. A page may then be short and still have a next one. */
const SCANNED_MAX = 500;

/** A page of the variants that shoppers want most. */
export async function listDemand(
  deps: DemandDeps,
  tx: StoreTx,
  query: DemandQuery,
  { cursor, limit }: { readonly cursor: string | undefined; readonly limit: number },
): Promise<Rows<Demand>> {
  const place = readPlace(cursor, query, query.sort === "value");
  const currency = place ? place.currency : await chooseCurrency(tx, query);
  const scanned = query.stock ? Math.max(SCANNED_MAX, limit) : limit;
  const ranked = await rank(tx, { ...query, currency }, place?.after, scanned);
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
    next: last && (isMore || ranked.length === scanned) ? writePlace({ ...query, currency }, last) : null,
  };
}

const chooseCurrency = async (tx: StoreTx, { sort, topic, currency }: DemandQuery) =>
  currency ?? (sort === "value" ? await findMainCurrency(tx, topic) : null);

async function rank(
  tx: StoreTx,
  { sort, topic, currency }: DemandQuery,
  start: Parameters<typeof rankBySaves>[1],
  limit: number,
): Promise<RankedVariant[]> {
  if (sort === "saves") return rankBySaves(tx, start, limit);
  if (sort !== "value") return rankWaiting(tx, sort, topic, start, limit);
  return currency === null ? [] : rankByValue(tx, topic, currency, start, limit);
}

async function keepByStock({ hot }: DemandDeps, tx: StoreTx, ranked: readonly RankedVariant[], stock: "in" | "out") {
  const keys = ranked.map(({ variantId }) => ({ storeId: tx.storeId, variantId }));
  const inStock = new Set((await findInStock(hot, keys)).map(({ variantId }) => variantId));
  return ranked.filter(({ variantId }) => inStock.has(variantId) === (stock === "in"));
}
