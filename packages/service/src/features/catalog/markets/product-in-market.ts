import type { Market } from "../../stores/settings/settings.ts";
import type { Product } from "../variants/product.ts";

/** What the shop says of one market of a variant. The rest is that of the variant. */
export type MarketProduct = Pick<Product, "price" | "compareAtPrice" | "currency" | "url" | "variantUrl">;

/** The product as the market shows it. A price of its own comes with its own currency and its own former price: those of
 *  the variant belong to another price. In the same way its own links replace both links of the variant. */
export function productInMarket(
  product: Product | null,
  own: MarketProduct | null,
  market: Pick<Market, "currency" | "url">,
): Product | null {
  const { price, compareAtPrice, currency, url, variantUrl } = own ?? {};
  const hasLink = url !== undefined || variantUrl !== undefined;
  if (product === null && price === undefined && !hasLink) return null;
  const { price: _1, compareAtPrice: _2, currency: _3, url: _4, variantUrl: _5, ...common } = product ?? {};
  const priced =
    price === undefined
      ? pick(product, ["price", "compareAtPrice", "currency"])
      : { price, compareAtPrice, currency: currency ?? market.currency ?? product?.currency };
  const links = hasLink ? { url, variantUrl } : moved(pick(product, ["url", "variantUrl"]), market.url);
  return withoutUndefined({ ...common, ...priced, ...links });
}

const pick = <Name extends keyof Product>(product: Product | null, names: readonly Name[]): Pick<Product, Name> =>
  Object.fromEntries(names.flatMap((name) => (product?.[name] === undefined ? [] : [[name, product[name]]]))) as Pick<
    Product,
    Name
  >;

/** The same pages below the address of the market. */
const moved = (links: Pick<Product, "url" | "variantUrl">, start: string | undefined) =>
  start === undefined
    ? links
    : Object.fromEntries(
        Object.entries(links).map(([name, link]) => [
          name,
          typeof link === "string" ? link.replace(/^https?:\/\/[^/?#]+/, start.replace(/\/$/, "")) : link,
        ]),
      );

const withoutUndefined = (product: { [Name in keyof Product]: Product[Name] | undefined }) =>
  Object.fromEntries(Object.entries(product).filter(([, value]) => value !== undefined)) as Product;
