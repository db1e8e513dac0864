import type { PastStock } from "../../catalog/stock/past-stock.ts";
import { lastUntil, type PastRestock } from "./past-restock.ts";

type Level = Pick<PastStock, "quantity" | "arrived" | "isIn">;
type Known = Level & { readonly at: number };

/** The stock during a restock: as it was reported, and as the waves counted it. */
export function stockOf({ log, stock }: Pick<PastRestock, "log" | "stock">) {
  const counted = log.flatMap(({ at, kind, stock: level }): Known[] =>
    level && (kind === "selected" || kind === "soldOut") ? [{ at, ...level, isIn: kind === "selected" }] : [],
  );
  const known: readonly Known[] = [...stock.changes, ...counted].toSorted((one, other) => one.at - other.at);
  return {
    /** The stock at a time: that of the last report. */
    at: (time: number): Level | undefined => lastUntil(known, time),
    /** When more units came while some were in stock. */
    addedAt: stock.changes.flatMap(({ at, quantity, isIn }, index) => {
      const before = stock.changes[index - 1];
      return before?.isIn && isIn && quantity > before.quantity ? [at] : [];
    }),
    /** From then on the stock is not known. */
    until: stock.isWhole ? Number.POSITIVE_INFINITY : (stock.changes.at(-1)?.at ?? 0),
  };
}
