import { type Static, Type } from "typebox";
import { formOrJson, named, nullable, PlatformIdOut, shownAs } from "../../platform/http/wire.ts";
import { parseJson } from "../../platform/text/json.ts";
import { asSent, type PlatformId, readPlatformId } from "../../platform/text/platform-id.ts";
import type { Variant } from "../catalog/variants/variant-cache.ts";
import { marketOut, marketRecord, productFields, productOut, variantFields } from "../catalog/variants/wire.ts";
import { type Medium, toMedium } from "./address.ts";
import type { ClientProduct } from "./client-product.ts";
import { invalidTopics } from "./errors.ts";
import { ANY_TOPIC } from "./topics.ts";

// Shared by the calls of several rooms.

export const shopperCall = { tags: ["Alerts"], consumes: formOrJson };

export const optionalText = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, description }));

export const MediumIn = Type.String({ maxLength: 40, description: "email or sms" });
export const TopicIn = Type.String({ minLength: 1, maxLength: 64, description: ANY_TOPIC });

/** Narrows a call to one topic or medium. */
export const filter = { topic: Type.Optional(TopicIn), medium: Type.Optional(MediumIn) };

export const readFilter = ({
  topic,
  medium,
}: {
  topic?: string;
  medium?: string;
}): {
  topic: string | null;
  medium: Medium | null;
} => ({ topic: topic ?? null, medium: medium ? toMedium(medium) : null });

export const localeFields = {
  locale: optionalText(35, "Language of the shopper, such as de-CH"),
  currency: Type.Optional(Type.String({ pattern: "^[A-Z]{3}$", examples: ["EUR"], description: "Such as EUR" })),
  timezone: optionalText(64, "Such as Europe/Berlin"),
};
const LocaleIn = Type.Object(localeFields);

export const readLocale = ({ locale, currency, timezone }: Static<typeof LocaleIn>) => ({
  locale: locale ?? null,
  currency: currency || null,
  timeZone: timezone ?? null,
});

/** The token of a link from a mail. A request without one gets the page for a broken link, not an error 400. */
export const token = Type.String({ maxLength: 200, default: "" });
export const TokenIn = Type.Object({ token });

export const TopicsIn = (description: string) =>
  shownAs({ anyOf: [{ type: "array", items: { type: "string" } }, { type: "string" }] }, description);

const TOPICS_MAX = 50;
const TOPIC_CHARACTERS_MAX = 64;

/** Reads a JSON array, its text, a repeated field, or one topic. Any name is valid. */
export function readTopics(value: unknown): string[] {
  const list = typeof value === "string" ? readList(value) : value;
  if (!Array.isArray(list) || list.length === 0 || list.length > TOPICS_MAX) throw invalidTopics();
  const topics = list.map((topic) => {
    if (typeof topic !== "string" || topic.trim() === "" || Array.from(topic).length > TOPIC_CHARACTERS_MAX)
      throw invalidTopics();
    return topic;
  });
  return [...new Set(topics)];
}

const readList = (text: string): unknown => (/^\s*\[/.test(text) ? parseJson(text) : [text.trim()]);

/** A product that someone waits for. */
export const productRecordOut = {
  ...productOut,
  epi: PlatformIdOut("Variant id"),
  ...marketOut,
  empi: PlatformIdOut("Product id"),
  uri: nullable(Type.String({ description: "URL of the variant" })),
  stk: nullable(Type.Integer({ description: "Stock" })),
  vi: Type.String({ description: "Title of the variant; may be empty" }),
};
export const ProductOut = named("Product", Type.Object(productRecordOut));

/** What a client sent about a product. */
type ProductHint = { readonly platformId?: PlatformId; readonly productId?: PlatformId; readonly url?: string };

/** The public record of a subscription's product: the catalogue's data, or null for data that is not in the catalogue. */
export function productRecord(variant: Variant, sent: ProductHint = {}) {
  const { product } = variant;
  const productId = variant.productId ?? sent.productId?.text ?? variant.platformId;
  const fields = sent.productId && !variant.productId ? productFields(product, productId) : variantFields(variant);
  return {
    ...(JSON.parse(`{${fields.slice(0, -1)}}`) as Record<string, unknown>),
    epi: asSent(sent.platformId ?? toPlatformId(variant.platformId)),
    ...marketRecord(variant),
    empi: asSent(sent.productId ?? toPlatformId(productId)),
    du: product?.url ?? sent.url ?? null,
    uri: product?.variantUrl ?? product?.url ?? sent.url ?? null,
    stk: product?.stock ?? null,
    vi: product?.variantTitle ?? "",
  };
}

/** The product as the shopper described it at sign-up. Only that shopper may see it. */
export const toProductHint = (clientProduct: ClientProduct | null): ProductHint =>
  clientProduct
    ? {
        platformId: readPlatformId("epi", clientProduct.platformId),
        productId: readPlatformId("empi", clientProduct.productId),
        url: clientProduct.url,
      }
    : {};

/** For an id whose JSON type was not stored: a text that looks like a whole number becomes one. */
const toPlatformId = (text: string): PlatformId => ({ text, isNumber: /^(?:0|[1-9]\d{0,18})$/.test(text) });
