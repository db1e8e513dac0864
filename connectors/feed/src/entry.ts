import { isStorable } from "../../client/src/fit-text.ts";
import { UNTRACKED, type Variant } from "../../client/src/keepsake.ts";
import { Refusal } from "./refusal.ts";

/** A variant at one place, as the shop's document says it. */
export type Entry = {
  readonly variant: Variant;
  readonly id: string;
  readonly location: string;
  readonly quantity: number;
};

const QUANTITY_MAX = 1_000_000_000;
const PRICE_MAX = 9_999_999_999;
const ID_MAX = 64;

/** Reads one line. `fields` has the names of docs/connectors/feed.md. An absent or empty field says nothing. */
export function readEntry(fields: Readonly<Record<string, unknown>>, line: number): Entry {
  const fail = (message: string) => new Refusal(400, `Line ${line}: ${message}`);
  const text = (name: string): string | undefined => {
    const value = fields[name];
    if (value === undefined || value === null || value === "") return undefined;
    if (typeof value !== "string" && typeof value !== "number") throw fail(`${name} must be a text`);
    return String(value).trim() || undefined;
  };
  const id = (name: string) => {
    const value = text(name);
    if (value !== undefined && value.length > ID_MAX) throw fail(`${name} has more than ${ID_MAX} characters`);
    // Other texts lose such a character. An id without it could be that of another variant.
    if (value !== undefined && !isStorable(value)) throw fail(`${name} has a broken character; write it in UTF-8`);
    return value;
  };
  const money = (name: string): number | undefined => {
    const value = text(name);
    if (value === undefined) return undefined;
    const amount = Number(value);
    if (!/^\d+(\.\d+)?$/.test(value) || amount > PRICE_MAX) throw fail(`${name} must be an amount such as 19.99`);
    return amount;
  };

  const epi = id("id");
  if (epi === undefined) throw fail("id is missing");
  const currency = text("currency");
  if (currency !== undefined && !/^[A-Z]{3}$/.test(currency)) throw fail("currency must be a code such as EUR");
  const tags = text("tags");
  const price = money("price");
  const compareAtPrice = money("compare_at_price");
  return {
    id: epi,
    location: id("location") ?? "",
    quantity: readStock(text("stock"), fail),
    variant: {
      epi,
      ...given("empi", id("product_id")),
      ...given("dt", text("title")),
      ...given("vi", text("variant")),
      ...given("bt", text("brand")),
      ...given("sku", text("sku")),
      ...given("du", text("url")),
      ...given("uri", text("variant_url")),
      ...given("iu", text("image")),
      ...given("pr", price),
      // A price without one is not on sale any more.
      ...(price === undefined ? {} : { compareAtPrice: compareAtPrice ?? null }),
      ...given("currency", currency),
      ...(tags === undefined ? {} : { tags: tags.split("|").map((tag) => tag.trim()) }),
    },
  };
}

function readStock(stock: string | undefined, fail: (message: string) => Refusal): number {
  if (stock === "untracked") return UNTRACKED;
  const quantity = Number(stock);
  if (stock === undefined || !/^-?\d{1,10}$/.test(stock) || Math.abs(quantity) > QUANTITY_MAX)
    throw fail('stock must be a whole number, or "untracked"');
  return Math.max(0, quantity);
}

const given = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: Value };
