import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import { asSent } from "../../../platform/text/platform-id.ts";
import type { MovedOwner } from "../../shoppers/moving/moved-owner.ts";
import type { Store } from "../../stores/store.ts";
import type { MovedConsent, MovedState, MovedSubscription } from "../../subscriptions/moving/moved-subscription.ts";
import { readIsoTime } from "../files/times.ts";
import { Refused } from "../refused.ts";
import { CONTACT_FIELDS, readContact } from "./contact-record.ts";
import type { Fields } from "./fields.ts";
import { readOwner } from "./owner.ts";
import { getId, getStoredId, readId } from "./platform-ids.ts";
import { isPageUrl, readPageUrl } from "./urls.ts";

export const SUBSCRIPTION_FIELDS = [
  ...CONTACT_FIELDS.filter((name) => name !== "createdAt"),
  "variant",
  "market",
  "product",
  "url",
  "topic",
  "state",
  "confirmed",
  "quantity",
  "target",
  "extras",
  "signedUpAt",
  "ownerEmail",
  "ownerUuid",
  "ownerRegid",
  "consentText",
  "consentedAt",
  "consentSource",
  "consentLanguage",
  "consents",
  "clientProduct",
] as const;

const STATES: readonly MovedState[] = ["waiting", "notified", "bought", "expired", "unsubscribed", "undeliverable"];
/** A target has four places. */
const TARGET_MIN = 0.0001;
const TARGET_MAX = 9_999_999_999;
const EXTRAS_MAX = 2_048;
const CLIENT_PRODUCT_MAX = 4_096;
const OWNER = { email: "ownerEmail", uuid: "ownerUuid", regid: "ownerRegid" };

const ConsentsIn = Type.Array(
  Type.Object({
    at: Type.String({ maxLength: 40 }),
    source: Type.String({ maxLength: 40 }),
    wording: Type.String({ maxLength: 1_000 }),
    language: Type.Optional(Type.Union([Type.String({ maxLength: 35 }), Type.Null()])),
    onMailingList: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  }),
  { maxItems: 200 },
);
const consentsIn = Compile(ConsentsIn);

export type SubscriptionRow = { readonly subscription: MovedSubscription; readonly owner: MovedOwner | null };

export function readSubscription(store: Store, fields: Fields): SubscriptionRow {
  if (fields.yesOrNo("confirmed") === false) throw new Refused("unconfirmed", "confirmed");
  const signedUpAt = fields.time("signedUpAt");
  if (signedUpAt === null) throw new Refused("missing-time", "signedUpAt");
  const target = fields.number("target", TARGET_MIN, TARGET_MAX);
  const subscription: MovedSubscription = {
    contact: readContact(fields, null),
    platformId: getStoredId(store, fields),
    topic: fields.text("topic", 64) ?? "backinstock",
    state: fields.oneOf("state", STATES) ?? "waiting",
    quantity: fields.whole("quantity", 1, 999) ?? 1,
    signedUpAt,
    extras: fields.text("extras", EXTRAS_MAX),
    target,
    clientProduct: fields.has("clientProduct") ? readClientProduct(fields) : describe(store, fields),
    consents: fields.has("consents") ? readConsents(fields) : consentOf(fields, signedUpAt),
  };
  return { subscription, owner: readOwner(store, fields, signedUpAt, OWNER) };
}

/** What the file says of the product, for when the catalogue does not have it. */
function describe(store: Store, fields: Fields): string | null {
  const [product, url] = [readId(fields, "product"), readPageUrl(store, fields, "url")];
  if (!product || url === null) return null;
  const { text, isNumber } = getId(fields, "variant");
  return JSON.stringify({
    platformId: asSent({ text, isNumber }),
    productId: asSent(product),
    url,
    by: "store-server",
  });
}

function readClientProduct(fields: Fields): string {
  const text = fields.object("clientProduct", CLIENT_PRODUCT_MAX) ?? "{}";
  const { url, by } = JSON.parse(text) as { url?: unknown; by?: unknown };
  if (typeof url !== "string" || (by !== "store-server" && by !== "browser"))
    throw new Refused("invalid-value", "clientProduct");
  if (!isPageUrl(url)) throw new Refused("invalid-url", "clientProduct");
  return text;
}

function readConsents(fields: Fields): MovedConsent[] {
  const value = fields.raw("consents");
  if (!consentsIn.Check(value)) throw new Refused("invalid-value", "consents");
  return value.map(
    ({ at, source, wording, language = null, onMailingList = null }: Static<typeof ConsentsIn>[number]) => {
      const read = readIsoTime(at);
      if (read === undefined) throw new Refused("invalid-time", "consents");
      return { at: read, source, wording, language, onMailingList };
    },
  );
}

/** The evidence of consent that a CSV file has. Without any, none is stored. */
function consentOf(fields: Fields, signedUpAt: string): MovedConsent[] {
  const [wording, at] = [fields.text("consentText", 1_000), fields.time("consentedAt")];
  const onMailingList = fields.yesOrNo("onMailingList");
  if (wording === null && at === null) return [];
  return [
    {
      at: at ?? signedUpAt,
      source: fields.text("consentSource", 40) ?? "import",
      wording: wording ?? "",
      language: fields.text("consentLanguage", 35) ?? fields.text("locale", 35),
      onMailingList,
    },
  ];
}
