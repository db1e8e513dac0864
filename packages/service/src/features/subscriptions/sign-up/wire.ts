import { isIP } from "node:net";
import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import { described, jsonOrText, PlatformIdIn, refTo } from "../../../platform/http/wire.ts";
import { describeProblem } from "../../../platform/text/expectation-of.ts";
import { parseJson } from "../../../platform/text/json.ts";
import { withNumbers } from "../../../platform/text/numbers.ts";
import { readPlatformId } from "../../../platform/text/platform-id.ts";
import { PageUrl, toPageUrl } from "../../catalog/variants/client-urls.ts";
import { marketIn, readMarket } from "../../catalog/variants/wire.ts";
import { shopperCredentials } from "../../shoppers/wire.ts";
import type { StoreSettings } from "../../stores/settings/settings.ts";
import { EMAIL, toAddress } from "../address.ts";
import { invalidConsent, invalidProducts, tooManyAlerts } from "../errors.ts";
import {
  localeFields,
  MediumIn,
  optionalText,
  ProductOut,
  productRecord,
  readLocale,
  readTopics,
  TopicsIn,
} from "../wire.ts";
import type { SentProduct } from "./sign-up.ts";
import type { SignUpRequest, SubscribedProduct } from "./subscribe.ts";

const PRODUCTS_MAX = 100;
const QUANTITY_MAX = 999;
/** Each pair of product and topic is a row. */
const ALERTS_MAX = 1_000;

/** A product as clients send it. Unknown keys are ignored. `readPlatformId` checks the ids: they may be 64-bit numbers. */
const ProductIn = Type.Object({
  epi: PlatformIdIn("Variant id"),
  empi: PlatformIdIn("Product id"),
  du: PageUrl,
  // A smaller price would be stored as 0.
  target: Type.Optional(Type.Union([Type.Number({ minimum: 0.0001, maximum: 9_999_999_999 }), Type.Null()])),
  qty: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: QUANTITY_MAX }), Type.Null()])),
});
const ProductsIn = Type.Array(ProductIn, { minItems: 1, maxItems: PRODUCTS_MAX });

const signUpFields = {
  medium: MediumIn,
  mediumvalue: Type.String({ maxLength: 500, description: "Email address, or phone number with its country code" }),
  products: jsonOrText(
    ProductsIn,
    `1 to 100 of {epi, empi, du, qty}: variant id, product id, URL of the product, and the wanted quantity (1 to ${QUANTITY_MAX}, default 1)`,
  ),
  ...marketIn,
  topics: TopicsIn("1 to 50 topics such as backinstock: a JSON array, its text, a repeated field or one topic"),
  addtomailinglist: Type.Optional(Type.Union([Type.Literal("0"), Type.Literal("1"), Type.Literal(0), Type.Literal(1)])),
  extras: optionalText(2_048, "Extra information"),
  consent: optionalText(1_000, "The text that the shopper agreed to"),
  ...localeFields,
};
/** What the shop's server may say about the consent that it has. */
const consentFields = {
  consentsource: Type.Optional(
    Type.Union([Type.Literal("store-server"), Type.Literal("import")], {
      description: "`import` for addresses that come from another system; default `store-server`",
    }),
  ),
  consentat: Type.Optional(
    Type.String({ maxLength: 40, description: "When the shopper agreed, as an ISO 8601 time, if that was before now" }),
  ),
  consentip: optionalText(45, "IP address that the shopper agreed from. Only a keyed hash of it is stored"),
};
export const CreateIn = Type.Object({ ...signUpFields, ...consentFields });
const SignUpIn = Type.Object(signUpFields);
export const BrowserCreateIn = Type.Object({ ...shopperCredentials, ...signUpFields });

/** Reads the fields that both create calls have. */
export const readSignUp = (
  body: Static<typeof SignUpIn>,
  settings: StoreSettings,
): Omit<SignUpRequest, "source" | "proof" | "needsConfirmation" | "consentedAt" | "ipHash"> => ({
  address: toAddress(body.medium, body.mediumvalue),
  ...readAlerts(body, settings),
  market: readMarket(body),
  onMailingList: body.addtomailinglist === undefined ? null : Number(body.addtomailinglist) === 1,
  extras: body.extras ?? null,
  consentText: body.consent ?? "",
  ...readLocale(body),
});

/** What the shop's server says about the consent. `ip` is to be hashed. */
export function readConsent({ consentsource = "store-server", consentat, consentip }: Static<typeof CreateIn>) {
  const consentedAt = consentat === undefined ? null : new Date(consentat);
  if (consentedAt && !(consentedAt.valueOf() > 0 && consentedAt.valueOf() <= Date.now()))
    throw invalidConsent("consentat");
  if (consentip !== undefined && isIP(consentip) === 0) throw invalidConsent("consentip");
  return { source: consentsource, consentedAt, ip: consentip };
}

function readAlerts({ products: sent, topics: named }: Static<typeof SignUpIn>, settings: StoreSettings) {
  const [products, topics] = [readProducts(sent, settings), readTopics(named)];
  if (products.length * topics.length > ALERTS_MAX) throw tooManyAlerts(ALERTS_MAX);
  return { products, topics };
}

const products = Compile(ProductsIn);

/** Reads JSON text of a form, or JSON itself. If a variant occurs twice, the last one counts. */
function readProducts(value: unknown, settings: StoreSettings): SentProduct[] {
  const sent = typeof value === "string" ? parseJson(value) : value;
  const parsed = Array.isArray(sent) ? sent.map((product) => withNumbers(product, ["qty", "target"])) : sent;
  if (!products.Check(parsed)) {
    const [problem] = products.Errors(parsed);
    throw invalidProducts(
      `products must have 1 to ${PRODUCTS_MAX} of {epi, empi, du}${problem ? `: ${describeProblem(ProductsIn, problem, "products")}` : ""}.`,
    );
  }
  const read = parsed.map(
    (product: Static<typeof ProductIn>): SentProduct => ({
      platformId: readPlatformId("products.epi", product.epi),
      productId: readPlatformId("products.empi", product.empi),
      url: toPageUrl(settings, product.du),
      quantity: product.qty ?? null,
      target: product.target ?? null,
    }),
  );
  return [...new Map(read.map((product) => [product.platformId.text, product])).values()];
}

export const CreatedOut = described(
  Type.Object({ message: Type.String(), products: Type.Array(refTo(ProductOut)), topics: Type.Array(Type.String()) }),
);

/** The answer is the same whether or not a mail is sent, so that it reveals nothing about an address. */
export const createdRecord = (
  { needsConfirmation, topics, address }: SignUpRequest,
  subscribed: readonly SubscribedProduct[],
): string =>
  JSON.stringify({
    message: needsConfirmation
      ? `Almost done. Confirm with the link in the ${address.medium === EMAIL ? "mail" : "text message"}.`
      : "Subscribed",
    products: subscribed.map(({ variant, sent }) => productRecord(variant, sent)),
    topics,
  });
