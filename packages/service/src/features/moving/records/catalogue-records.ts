import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import type { MovedPrice, MovedStock, MovedVariant } from "../../catalog/moving/moved-variant.ts";
import type { Store } from "../../stores/store.ts";
import { readIsoTime } from "../files/times.ts";
import { Refused } from "../refused.ts";
import type { Fields } from "./fields.ts";
import { getStoredId, readId } from "./platform-ids.ts";
import { isPageUrl, isPictureUrl } from "./urls.ts";

export const VARIANT_FIELDS = ["variant", "market", "product", "data", "marketData"] as const;
export const PRICE_FIELDS = ["variant", "market", "currency", "price", "compareAt", "seenAt"] as const;
export const STOCK_FIELDS = ["variant", "market", "quantity", "arrived", "restocks", "isIn", "levels"] as const;

const PRICE_MAX = 9_999_999_999;
const INTEGER_MAX = 2_147_483_647;

const nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]));
const text = nullable(Type.String({ maxLength: 2_048 }));
const money = nullable(Type.Number({ minimum: 0, maximum: PRICE_MAX }));
const ProductIn = Type.Object(
  {
    brand: text,
    title: text,
    sku: text,
    url: text,
    variantUrl: text,
    imageUrl: text,
    variantTitle: text,
    price: money,
    compareAtPrice: money,
    stock: nullable(Type.Number()),
    currency: nullable(Type.String({ pattern: "^[A-Z]{3}$" })),
    tags: nullable(Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 50 })),
  },
  { additionalProperties: false },
);
const product = Compile(ProductIn);
const marketProduct = Compile(
  Type.Pick(ProductIn, ["price", "compareAtPrice", "currency", "url", "variantUrl"], { additionalProperties: false }),
);
const LevelsIn = Type.Array(
  Type.Object({
    location: Type.String({ maxLength: 64 }),
    quantity: Type.Integer({ minimum: -INTEGER_MAX, maximum: INTEGER_MAX }),
    at: Type.String({ maxLength: 40 }),
  }),
  { maxItems: 10_000 },
);
const levelsIn = Compile(LevelsIn);

export function readVariant(store: Store, fields: Fields): MovedVariant {
  return {
    platformId: getStoredId(store, fields),
    productId: readId(fields, "product")?.text ?? null,
    product: readProduct(fields, "data", product),
    marketProduct: fields.has("market") ? readProduct(fields, "marketData", marketProduct) : null,
  };
}

function readProduct(fields: Fields, name: string, allowed: typeof product | typeof marketProduct): string | null {
  const data = fields.raw(name);
  if (data === null) return null;
  if (!allowed.Check(data)) throw new Refused("invalid-value", name);
  const { url, variantUrl, imageUrl } = data as Static<typeof ProductIn>;
  const isWrong = [url, variantUrl].some((one) => one && !isPageUrl(one)) || (imageUrl && !isPictureUrl(imageUrl));
  if (isWrong) throw new Refused("invalid-url", name);
  return JSON.stringify(data);
}

export function readPrice(store: Store, fields: Fields): MovedPrice {
  const [currency, price, seenAt] = [
    fields.text("currency", 3),
    fields.number("price", 0, PRICE_MAX),
    fields.time("seenAt"),
  ];
  if (currency === null || !/^[A-Z]{3}$/.test(currency)) throw new Refused("invalid-value", "currency");
  if (price === null) throw new Refused("invalid-value", "price");
  if (seenAt === null) throw new Refused("invalid-time", "seenAt");
  const compareAt = fields.number("compareAt", 0, PRICE_MAX);
  return { platformId: getStoredId(store, fields), currency, price, compareAt, seenAt };
}

export function readStock(store: Store, fields: Fields): MovedStock {
  const levels = fields.raw("levels") ?? [];
  if (!levelsIn.Check(levels)) throw new Refused("invalid-value", "levels");
  const quantity = fields.whole("quantity", -INTEGER_MAX, INTEGER_MAX) ?? 0;
  return {
    platformId: getStoredId(store, fields),
    quantity,
    arrived: fields.whole("arrived", 0, INTEGER_MAX) ?? Math.max(quantity, 0),
    restocks: fields.whole("restocks", 0, INTEGER_MAX) ?? 0,
    isIn: fields.yesOrNo("isIn") ?? quantity > 0,
    levels: levels.map(({ location, quantity: units, at }: Static<typeof LevelsIn>[number]) => {
      const read = readIsoTime(at);
      if (read === undefined) throw new Refused("invalid-time", "levels");
      return { location, quantity: units, at: read };
    }),
  };
}
