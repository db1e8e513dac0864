import type { StoreTx } from "../../../platform/db/db.ts";
import type { LinePage, ReadLines } from "../../../platform/db/lines.ts";
import { selectPrices, selectStock, selectVariants } from "./sql.ts";

type Select = typeof selectVariants;
const of =
  (select: Select, areMarkets: boolean): ReadLines =>
  (tx: StoreTx, page: LinePage) =>
    select(tx, page, { areMarkets });

/** The catalogue with its prices and its stock, for an export. */
export const readCatalogue = {
  variants: of(selectVariants, false),
  markets: of(selectVariants, true),
  prices: of(selectPrices, false),
  "market-prices": of(selectPrices, true),
  stock: of(selectStock, false),
  "market-stock": of(selectStock, true),
};
