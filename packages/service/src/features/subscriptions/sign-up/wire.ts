import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import { parseJson } from "../../../platform/text/json.ts";
import { readPlatformId } from "../../../platform/text/platform-id.ts";
import { shopperCredentials } from "../../shoppers/wire.ts";
import { toAddress } from "../address.ts";
import { invalidProducts } from "../errors.ts";
import { localeFields, MediumIn, nullableText, productRecord, readLocale, readTopics } from "../wire.ts";
import type { SentProduct } from "./sign-up.ts";
import type { SignUpRequest, SubscribedProduct } from "./subscribe.ts";

const PRODUCTS_MAX = 100;
const QUANTITY_MAX = 999;

const signUpFields = {
  medium: MediumIn,
  mediumvalue: Type.String({ maxLength: 500, description: "Email address, or phone number with its country code" }),
  products: Type.Unknown({
    description: `1 to 100 of {epi, empi, du, qty}: variant id, product id, URL of the product, and the wanted quantity (1 to ${QUANTITY_MAX}, default 1); in a form, as JSON text`,
  }),
  topics: Type.Unknown({
    description: "1 to 10 topics such as backinstock: a JSON array, its text, a repeated field or one topic",
  }),
  addtomailinglist: Type.Optional(
    Type.Union([Type.Literal("0"), Type.Literal("1"), Type.Literal(0), Type.Literal(1), Type.Literal("")]),
  ),
  extras: nullableText(2_048, "Extra information"),
  consent: nullableText(1_000, "The text that the shopper agreed to"),
  ...localeFields,
};
export const CreateIn = Type.Object(signUpFields);
export const BrowserCreateIn = Type.Object({ ...shopperCredentials, ...signUpFields });

/** Reads the fields that both create calls have. */
export const readSignUp = (body: Static<typeof CreateIn>): Omit<SignUpRequest, "source" | "needsConfirmation"> => ({
  address: toAddress(body.medium, body.mediumvalue),
  products: readProducts(body.products),
  topics: readTopics(body.topics),
  onMailingList:
    body.addtomailinglist === undefined || body.addtomailinglist === "" ? null : Number(body.addtomailinglist) === 1,
  extras: body.extras ?? null,
  consentText: body.consent ?? "",
  ...readLocale(body),
});

/** A product as clients send it. Unknown keys are ignored. `readPlatformId` checks the ids: they may be 64-bit numbers. */
const ProductIn = Type.Object({
  epi: Type.Unknown(),
  empi: Type.Unknown(),
  du: Type.String({ maxLength: 2_048, pattern: "^https?://" }),
  target: Type.Optional(Type.Union([Type.Number({ exclusiveMinimum: 0, maximum: 9_999_999_999 }), Type.Null()])),
  qty: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: QUANTITY_MAX }), Type.Null()])),
});
const products = Compile(Type.Array(ProductIn, { minItems: 1, maxItems: PRODUCTS_MAX }));

/** Reads JSON text of a form, or JSON itself. If a variant occurs twice, the last one counts. */
function readProducts(value: unknown): SentProduct[] {
  const parsed = typeof value === "string" ? parseJson(value) : value;
  if (!products.Check(parsed)) {
    const [problem] = products.Errors(parsed);
    throw invalidProducts(
      `products must have 1 to ${PRODUCTS_MAX} of {epi, empi, du}${problem ? `: products${problem.instancePath.replaceAll("/", ".")} ${problem.message}` : ""}.`,
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

/** The answer is the same whether or not a mail is sent, so that it reveals nothing about an address. */
export const createdRecord = (
  { needsConfirmation, topics }: SignUpRequest,
  subscribed: readonly SubscribedProduct[],
): string =>
  JSON.stringify({
    message: needsConfirmation ? "Almost done. Confirm with the link in the mail." : "Subscribed",
    products: subscribed.map(({ variant, sent }) => productRecord(variant, sent)),
    topics,
  });
