import type { Order } from "keepsake-connector";

/** An item of an order, with the totals that Medusa calculates. */
export interface OrderItem {
  readonly variant_id: string | null;
  readonly quantity: number | string;
  readonly unit_price: number | string;
  /** What is paid for the units that were not returned, after promotions and with tax. */
  readonly total: number | string;
  readonly detail?: Returned | null;
}
interface Returned {
  readonly return_received_quantity?: number | string | null;
  readonly return_dismissed_quantity?: number | string | null;
}

/** The line as Keepsake wants it: with what one unit cost the shopper. Undefined where nothing of the catalogue was bought. */
export function toOrderLine({ variant_id, quantity, unit_price, total, detail }: OrderItem) {
  const units = Number(quantity);
  if (!variant_id || !(units > 0)) return undefined;
  const kept = units - Number(detail?.return_received_quantity ?? 0) - Number(detail?.return_dismissed_quantity ?? 0);
  // Of an item that was returned as a whole, Medusa knows no total.
  const price = kept > 0 ? Number(total) / kept : Number(unit_price);
  return { epi: variant_id, quantity: units, price: toDecimals(Math.max(0, price)) } satisfies Line;
}

type Line = NonNullable<Order["lines"]>[number];

/** Keepsake reads up to four decimals. */
const toDecimals = (price: number) => Math.round(price * 10_000) / 10_000;
