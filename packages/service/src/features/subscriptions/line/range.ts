import { fragment } from "../../../platform/db/fragment.ts";

/** The order in which people are notified: by their place in line, from either end, or by rank, which is a draw. */
export type LineOrder = "oldest" | "newest" | "drawn";

/** A position in the line: a place or a rank, and the subscription there. Both are bigints as text. */
export type Position = { readonly at: string; readonly id: string };

/** The people after `next`, up to and including `last`, in this order. Who joined the line after `joinedUntil` is not among
 *  them. */
export type LineRange = {
  readonly order: LineOrder;
  readonly next: Position;
  readonly last: Position;
  readonly joinedUntil: string;
};

/** A price drop. It concerns a person whose currency it has and who accepts the new price. */
export type PriceDrop = { readonly currency: string; readonly to: number };

const BY_PLACE = { column: "place", after: ">", until: "<=", direction: "" };
/** The SQL of each order, for the alias `w` of the table `waiting`. */
const SQL = {
  oldest: BY_PLACE,
  newest: { column: "place", after: "<", until: ">=", direction: " desc" },
  drawn: { ...BY_PLACE, column: "rank" },
};

export const columnOf = (order: LineOrder) => SQL[order].column;
export const isAfter = (order: LineOrder, at: string, id: string) =>
  `(w.${SQL[order].column}, w.subscription_id) ${SQL[order].after} (${at}::bigint, ${id}::bigint)`;
export const isUntil = (order: LineOrder, at: string, id: string) =>
  `(w.${SQL[order].column}, w.subscription_id) ${SQL[order].until} (${at}::bigint, ${id}::bigint)`;
export const inOrder = (order: LineOrder, at = `w.${SQL[order].column}`, id = "w.subscription_id") =>
  `${at}${SQL[order].direction}, ${id}${SQL[order].direction}`;

export const inReverse = (order: LineOrder, at: string, id: string) =>
  SQL[order].direction ? `${at}, ${id}` : `${at} desc, ${id} desc`;

/** Whether a price drop, if there is one, concerns the person. */
export const priceFits = (currency: string, price: string) =>
  `(${currency}::text is null or (coalesce(w.currency, ${currency}) = ${currency} and coalesce(w.price_max, ${price}::numeric) >= ${price}::numeric))`;

/** The row of one subscription in the line, for the alias `w`. */
export const rowOf = (alias: string) => fragment(`w.store_id = ${alias}.store_id and w.subscription_id = ${alias}.id`);
