import { randomUUID } from "node:crypto";
import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import { AppError } from "../../../platform/errors.ts";
import { isGiven } from "../../../platform/http/wire.ts";
import { parseJson } from "../../../platform/text/json.ts";
import { readPlatformId } from "../../../platform/text/platform-id.ts";
import type { Shopper } from "../../shoppers/shopper.ts";
import { shopperCredentials } from "../../shoppers/wire.ts";
import { invalidItem, noChanges } from "../errors.ts";
import { toPublicListId } from "../to-public-list-id.ts";
import { itemRecords, JsonField, Lid, ownerFields, TextOrNull } from "../wire.ts";
import type { ChangedItems, ItemChanges } from "./change-items.ts";
import {
  type Custom,
  type Details,
  HAS_DETAILS,
  PLATFORM_ID_IS_NUMBER,
  PRODUCT_ID_IS_NUMBER,
  QUANTITY_CHOSEN,
  type SentItem,
  VARIANT_NOT_CHOSEN,
} from "./item.ts";

const ITEMS_MAX = 100;
type Purpose = "add" | "update" | "remove";
const QUANTITY_MAX = 9_999;
const BOUNDS = { depthMax: 8, valuesMax: 20_000 };

const Url = Type.String({ maxLength: 2_048, pattern: "^(https?://|$)", description: "http or https" });
const Price = Type.Number({ minimum: 0, maximum: 1e12 });

/** An item as clients send it. Unknown keys are ignored. `readPlatformId` checks the ids: they may be 64-bit numbers. */
const ItemIn = Type.Object({
  epi: Type.Optional(Type.Unknown({ description: "Variant id; a number or a text, returned as it was sent" })),
  empi: Type.Optional(Type.Unknown({ description: "Product id; a number or a text, returned as it was sent" })),
  du: Type.Optional(Type.Union([Url, Type.Null()])),
  qty: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: QUANTITY_MAX }), Type.Null()])),
  note: Type.Optional(TextOrNull(500)),
  cprops: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
  lbls: Type.Optional(Type.Union([Type.Array(Type.String({ maxLength: 100 }), { maxItems: 1 }), Type.Null()])),
  _av: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  dt: Type.Optional(TextOrNull(500)),
  iu: Type.Optional(Type.Union([Url, Type.Null()])),
  pr: Type.Optional(Type.Union([Price, Type.Null()])),
  sku: Type.Optional(TextOrNull(100)),
  title: Type.Optional(TextOrNull(500)),
  price: Type.Optional(Price),
  compareAtPrice: Type.Optional(Price),
  platformitemid: Type.Optional(Type.Unknown()),
  bundle: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()), { maxItems: 50 })),
});
type ItemIn = Static<typeof ItemIn>;

const items = Compile(Type.Array(ItemIn, { maxItems: ITEMS_MAX }));

export const UpdateContentsIn = Type.Object({
  ...shopperCredentials,
  lid: Lid,
  a: Type.Optional(JsonField("Items to add")),
  u: Type.Optional(JsonField("Items to update")),
  d: Type.Optional(JsonField("Items to remove")),
});

export function readItemChanges({ lid, a, u, d }: Static<typeof UpdateContentsIn>): ItemChanges {
  const changes: ItemChanges = {
    publicId: toPublicListId(lid),
    ...(isGiven(d) ? { remove: readItems("d", d, "remove") } : {}),
    ...(isGiven(u) ? { update: readItems("u", u, "update") } : {}),
    ...(isGiven(a) ? { add: readItems("a", a, "add") } : {}),
  };
  const count = (changes.remove?.length ?? 0) + (changes.update?.length ?? 0) + (changes.add?.length ?? 0);
  if (count === 0 || count > ITEMS_MAX) throw noChanges();
  return changes;
}

/** The changed items, under the keys of the request. */
export function itemChangesRecord(shopper: Shopper, { publicId, removed, updated, added }: ChangedItems): string {
  const owner = ownerFields(shopper);
  const fields = [
    ...(removed ? [`"d":${itemRecords(owner, publicId, removed)}`] : []),
    ...(updated ? [`"u":${itemRecords(owner, publicId, updated)}`] : []),
    ...(added ? [`"a":${itemRecords(owner, publicId, added)}`] : []),
  ];
  return `{${fields.join(",")}}`;
}

/** Reads JSON text of a form, or JSON itself. If a variant occurs twice, the last one counts. */
function readItems(field: string, value: unknown, purpose: Purpose): SentItem[] {
  const parsed = toJson(value);
  if (!items.Check(parsed)) {
    const [problem] = items.Errors(parsed);
    throw invalidItem(
      `${field}${problem ? `${problem.instancePath.replaceAll("/", ".")} ${problem.message}` : " is not an array of items"}.`,
    );
  }
  const read = parsed.map((item) => readItem(field, item, purpose));
  return [...new Map(read.map((item) => [item.platformId, item])).values()];
}

