import type { MarketOfVariant } from "keepsake-connector";

/** What Medusa calculates for a variant in a region or currency. */
export interface CalculatedPrice {
  readonly calculated_amount: number | string | null;
  readonly original_amount: number | string | null;
  readonly currency_code: string;
}

/** Null removes the price that was sent before. */
export function toPrice(
  price: CalculatedPrice | null | undefined,
): Pick<MarketOfVariant, "pr" | "compareAtPrice" | "currency"> {
  if (price?.calculated_amount == null) return { pr: null };
  const { calculated_amount: now, original_amount: before, currency_code: currency } = price;
  const isReduced = before !== null && Number(before) > Number(now);
  return { pr: Number(now), compareAtPrice: isReduced ? Number(before) : null, currency: currency.toUpperCase() };
}
