import type { PastPrice } from "../../catalog/samples/past-stock.ts";
import { DAY_MS, HOUR_MS, isoOf, type Year } from "./calendar.ts";
import type { SampleVariant } from "./cycles.ts";
import type { Draw } from "./draw.ts";

/** A time in which some products cost less. */
export type Sale = {
  readonly from: number;
  readonly until: number;
  readonly productIds: ReadonlySet<string>;
};

const DISCOUNT = 0.8;
const SALE_DAYS = 14;
/** Month and day: the winter sale and the summer sale. */
const SALES = [
  [0, 7],
  [6, 1],
] as const;

/** The sales that began and ended in the year, each of a quarter of the products. */
export function drawSales(variants: readonly SampleVariant[], draw: Draw, { start, end }: Year): Sale[] {
  const products = [...new Set(variants.map(({ productId }) => productId))];
  const years = [new Date(start).getUTCFullYear(), new Date(end).getUTCFullYear()];
  return [...new Set(years)]
    .flatMap((year) => SALES.map(([month, day]) => Date.UTC(year, month, day) + 8 * HOUR_MS))
    .filter((from) => from > start + 7 * DAY_MS && from + SALE_DAYS * DAY_MS < end - 2 * DAY_MS)
    .map((from) => ({
      from,
      until: from + SALE_DAYS * DAY_MS,
      productIds: new Set(products.filter(() => draw.chance(0.25))),
    }));
}

export const salePrice = ({ price }: SampleVariant) => Math.max(1, Math.round(price * DISCOUNT));

export function priceAt(variant: SampleVariant, sales: readonly Sale[], at: number): number {
  const isReduced = sales.some(
    ({ from, until, productIds }) => productIds.has(variant.productId) && from <= at && at < until,
  );
  return isReduced ? salePrice(variant) : variant.price;
}

/** What each variant cost, from before the year. */
export const pricesOf = (variants: readonly SampleVariant[], sales: readonly Sale[], { start }: Year): PastPrice[] =>
  variants.flatMap((variant): PastPrice[] => {
    const { id: variantId, currency, price } = variant;
    const own = sales.filter(({ productIds }) => productIds.has(variant.productId));
    const regular = { variantId, currency, price, compareAt: null };
    return [
      { ...regular, seenAt: isoOf(start - 30 * DAY_MS) },
      ...own.flatMap(({ from, until }) => [
        { ...regular, price: salePrice(variant), compareAt: price, seenAt: isoOf(from) },
        { ...regular, seenAt: isoOf(until) },
      ]),
    ];
  });
