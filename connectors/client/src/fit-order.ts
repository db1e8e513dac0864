import type { Order } from "./records.ts";

const LINES_MAX = 200;
const QUANTITY_MAX = 1_000_000;

/** Corrects what Keepsake would refuse because of its form: too many lines, parts of units, and prices with more than four
 *  decimals. */
export const fitOrder = (order: Order): Order =>
  order.lines ? { ...order, lines: order.lines.slice(0, LINES_MAX).map(fitLine) } : order;

type Line = NonNullable<Order["lines"]>[number];

const fitLine = (line: Line): Line => ({
  ...line,
  quantity: Math.min(Math.max(Math.ceil(line.quantity), 1), QUANTITY_MAX),
  price: /^\d+(\.\d{1,4})?$/.test(`${line.price}`) ? line.price : Math.round(Number(line.price) * 10_000) / 10_000,
});
