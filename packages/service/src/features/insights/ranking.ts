import { isInteger, readCursor, writeCursor } from "../../platform/http/cursor.ts";

/** By what variants are sorted. Without a currency, the first page may choose one. */
export type Ranking = {
  readonly sort: string;
  readonly topic: string | null;
  readonly currency: string | null;
};
/** The last variant of a page. `key` is the figure that variants are sorted by, as text. */
export type Place = { readonly key: string; readonly variantId: string };

const isDecimal = (text: string) => /^-?\d{1,30}(\.\d{1,10})?$/.test(text);
const isCurrency = (text: string) => /^([A-Z]{3})?$/.test(text);

/** Where a page begins, and the currency that the first page chose. The cursor of another order is refused: its figure says
 *  nothing in this one. `isMoney`: the figure has decimals. */
export function readPlace(cursor: string | undefined, { sort, topic, currency }: Ranking, isMoney: boolean) {
  const values = readCursor(cursor, [
    (value) => value === sort,
    (value) => value === (topic ?? ""),
    (value) => (currency === null ? isCurrency(value) : value === currency),
    isMoney ? isDecimal : isInteger,
    isInteger,
  ]);
  if (!values) return undefined;
  const [, , chosen = "", key = "", variantId = ""] = values;
  return { currency: chosen || null, after: { key, variantId } };
}

export const writePlace = ({ sort, topic, currency }: Ranking, { key, variantId }: Place) =>
  writeCursor([sort, topic ?? "", currency ?? "", key, variantId]);