const toJson = (value: unknown) => (typeof value === "string" ? parseJson(value, BOUNDS) : value);

/** An item as it was sent, and why it is invalid. */
export type InvalidItem = { readonly item: unknown; readonly msg: string };

/** Like `readItems`, but returns the invalid items with their problems instead of refusing the whole request. */
export function readValidItems(
  field: string,
  value: unknown,
  purpose: Purpose,
): { valid: SentItem[]; invalid: InvalidItem[] } {
  const parsed = toJson(value);
  if (!Array.isArray(parsed) || parsed.length === 0 || parsed.length > ITEMS_MAX)
    throw invalidItem(`${field} must be an array of 1 to ${ITEMS_MAX} items.`);
  const valid = new Map<string, SentItem>();
  const invalid: InvalidItem[] = [];
  for (const item of parsed) {
    try {
      for (const read of readItems(field, [item], purpose)) valid.set(read.platformId, read);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      invalid.push({ item, msg: error.message });
    }
  }
  return { valid: [...valid.values()], invalid };
}

function readItem(field: string, item: ItemIn, purpose: Purpose): SentItem {
  const isCustom = purpose === "add" && !isGiven(item.epi) && typeof item.title === "string";
  const epi = isCustom ? { text: `ci_${randomUUID()}`, isNumber: false } : readPlatformId(`${field}.epi`, item.epi);
  const empi = isCustom || !isGiven(item.empi) ? undefined : readPlatformId(`${field}.empi`, item.empi);
  if (purpose === "add" && !isCustom && (!empi || !item.du))
    throw invalidItem(`${field}: an item to add must have epi, empi and du.`);

  const details =
    purpose === "remove"
      ? {}
      : { ...shopperDetails(item), ...(isCustom ? { custom: customOf(item) } : clientProductOf(item, empi?.text)) };
  const hasDetails = Object.keys(details).length > 0;
  const { _av: isVariantNotChosen } = item;
  const quantity = item.qty ?? null;
  const flags =
    (epi.isNumber ? PLATFORM_ID_IS_NUMBER : 0) |
    (empi?.isNumber ? PRODUCT_ID_IS_NUMBER : 0) |
    (isVariantNotChosen ? VARIANT_NOT_CHOSEN : 0) |
    (hasDetails ? HAS_DETAILS : 0) |
    (quantity === null ? 0 : QUANTITY_CHOSEN);
  const flagsGiven =
    PLATFORM_ID_IS_NUMBER |
    (empi ? PRODUCT_ID_IS_NUMBER : 0) |
    (isVariantNotChosen == null ? 0 : VARIANT_NOT_CHOSEN) |
    (flags & (HAS_DETAILS | QUANTITY_CHOSEN));
  return { platformId: epi.text, quantity, flags, flagsGiven, details: hasDetails ? details : null, isCustom };
}

/** Only the fields that the request has: an item that is already saved keeps its other fields. */
const shopperDetails = ({ note, cprops, lbls }: ItemIn): Details => ({
  ...(note === undefined ? {} : { note }),
  ...(cprops === undefined ? {} : { properties: cprops ?? {} }),
  ...(lbls === undefined ? {} : { labels: lbls ?? [] }),
});

function clientProductOf(
  { du, dt, iu, pr, sku }: ItemIn,
  productId: string | undefined,
): Pick<Details, "clientProduct"> {
  const clientProduct = {
    ...(productId === undefined ? {} : { productId }),
    ...(du ? { url: du } : {}),
    ...(dt ? { title: dt } : {}),
    ...(iu ? { imageUrl: iu } : {}),
    ...(pr == null ? {} : { price: pr }),
    ...(sku ? { sku } : {}),
  };
  return Object.keys(clientProduct).length > 0 ? { clientProduct } : {};
}

const customOf = ({ title, price, du, iu, sku, bundle, compareAtPrice, platformitemid }: ItemIn): Custom => ({
  title: title ?? "",
  ...(price === undefined ? {} : { price }),
  ...(du ? { url: du } : {}),
  ...(iu ? { imageUrl: iu } : {}),
  ...(sku ? { sku } : {}),
  ...(bundle ? { bundle } : {}),
  ...(compareAtPrice === undefined ? {} : { compareAtPrice }),
  ...(isGiven(platformitemid) ? { platformItemId: platformitemid } : {}),
});
