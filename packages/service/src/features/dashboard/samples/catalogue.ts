import type { VariantInput } from "../../catalog/variants/upsert-variants.ts";
import type { SampleGoods } from "./fill-store.ts";

const CLOTHES = ["S", "M", "L", "XL"];
const SHOES = ["38", "40", "42", "44"];
const ONE_SIZE = [""];

/** Title, price in euros, sizes, and the sizes that are sold out. */
const PRODUCTS: readonly (readonly [
  title: string,
  price: number,
  sizes: readonly string[],
  soldOut: readonly string[],
])[] = [
  ["Waxed jacket", 245, CLOTHES, ["M", "L"]],
  ["Rain shell", 310, CLOTHES, ["L"]],
  ["Winter parka", 385, CLOTHES, ["M"]],
  ["Fisherman's sweater", 139, CLOTHES, ["S", "M"]],
  ["Wool cardigan", 149, CLOTHES, []],
  ["Leather boot", 289, SHOES, ["42"]],
  ["Chelsea boot", 219, SHOES, ["40"]],
  ["Hiking shoe", 239, SHOES, []],
  ["Canvas backpack", 165, ONE_SIZE, [""]],
  ["Market tote", 68, ONE_SIZE, []],
  ["Merino beanie", 39, ONE_SIZE, [""]],
  ["Long scarf", 72, ONE_SIZE, []],
  ["Stoneware mug", 24, ONE_SIZE, []],
  ["Enamel kettle", 89, ONE_SIZE, [""]],
  ["Wool blanket", 129, ONE_SIZE, []],
];

/** The page of a sample product leads nowhere. */
const SHOP = "https://sample.example";

const rows = PRODUCTS.flatMap(([title, price, sizes, soldOut], index) =>
  sizes.map((size, nth) => ({
    platformId: `sample-${index + 1}-${nth + 1}`,
    productId: `sample-${index + 1}`,
    title,
    size,
    price,
    quantity: soldOut.includes(size) ? 0 : 4 + ((index * 7 + nth * 5) % 11),
  })),
);

/** What the sample shop sells. */
export const SAMPLE_GOODS: readonly SampleGoods[] = rows.map(({ platformId, productId, price, quantity }) => ({
  platformId,
  productId,
  price,
  quantity,
  currency: "EUR",
}));

export const SAMPLE_CATALOGUE: readonly VariantInput[] = rows.map(({ platformId, productId, title, size, price }) => ({
  platformId,
  productId,
  product: {
    title,
    price,
    currency: "EUR",
    url: `${SHOP}/p/${productId}`,
    ...(size ? { variantTitle: `Size ${size}` } : {}),
  },
}));
