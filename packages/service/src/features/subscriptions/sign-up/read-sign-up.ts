import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import { parseJson } from "../../../platform/text/json.ts";
import { type PlatformId, readPlatformId } from "../../../platform/text/platform-id.ts";
import { invalidProducts, invalidTopics } from "../errors.ts";

const PRODUCTS_MAX = 100;
const TOPICS_MAX = 10;
export const QUANTITY_MAX = 999;

/** A product as clients send it. Unknown keys are ignored; ids are looked at by hand, for they may be numbers of 64 bits. */
const ProductIn = Type.Object({
  epi: Type.Unknown(),
  empi: Type.Unknown(),
  du: Type.String({ maxLength: 2_048, pattern: "^https?://" }),
  target: Type.Optional(Type.Union([Type.Number({ exclusiveMinimum: 0, maximum: 9_999_999_999 }), Type.Null()])),
  qty: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: QUANTITY_MAX }), Type.Null()])),
});
const products = Compile(Type.Array(ProductIn, { minItems: 1, maxItems: PRODUCTS_MAX }));

export type SentProduct = {
  readonly platformId: PlatformId;
  readonly productId: PlatformId;
  readonly url: string;
  readonly quantity: number | null;
  /** For `pricedrop`: tell me when it costs no more than this. */
  readonly target: number | null;
};

/** Reads products: JSON text in a form, or JSON itself. The last one wins where a variant is named twice. */
export function readProducts(value: unknown): SentProduct[] {
  const parsed = typeof value === "string" ? parseJson(value) : value;
  if (!products.Check(parsed)) {
    const [problem] = products.Errors(parsed);
    throw invalidProducts(
      `products holds 1 to ${PRODUCTS_MAX} of {epi, empi, du}${problem ? `: products${problem.instancePath.replaceAll("/", ".")} ${problem.message}` : ""}.`,
    );
  }
  const read = parsed.map(
    (product: Static<typeof ProductIn>): SentProduct => ({
      platformId: readPlatformId("products.epi", product.epi),
      productId: readPlatformId("products.empi", product.empi),
      url: product.du,
      quantity: product.qty ?? null,
      target: product.target ?? null,
    }),
  );
  return [...new Map(read.map((product) => [product.platformId.text, product])).values()];
}

const TOPIC = /^[\w.:-]{1,64}$/;

/** A JSON array, its text, a field given several times, or one word. Which topics there are is the store's to know. */
export function readTopics(value: unknown): string[] {
  const list = typeof value === "string" ? readText(value) : value;
  if (!Array.isArray(list) || list.length === 0 || list.length > TOPICS_MAX) throw invalidTopics();
  const topics = list.map((topic) => {
    if (typeof topic !== "string" || !TOPIC.test(topic)) throw invalidTopics();
    return topic;
  });
  return [...new Set(topics)];
}

const readText = (text: string): unknown => (/^\s*\[/.test(text) ? parseJson(text) : [text.trim()]);
