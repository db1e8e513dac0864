import type { HotDb, StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import { findInStock } from "../../catalog/stock/find-in-stock.ts";
import type { Variant, VariantCache } from "../../catalog/variants/variant-cache.ts";
import { findOldest } from "../../subscriptions/waiting/find-oldest.ts";
import { type DayRange, daysOf } from "../range.ts";
import { findShownFigures } from "./sql.ts";

export type DemandDeps = { readonly hot: HotDb; readonly variants: VariantCache };

/** What shoppers want of a variant, under one topic. */
export type Demand = {
  readonly variant: Variant;
  readonly topic: string;
  readonly people: number;
  readonly units: number;
  /** The catalogue's price; null without one. */
  readonly price: string | null;
  readonly currency: string | null;
  /** What the units are worth at that price. */
  readonly value: string | null;
  /** On how many lists the variant is. */
  readonly lists: number;
  /** Since when the first person waits. */
  readonly oldest: Date | null;
  /** The sign-ups of each day of the trend. */
  readonly trend: readonly number[];
  readonly isInStock: boolean;
};

/** The demand for variants, in their order. A variant that no longer exists is left out. */
export async function describeDemand(
  { hot, variants }: DemandDeps,
  tx: StoreTx,
  ids: readonly VariantId[],
  { topic, trend }: { readonly topic: string; readonly trend: DayRange },
): Promise<Demand[]> {
  const found = await variants.findByIds(tx.storeId, ids);
  const inStock = new Set(
    (
      await findInStock(
        hot,
        ids.map((variantId) => ({ storeId: tx.storeId, variantId })),
      )
    ).map(({ variantId }) => variantId),
  );
  const figures = new Map((await findShownFigures(tx, ids, topic, trend)).map((shown) => [shown.variantId, shown]));
  const oldest = await findOldest(tx, ids, topic);
  const days = daysOf(trend);
  return found.flatMap((variant) => {
    const shown = variant && figures.get(variant.id);
    if (!shown) return [];
    const signedUp = new Map(shown.days.map((day, index) => [day, shown.signedUp[index]]));
    return [
      {
        variant,
        topic,
        people: shown.people,
        units: shown.units,
        price: shown.price,
        currency: shown.currency || null,
        value: shown.value,
        lists: shown.lists,
        oldest: oldest.get(variant.id) ?? null,
        trend: days.map((day) => signedUp.get(day) ?? 0),
        isInStock: inStock.has(variant.id),
      },
    ];
  });
}
