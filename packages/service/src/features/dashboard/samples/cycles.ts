import type { VariantId } from "../../../platform/ids.ts";
import { bookedIn, DAY_MS, type Year } from "./calendar.ts";
import type { Draw } from "./draw.ts";

/** A variant as the shop's catalogue has it now. */
export type SampleVariant = {
  readonly id: VariantId;
  readonly productId: string;
  readonly price: number;
  readonly currency: string;
  /** Units in stock at the end of the year. */
  readonly quantity: number;
  /** No more people than this wait at the end. */
  readonly waitingMax?: number;
};

/** A time in which a variant was in stock, and the time before it in which it was not. */
export type Stay = {
  /** The number of the restock. */
  readonly number: number;
  readonly outSince: number;
  readonly restockedAt: number;
  readonly arrived: number;
  /** Undefined while it is in stock. */
  readonly soldOutAt: number | undefined;
  /** Units that are left at the end. */
  readonly left: number;
};

export type VariantYear = {
  readonly variant: SampleVariant;
  /** How often people want it, compared with the other variants. */
  readonly weight: number;
  /** Its restocks, oldest first. */
  readonly stays: readonly Stay[];
  /** Since when it is sold out now. */
  readonly soldOutSince: number | undefined;
};

/** The most wanted variants come back this often in a year. */
const RESTOCKS_MAX = 8;

/** Draws when each variant was sold out and came back, so that the stock of now is right. A few products are hits, most are
 *  wanted now and then. */
export function drawCycles(variants: readonly SampleVariant[], draw: Draw, year: Year): VariantYear[] {
  const products = [...new Set(variants.map(({ productId }) => productId))]
    .map((id) => ({ id, order: draw.next() }))
    .toSorted((one, other) => one.order - other.order);
  const ofProduct = new Map(products.map(({ id }, rank) => [id, 1 / (rank + 1)]));
  const weighted = variants.map((variant) => ({
    variant,
    // What is sold out was wanted more than the rest.
    weight: (ofProduct.get(variant.productId) ?? 0) * draw.between(0.4, 1.6) * (variant.quantity > 0 ? 1 : 2),
  }));
  const most = Math.max(...weighted.map(({ weight }) => weight));
  const held = weighted
    .filter(({ variant }) => variant.quantity > 0 && variant.waitingMax === undefined)
    .toSorted((one, other) => other.weight - one.weight)[0];
  return weighted.map((one) =>
    one === held ? pausedCycle(one, draw, year, most) : cycleOf(one, draw, year, Math.sqrt(one.weight / most)),
  );
}

type Weighted = { readonly variant: SampleVariant; readonly weight: number };

/** The variant of the plan that the merchant has paused: many waited for it, and few units came on the last day. */
function pausedCycle(one: Weighted, draw: Draw, year: Year, most: number): VariantYear {
  const restockedAt = bookedIn(year.end - DAY_MS, draw);
  const before = cycleOf(
    { ...one, variant: { ...one.variant, quantity: 0 } },
    draw,
    year,
    0.9,
    restockedAt - 26 * DAY_MS,
  );
  const outSince = before.soldOutSince ?? restockedAt - 26 * DAY_MS;
  const { quantity } = one.variant;
  const number = (before.stays.at(-1)?.number ?? 1) + 1;
  const last = { number, outSince, restockedAt, arrived: quantity + 1, soldOutAt: undefined, left: quantity };
  return { variant: one.variant, weight: most, stays: [...before.stays, last], soldOutSince: undefined };
}

function cycleOf(
  { variant, weight }: Weighted,
  draw: Draw,
  { start, end }: Year,
  popularity: number,
  soldOutAt?: number,
): VariantYear {
  const isOut = variant.quantity <= 0;
  const soldOutSince = isOut
    ? (soldOutAt ?? Math.floor(end - draw.between(4, 12 + 25 * draw.next()) * DAY_MS))
    : undefined;
  const restocks = Math.max(0, Math.round(popularity * RESTOCKS_MAX * draw.between(0.75, 1.25) - draw.between(0, 0.8)));
  const stays: Omit<Stay, "number">[] = [];
  let until = soldOutSince;
  while (stays.length < restocks) {
    const daysInStock =
      until === undefined ? 2 + 70 * draw.next() ** 2 : draw.between(8, 20) + (1 - popularity) * draw.between(10, 50);
    const restockedAt = bookedIn((until ?? end) - daysInStock * DAY_MS, draw);
    const outSince = Math.floor(restockedAt - (draw.between(7, 15) + (1 - popularity) * draw.between(0, 18)) * DAY_MS);
    if (outSince < start + DAY_MS) break;
    const sold = Math.round(draw.between(8, 18) + popularity * draw.between(10, 45));
    const left = until === undefined ? variant.quantity : 0;
    stays.unshift({ outSince, restockedAt, arrived: left + sold, soldOutAt: until, left });
    until = outSince;
  }
  // The first delivery, before the year, was number 1.
  return { variant, weight, soldOutSince, stays: stays.map((stay, index) => ({ ...stay, number: index + 2 })) };
}
