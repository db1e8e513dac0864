import { randomUUID } from "node:crypto";
import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import { AppError } from "../../../platform/errors.ts";
import { isGiven, jsonOrText, PlatformIdIn } from "../../../platform/http/wire.ts";
import { describeProblem } from "../../../platform/text/expectation-of.ts";
import { type JsonText, parseJson } from "../../../platform/text/json.ts";
import { withNumbers } from "../../../platform/text/numbers.ts";
import { readPlatformId } from "../../../platform/text/platform-id.ts";
import { PageUrl, PictureUrl, toPageUrl } from "../../catalog/variants/client-urls.ts";
import type { Shopper } from "../../shoppers/shopper.ts";
import { shopperCredentials } from "../../shoppers/wire.ts";
import type { StoreSettings } from "../../stores/settings/settings.ts";
import { invalidItem, noChanges } from "../errors.ts";
import { toPublicListId } from "../to-public-list-id.ts";
import { checkOwnData, itemRecords, Lid, ownerFields, TextOrNull, VERBATIM } from "../wire.ts";
import type { ChangedItems, ItemChanges } from "./change-items.ts";
import {
  ANY_CLIENT_FIELD,
  CLIENT_FIELDS,
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
const JSON_OPTIONS = { valuesMax: 20_000, verbatim: VERBATIM };

const Price = Type.Number({ minimum: 0, maximum: 1e12 });

/** An item as clients send it. Unknown keys are ignored. `readPlatformId` checks the ids: they may be 64-bit numbers. */
const ItemIn = Type.Object({
  epi: Type.Optional(PlatformIdIn("Variant id; a number or a text, returned as it was sent")),
  empi: Type.Optional(PlatformIdIn("Product id; a number or a text, returned as it was sent")),
  du: Type.Optional(Type.Union([PageUrl, Type.Literal(""), Type.Null()])),
  qty: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: QUANTITY_MAX }), Type.Null()])),
  note: Type.Optional(TextOrNull(500)),
  cprops: Type.Optional(Type.Union([Type.Unsafe<JsonText>(Type.Record(Type.String(), Type.Unknown())), Type.Null()])),
  lbls: Type.Optional(Type.Union([Type.Array(Type.String({ maxLength: 100 }), { maxItems: 1 }), Type.Null()])),
  _av: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  dt: Type.Optional(TextOrNull(500)),
  iu: Type.Optional(Type.Union([PictureUrl, Type.Null()])),
  pr: Type.Optional(Type.Union([Price, Type.Null()])),
  sku: Type.Optional(TextOrNull(100)),
  title: Type.Optional(TextOrNull(500)),
  price: Type.Optional(Type.Union([Price, Type.Null()])),
  compareAtPrice: Type.Optional(Type.Union([Price, Type.Null()])),
  platformitemid: Type.Optional(PlatformIdIn("The platform's variant of a custom item")),
  bundle: Type.Optional(
    Type.Union([Type.Array(Type.Record(Type.String(), Type.Unknown()), { maxItems: 50 }), Type.Null()]),
  ),
});
type ItemIn = Static<typeof ItemIn>;
const NUMBERS = ["qty", "pr", "price", "compareAtPrice"];

/** An update ignores `du`, and a removal everything but the ids: clients send the whole item, or rubbish such as "null". */
const { du: _, ...changeable } = ItemIn.properties;
const ids = Type.Pick(ItemIn, ["epi", "empi"]);
export const ITEM_SCHEMAS = {
  add: Type.Array(ItemIn, { maxItems: ITEMS_MAX }),
  update: Type.Array(Type.Object(changeable), { maxItems: ITEMS_MAX }),
  remove: Type.Array(ids, { maxItems: ITEMS_MAX }),
};
const CHECKS = {
  add: Compile(ITEM_SCHEMAS.add),
  update: Compile(ITEM_SCHEMAS.update),
  remove: Compile(ITEM_SCHEMAS.remove),
};

export const UpdateContentsIn = Type.Object({
  ...shopperCredentials,
  lid: Lid,
  a: Type.Optional(jsonOrText(ITEM_SCHEMAS.add, "Items to add")),
  u: Type.Optional(jsonOrText(ITEM_SCHEMAS.update, "Items to update")),
  d: Type.Optional(jsonOrText(ITEM_SCHEMAS.remove, "Items to remove")),
});

