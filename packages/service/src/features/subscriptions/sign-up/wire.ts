import { type Static, Type } from "typebox";
import { readPlatformId } from "../../../platform/text/platform-id.ts";
import { Pid } from "../../stores/wire.ts";
import { toAddress } from "../address.ts";
import { notWatchable } from "../errors.ts";
import type { Watch } from "../watches/watch-item.ts";
import { QUANTITY_MAX, readProducts, readTopics } from "./read-sign-up.ts";
import type { SignUpRequest } from "./subscribe.ts";

const shopperCredentials = {
  pid: Pid,
  regid: Type.String({ minLength: 1, maxLength: 200, description: "Shopper id from generate-regid" }),
  sessionid: Type.String({ minLength: 1, maxLength: 200, description: "Session id from generate-regid" }),
};
const Nullable = (max: number, description: string) =>
  Type.Optional(Type.Union([Type.String({ maxLength: max, description }), Type.Null()]));
const Medium = Type.String({ maxLength: 40, description: "email or sms" });
const Topic = Type.String({ minLength: 1, maxLength: 64 });
const Count = Type.Union([Type.String({ pattern: "^\\d{1,9}$" }), Type.Integer({ minimum: 0, maximum: 999_999_999 })]);

const wish = {
  medium: Medium,
  mediumvalue: Type.String({ maxLength: 500, description: "Email address, or phone number with its country" }),
  products: Type.Unknown({
    description: `1 to 100 of {epi, empi, du, qty}: variant id, product id, address of the product, and how many are wanted (1 to ${QUANTITY_MAX}, 1 unless sent); in a form, as JSON text`,
  }),
  topics: Type.Unknown({
    description: "1 to 10 topics such as backinstock: a JSON array, its text, a repeated field or one word",
  }),
  addtomailinglist: Type.Optional(
    Type.Union([Type.Literal("0"), Type.Literal("1"), Type.Literal(0), Type.Literal(1), Type.Literal("")]),
  ),
  extras: Nullable(2_048, "Extra information"),
  consent: Nullable(1_000, "The words that the shopper agreed to"),
  locale: Nullable(35, "Language of the shopper, such as de-CH"),
  currency: Type.Optional(Type.String({ pattern: "^([A-Z]{3})?$", description: "Such as EUR" })),
  timezone: Nullable(64, "Such as Europe/Berlin"),
};

export const CreateIn = Type.Object(wish);
export const BrowserCreateIn = Type.Object({ ...shopperCredentials, ...wish });
export const FetchIn = Type.Object({
  ...shopperCredentials,
  topic: Type.Optional(Topic),
  medium: Type.Optional(Medium),
  limit: Type.Optional(Count),
  offset: Type.Optional(Count),
});
export const RemoveIn = Type.Object({
  ...shopperCredentials,
  epi: Type.Optional(Type.Unknown({ description: "Variant id" })),
  empi: Type.Optional(Type.Unknown({ description: "Product id: all its variants" })),
  topic: Type.Optional(Topic),
  medium: Type.Optional(Medium),
});
export const WatchIn = Type.Object({
  ...shopperCredentials,
  lid: Type.String({ minLength: 1, maxLength: 100, description: "List id" }),
  epi: Type.Unknown({ description: "Variant id of an item of that list" }),
  topics: Type.Unknown({
    description: "pricedrop, lowstock or both: a JSON array, its text, a repeated field or one word",
  }),
  on: Type.Union([Type.Literal("1"), Type.Literal("0"), Type.Literal(1), Type.Literal(0)]),
  locale: wish.locale,
  currency: wish.currency,
  timezone: wish.timezone,
});

const WATCHABLE = ["pricedrop", "lowstock"];

export function readWatch(body: Static<typeof WatchIn>): Watch {
  const topics = readTopics(body.topics);
  if (!topics.every((topic) => WATCHABLE.includes(topic))) throw notWatchable();
  return {
    lid: body.lid,
    epi: readPlatformId("epi", body.epi).text,
    topics,
    isOn: Number(body.on) === 1,
    locale: body.locale ?? null,
    currency: body.currency || null,
    timeZone: body.timezone ?? null,
  };
}

/** What both creating calls say. The words of consent are kept as they were shown. */
export const readSignUp = (body: Static<typeof CreateIn>): Omit<SignUpRequest, "source" | "toConfirm"> => ({
  address: toAddress(body.medium, body.mediumvalue),
  products: readProducts(body.products),
  topics: readTopics(body.topics),
  onMailingList:
    body.addtomailinglist === undefined || body.addtomailinglist === "" ? null : Number(body.addtomailinglist) === 1,
  extras: body.extras ?? null,
  words: body.consent ?? "",
  locale: body.locale ?? null,
  currency: body.currency || null,
  timeZone: body.timezone ?? null,
});

const PAGE_MAX = 100;
const PAGE_DEFAULT = 10;
export const readPage = ({ limit, offset }: { limit?: string | number; offset?: string | number }) => ({
  limit: Math.min(limit === undefined ? PAGE_DEFAULT : Number(limit), PAGE_MAX),
  offset: offset === undefined ? 0 : Number(offset),
});

const RecordOut = Type.Record(Type.String(), Type.Unknown());
export const AnyOut = Type.Unsafe<string | Buffer>(RecordOut);
