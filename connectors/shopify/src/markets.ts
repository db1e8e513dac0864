import type { MarketOfVariant, Variant } from "../../client/src/keepsake.ts";
import type { Shop } from "../../hosted/src/installations.ts";
import { type AdminApi, ShopifyError } from "./admin-api.ts";

/** Markets of the store in Keepsake, by their names: the country whose prices count there. Null: the merchant took it out, so its
 *  former prices are cleared. */
export type Markets = Readonly<Record<string, string | null>>;

const MARKETS_MAX = 20;
const PAIR = /^([a-z0-9-]{1,20})=([A-Z]{2})$/;

/** Reads what the merchant writes, such as `eu=DE us=US`. Undefined if it cannot be read. */
export function readMarkets(text: string): Markets | undefined {
  const pairs = text.split(/[\s,]+/).filter((pair) => pair !== "");
  const read = pairs.flatMap((pair): [string, string][] => {
    const [, name, country] = PAIR.exec(pair) ?? [];
    return name && country ? [[name, country]] : [];
  });
  const markets = Object.fromEntries(read);
  return read.length === pairs.length && Object.keys(markets).length === read.length && read.length <= MARKETS_MAX
    ? markets
    : undefined;
}

export const writeMarkets = (markets: Markets) =>
  Object.entries(markets)
    .flatMap(([name, country]) => (country === null ? [] : `${name}=${country}`))
    .join(" ");

/** The markets that the merchant wants now, and those of just before that are to be cleared. */
export const replaceMarkets = (before: Markets, wanted: Markets): Markets => ({
  ...Object.fromEntries(Object.entries(before).flatMap(([name, country]) => (country === null ? [] : [[name, null]]))),
  ...wanted,
});

/** What `readMarkets` read when the merchant sent the form. */
export const marketsOf = ({ settings }: Pick<Shop, "settings">) => (settings["markets"] ?? {}) as Markets;

type Money = { readonly amount: string; readonly currencyCode: string };
type MarketPrice = { readonly price: Money; readonly compareAtPrice: Money | null };
export type MarketPrices = { readonly [alias: `price${number}`]: MarketPrice };

/** The fields of a variant with its prices in the markets: one alias for each, because a name may have hyphens. */
export const priceFields = (markets: Markets) =>
  Object.values(markets)
    .flatMap((country, index) =>
      country === null
        ? []
        : `price${index}: contextualPricing(context: { country: ${country} }) {
          price { amount currencyCode } compareAtPrice { amount currencyCode } }`,
    )
    .join(" ");

export function toMarketPrices(markets: Markets, prices: MarketPrices): NonNullable<Variant["markets"]> {
  const read: Record<string, MarketOfVariant> = {};
  for (const [index, [name, country]] of Object.entries(markets).entries()) {
    const found = prices[`price${index}`];
    if (country === null) read[name] = { pr: null, compareAtPrice: null };
    else if (found)
      read[name] = {
        pr: Number(found.price.amount),
        compareAtPrice: found.compareAtPrice && Number(found.compareAtPrice.amount),
        currency: found.price.currencyCode,
      };
  }
  return read;
}

/** Whether Shopify has prices for all of these countries. A read that names another one fails as a whole. */
export async function hasCountries(api: AdminApi, shop: Shop, markets: Markets): Promise<boolean> {
  if (priceFields(markets) === "") return true;
  const text = `query Countries { productVariants(first: 1) { nodes { id ${priceFields(markets)} } } }`;
  try {
    await api.query(shop, { name: "countries", text }, {});
    return true;
  } catch (error) {
    if (error instanceof ShopifyError) return false;
    throw error;
  }
}
