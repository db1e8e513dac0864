import { type Static, Type } from "typebox";
import { PlatformIdIn } from "../../platform/http/wire.ts";
import { readInstant } from "../../platform/text/instant.ts";
import { withNumbers } from "../../platform/text/numbers.ts";
import { readPlatformId } from "../../platform/text/platform-id.ts";
import { PictureUrl } from "./variants/client-urls.ts";
import type { VariantInput } from "./variants/upsert-variants.ts";

const VARIANTS_MAX = 500;

const nullableText = (maxLength: number) => Type.Optional(Type.Union([Type.String({ maxLength }), Type.Null()]));
const money = Type.Optional(Type.Union([Type.Number({ minimum: 0, maximum: 9_999_999_999 }), Type.Null()]));
const link = Type.Optional(
  Type.Union([
    Type.String({ maxLength: 2_048, pattern: "^https?://", examples: ["https://shop.example/boots"] }),
    Type.Literal(""),
    Type.Null(),
  ]),
);
const quantity = Type.Integer({ minimum: -1_000_000_000, maximum: 1_000_000_000 });
const instant = Type.String({ maxLength: 40, description: "ISO 8601 with a zone, e.g. 2026-11-15T09:30:00Z" });
/** A platform id: a whole number of up to 20 digits or a text. Read by `readPlatformId`. */
const platformId = PlatformIdIn("A whole number or a text of 1 to 64 characters");

const Currency = Type.String({ pattern: "^[A-Z]{3}$", examples: ["EUR"], description: "ISO 4217" });
/** What differs in one market of a variant. */
const InMarket = Type.Object({
  pr: money,
  compareAtPrice: money,
  currency: Type.Optional(Type.Union([Currency, Type.Null()])),
  du: link,
  uri: link,
});

const VariantIn = Type.Object({
  epi: platformId,
  empi: Type.Optional(platformId),
  bt: nullableText(255),
  dt: nullableText(255),
  sku: nullableText(255),
  du: link,
  uri: link,
  iu: Type.Optional(Type.Union([PictureUrl, Type.Null()])),
  vi: nullableText(255),
  pr: money,
  compareAtPrice: money,
  currency: Type.Optional(Currency),
  markets: Type.Optional(
    Type.Record(Type.String(), InMarket, {
      maxProperties: 20,
      description:
        "By the name of the market: what differs there. A market without a price of its own has the price and currency of the variant",
    }),
  ),
  tags: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 50 })),
  stk: Type.Optional(quantity),
  occurredAt: Type.Optional(instant),
});

export const UpsertIn = Type.Object({
  variants: Type.Array(VariantIn, { minItems: 1, maxItems: VARIANTS_MAX }),
});
export const UpsertOut = Type.Object({ message: Type.String(), variants: Type.Integer() });

export const InventoryIn = Type.Object({
  levels: Type.Array(
    Type.Object({
      epi: platformId,
      location: Type.Optional(Type.String({ maxLength: 64 })),
      quantity,
      occurredAt: instant,
    }),
    { minItems: 1, maxItems: VARIANTS_MAX },
  ),
});
export const InventoryOut = Type.Object({
  message: Type.String(),
  changed: Type.Integer({ description: "Reports that were newer than the known stock" }),
  corrected: Type.Integer({
    description:
      "Newer levels whose quantity differed from the stored one. A level that was not stored yet counts unless its quantity is 0",
  }),
});

/** Runs before the schema check: many platforms send numbers as text. */
export const readNumbers = (body: unknown): unknown => {
  const { variants, levels } = (body ?? {}) as { variants?: unknown; levels?: unknown };
  if (Array.isArray(variants)) return { ...(body as object), variants: variants.map(readNumbersOfVariant) };
  if (Array.isArray(levels))
    return { ...(body as object), levels: levels.map((one) => withNumbers(one, ["quantity"])) };
  return body;
};

const readNumbersOfVariant = (variant: unknown): unknown => {
  const read = withNumbers(variant, ["pr", "compareAtPrice", "stk"]);
  const { markets } = (read ?? {}) as { markets?: unknown };
  if (typeof markets !== "object" || markets === null || Array.isArray(markets)) return read;
  const inMarkets = Object.entries(markets).map(([name, one]) => [name, withNumbers(one, ["pr", "compareAtPrice"])]);
  return { ...(read as object), markets: Object.fromEntries(inMarkets) };
};

export function toVariantInput(sent: Static<typeof VariantIn>, at: Date): VariantInput {
  const { epi, empi, stk, occurredAt } = sent;
  return {
    platformId: readPlatformId("epi", epi).text,
    productId: empi === undefined || empi === null ? null : readPlatformId("empi", empi).text,
    product: toProduct(sent),
    ...(sent.markets
      ? { markets: new Map(Object.entries(sent.markets).map(([name, one]) => [name, toMarketProduct(one)])) }
      : {}),
    ...(stk === undefined
      ? {}
      : { stock: { quantity: stk, occurredAt: occurredAt ? toInstant(occurredAt) : at.toISOString() } }),
  };
}

/** Only the fields that were sent: an absent field stays as it is, null removes it. */
function toProduct(sent: Static<typeof VariantIn>): VariantInput["product"] {
  const { bt, dt, sku, iu, vi, tags } = sent;
  return {
    ...toMarketProduct(sent),
    ...(bt === undefined ? {} : { brand: bt }),
    ...(dt === undefined ? {} : { title: dt }),
    ...(sku === undefined ? {} : { sku }),
    ...(iu === undefined ? {} : { imageUrl: iu }),
    ...(vi === undefined ? {} : { variantTitle: vi }),
    ...(tags === undefined ? {} : { tags }),
  };
}

const toMarketProduct = ({ pr, compareAtPrice, currency, du, uri }: Static<typeof InMarket>) => ({
  ...(pr === undefined ? {} : { price: toStoredMoney(pr) }),
  ...(compareAtPrice === undefined ? {} : { compareAtPrice: toStoredMoney(compareAtPrice) }),
  ...(currency === undefined ? {} : { currency }),
  ...(du === undefined ? {} : { url: du }),
  ...(uri === undefined ? {} : { variantUrl: uri }),
});

/** Prices are stored with four decimals. Compared with more, a price that is sent again would look like a new one. */
const toStoredMoney = (amount: number | null) => (amount === null ? null : Math.round(amount * 10_000) / 10_000);

export const toStockReport = (level: Static<typeof InventoryIn>["levels"][number]) => ({
  platformId: readPlatformId("epi", level.epi).text,
  location: level.location ?? "",
  quantity: level.quantity,
  occurredAt: toInstant(level.occurredAt),
});

const toInstant = (text: string) => readInstant("occurredAt", text).toISOString();
