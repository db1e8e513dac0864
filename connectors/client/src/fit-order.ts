import type { Order } from "./records.ts";

const LINES_MAX = 200;

/** Leaves out lines of an order that has too many for Keepsake, which would refuse the whole batch because of it. */
export const fitOrder = (order: Order): Order =>
  order.lines && order.lines.length > LINES_MAX ? { ...order, lines: order.lines.slice(0, LINES_MAX) } : order;
