import type { PastChange, PastLevel } from "../../catalog/samples/past-stock.ts";
import { HOUR_MS, isoOf } from "./calendar.ts";
import type { SimulatedYear } from "./simulate-year.ts";

/** The stock of now. */
export const levelsOf = ({ cycles, year }: SimulatedYear): PastLevel[] =>
  cycles.map(({ variant, stays }) => ({
    variantId: variant.id,
    quantity: variant.quantity,
    arrived: stays.at(-1)?.arrived ?? variant.quantity,
    restocks: stays.at(-1)?.number ?? 1,
    occurredAt: isoOf(year.end - HOUR_MS),
  }));

/** How the stock fell in each restock: the units of those who were notified, and then those that other people bought, the last
 *  one when it was sold out. */
export function stockChangesOf({ restocks, year, draw }: SimulatedYear): PastChange[] {
  return restocks.flatMap(({ variant, stay, past }): PastChange[] => {
    if (!past) return [];
    const { arrived, left, number } = stay;
    const notified = past.purchases.map(({ at, units }) => ({ at, units }));
    const others = arrived - left - notified.reduce((sum, { units }) => sum + units, 0);
    const lastWave = Date.parse(past.waves.at(-1)?.at ?? past.plan.createdAt);
    const [from, until] = [lastWave + HOUR_MS, stay.soldOutAt ?? year.end - HOUR_MS];
    const toOthers = Array.from({ length: others }, (_, index) => ({
      at: Math.floor(
        index === others - 1 && stay.soldOutAt !== undefined ? until : draw.between(from, Math.max(from, until)),
      ),
      units: 1,
    }));
    let quantity = arrived;
    const row = { variantId: variant.id, number, arrived };
    return [
      { ...row, at: past.plan.createdAt, quantity },
      ...[...notified, ...toOthers]
        .toSorted((one, other) => one.at - other.at)
        .filter(({ at }) => at < year.end)
        .map(({ at, units }) => {
          quantity -= units;
          return { ...row, at: isoOf(at), quantity };
        }),
    ];
  });
}
