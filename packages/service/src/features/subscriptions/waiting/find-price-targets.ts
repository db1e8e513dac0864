import type { StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import { countPriceTargets } from "./sql.ts";

const TARGETS_MAX = 10_000;
const POINTS_MAX = 20;

/** How many people would hear of a drop to this price, and how many units they want. */
export type CurvePoint = { readonly price: string; readonly people: number; readonly units: number };
export type PriceCurve = { readonly currency: string; readonly points: readonly CurvePoint[] };

/** The demand for a variant at lower prices, from the price targets of those who wait for a drop: a curve for each currency,
 *  from the highest price down. */
export async function findPriceTargets(tx: StoreTx, variantId: VariantId): Promise<PriceCurve[]> {
  const targets = await countPriceTargets(tx, variantId, TARGETS_MAX);
  return [...Map.groupBy(targets, ({ currency }) => currency)].map(([currency, ofCurrency]) => {
    let [people, units] = [0, 0];
    const points = ofCurrency.map((target) => {
      people += target.people;
      units += target.units;
      return { price: target.price, people, units };
    });
    return { currency, points: thin(points) };
  });
}

/** Keeps points at even distances, and the last one, which has everybody. */
function thin(points: readonly CurvePoint[]): readonly CurvePoint[] {
  if (points.length <= POINTS_MAX) return points;
  const step = (points.length - 1) / (POINTS_MAX - 1);
  return Array.from({ length: POINTS_MAX }, (_, index) => points[Math.round(index * step)]).filter(
    (point) => point !== undefined,
  );
}