export function readItemChanges(
  { lid, a, u, d }: Static<typeof UpdateContentsIn>,
  settings: StoreSettings,
): ItemChanges {
  const changes: ItemChanges = {
    publicId: toPublicListId(lid),
    ...(isGiven(d) ? { remove: readItems("d", d, "remove", settings) } : {}),
    ...(isGiven(u) ? { update: readItems("u", u, "update", settings) } : {}),
    ...(isGiven(a) ? { add: readItems("a", a, "add", settings) } : {}),
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
function readItems(field: string, value: unknown, purpose: Purpose, settings: StoreSettings): SentItem[] {
  const parsed = toItems(value);
  const items = CHECKS[purpose];
  if (!items.Check(parsed)) {
    const [problem] = items.Errors(parsed);
    throw invalidItem(`${problem ? describeProblem(ITEM_SCHEMAS[purpose], problem, field) : `${field} is not valid`}.`);
  }
  const read = parsed.map(({ du, ...item }: ItemIn) =>
    readItem(field, purpose === "add" && du ? { ...item, du: toPageUrl(settings, du) } : item, purpose),
  );
  return [...new Map(read.map((item) => [item.platformId, item])).values()];
}

function toItems(value: unknown): unknown {
  const parsed = typeof value === "string" ? parseJson(value, JSON_OPTIONS) : value;
  return Array.isArray(parsed) ? parsed.map((item) => withNumbers(item, NUMBERS)) : parsed;
}

/** An item as it was sent, and why it is invalid. */
export type InvalidItem = { readonly item: unknown; readonly msg: string };

/** Like `readItems`, but returns the invalid items with their problems instead of refusing the whole request. */
export function readValidItems(
  field: string,
  value: unknown,
  purpose: Purpose,
  settings: StoreSettings,
): { valid: SentItem[]; invalid: InvalidItem[] } {
  const parsed = toItems(value);
  if (!Array.isArray(parsed) || parsed.length === 0 || parsed.length > ITEMS_MAX)
    throw invalidItem(`${field} must be an array of 1 to ${ITEMS_MAX} items.`);
  const valid = new Map<string, SentItem>();
  const invalid: InvalidItem[] = [];
  for (const item of parsed) {
    try {
      for (const read of readItems(field, [item], purpose, settings)) valid.set(read.platformId, read);
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

  const product = { productId: empi?.text, purpose, isCustom };
  const details: Details = purpose === "remove" ? {} : { ...shopperDetails(item), ...productDetails(item, product) };
  const { clientProduct = {}, ...others } = details;
  const clientFlags = Object.keys(clientProduct).reduce(
    (bits, name) => bits | CLIENT_FIELDS[name as keyof typeof CLIENT_FIELDS],
    0,
  );
  const hasDetails = Object.keys(details).length > 0;
  const { _av: isVariantNotChosen } = item;
  const quantity = item.qty ?? null;
  const flags =
    (epi.isNumber ? PLATFORM_ID_IS_NUMBER : 0) |
    (empi?.isNumber ? PRODUCT_ID_IS_NUMBER : 0) |
    (isVariantNotChosen ? VARIANT_NOT_CHOSEN : 0) |
    (Object.keys(others).length > 0 ? HAS_DETAILS : 0) |
    clientFlags |
    (quantity === null ? 0 : QUANTITY_CHOSEN);
  const flagsGiven =
    PLATFORM_ID_IS_NUMBER |
    (empi ? PRODUCT_ID_IS_NUMBER : 0) |
    (isVariantNotChosen == null ? 0 : VARIANT_NOT_CHOSEN) |
    (flags & (HAS_DETAILS | QUANTITY_CHOSEN | ANY_CLIENT_FIELD));
  return { platformId: epi.text, quantity, flags, flagsGiven, details: hasDetails ? details : null, isCustom };
}

/** Only the fields that the request has: an item that is already saved keeps its other fields. An empty note clears it,
 *  null means "not given". */
const shopperDetails = ({ note, cprops, lbls }: ItemIn): Details => ({
  ...(note == null ? {} : { note }),
  ...(cprops == null ? {} : { properties: checkOwnData("cprops", cprops.text) }),
  ...(lbls == null ? {} : { labels: lbls }),
});

/** An update does not know whether the saved item is a custom one, so it has the fields of both kinds. */
function productDetails(
  item: ItemIn,
  { productId, purpose, isCustom }: { productId: string | undefined; purpose: Purpose; isCustom: boolean },
): Pick<Details, "clientProduct" | "custom"> {
  if (isCustom) return { custom: { title: "", ...customOf(item) } };
  const custom = purpose === "update" ? customOf(item) : {};
  return { ...clientProductOf(item, productId), ...(Object.keys(custom).length > 0 ? { custom } : {}) };
}

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

const checkedBundle = (bundle: NonNullable<Custom["bundle"]>) => {
  checkOwnData("bundle", JSON.stringify(bundle));
  return bundle;
};

const customOf = ({ title, price, du, iu, sku, bundle, compareAtPrice, platformitemid }: ItemIn): Custom => ({
  ...(title ? { title } : {}),
  ...(price == null ? {} : { price }),
  ...(du ? { url: du } : {}),
  ...(iu ? { imageUrl: iu } : {}),
  ...(sku ? { sku } : {}),
  ...(bundle ? { bundle: checkedBundle(bundle) } : {}),
  ...(compareAtPrice == null ? {} : { compareAtPrice }),
  ...(isGiven(platformitemid) ? { platformItemId: platformitemid } : {}),
});
