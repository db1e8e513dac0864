import type { StockLevel } from "./records.ts";

const QUANTITY_MAX = 1_000_000_000;

/** Keepsake counts whole units. Fewer than none, such as after backorders, are none. */
export const fitLevel = (level: StockLevel): StockLevel => ({
  ...level,
  quantity: Math.min(Math.max(Math.floor(level.quantity), 0), QUANTITY_MAX),
});
