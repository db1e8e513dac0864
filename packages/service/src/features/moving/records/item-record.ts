import { hash } from "node:crypto";
import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import {
  CLIENT_FIELDS,
  type ClientProduct,
  type Details,
  HAS_DETAILS,
  PLATFORM_ID_IS_NUMBER,
  PRODUCT_ID_IS_NUMBER,
  QUANTITY_CHOSEN,
  VARIANT_NOT_CHOSEN,
} from "../../lists/items/item.ts";
import type { MovedItem } from "../../lists/moving/moved-list.ts";
import type { MovedOwner } from "../../shoppers/moving/moved-owner.ts";
import type { Store } from "../../stores/store.ts";
import { Refused } from "../refused.ts";
import type { Fields } from "./fields.ts";
import { listOf, nameOf } from "./list-record.ts";
import { readOwner } from "./owner.ts";
import { readId } from "./platform-ids.ts";
import { isPageUrl, isPictureUrl, readPageUrl, readPictureUrl } from "./urls.ts";

export const ITEM_FIELDS = [
  "list",
  "listName",
  "email",
  "uuid",
  "regid",
  "variant",
  "product",
  "quantity",
  "addedAt",
  "updatedAfter",
  "note",
  "properties",
  "label",
  "url",
  "title",
  "image",
  "price",
  "sku",
  "compareAtPrice",
  "isVariantNumber",
  "isProductNumber",
  "isVariantNotChosen",
  "isQuantityChosen",
  "details",
] as const;

const QUANTITY_MAX = 9_999;
const OWN_DATA_MAX = 16_384;
const PRICE_MAX = 1e12;
const YEARS_100_S = 3_155_760_000;

const Price = Type.Number({ minimum: 0, maximum: PRICE_MAX });
const product = {
  title: Type.Optional(Type.String({ maxLength: 500 })),
  url: Type.Optional(Type.String()),
  imageUrl: Type.Optional(Type.String()),
  price: Type.Optional(Price),
  sku: Type.Optional(Type.String({ maxLength: 100 })),
};
/** The details of an item, as an export writes them. */
const DetailsIn = Type.Object(
  {
    note: Type.Optional(Type.Union([Type.String({ maxLength: 500 }), Type.Null()])),
    properties: Type.Optional(Type.String({ maxLength: OWN_DATA_MAX })),
    labels: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 1 })),
    clientProduct: Type.Optional(
      Type.Object(
        { ...product, productId: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })) },
        { additionalProperties: false },
      ),
    ),
    custom: Type.Optional(
      Type.Object(
        {
          ...product,
          compareAtPrice: Type.Optional(Price),
          platformItemId: Type.Optional(Type.Unknown()),
          bundle: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()), { maxItems: 50 })),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);
const details = Compile(DetailsIn);

export type ItemRow = { readonly item: MovedItem; readonly owner: MovedOwner | null };

export function readItem(store: Store, fields: Fields): ItemRow {
  const addedAt = fields.time("addedAt");
  const owner = readOwner(store, fields, addedAt);
  const listId = fields.text("list", 200) ?? (owner ? listOf(owner, nameOf(fields, "listName")) : null);
  if (listId === null) throw new Refused("missing-list", "list");
  const variant = readId(fields, "variant", fields.yesOrNo("isVariantNumber"));
  const productId = readId(fields, "product", fields.yesOrNo("isProductNumber"));
  const title = fields.text("title", 500);
  if (!variant && title === null) throw new Refused("missing-variant", "variant");
  const read = fields.has("details")
    ? readDetails(fields)
    : detailsOf(store, fields, { isCustom: !variant, title, productId: productId?.text ?? null });
  const { clientProduct = {}, ...others } = read;
  const clientFlags = Object.keys(clientProduct).reduce(
    (bits, name) => bits | CLIENT_FIELDS[name as keyof ClientProduct],
    0,
  );
  const quantity = fields.whole("quantity", 1, QUANTITY_MAX);
  const isProductNumber = fields.yesOrNo("isProductNumber") ?? productId?.isNumber ?? false;
  const item: MovedItem = {
    listId,
    // The same row has the same id, so that it is not imported twice.
    platformId: variant?.text ?? `ci_${hash("sha256", JSON.stringify([listId, read])).slice(0, 32)}`,
    productId: productId?.text ?? clientProduct.productId ?? null,
    quantity: quantity ?? 1,
    flags:
      (variant?.isNumber ? PLATFORM_ID_IS_NUMBER : 0) |
      (isProductNumber ? PRODUCT_ID_IS_NUMBER : 0) |
      (fields.yesOrNo("isVariantNotChosen") ? VARIANT_NOT_CHOSEN : 0) |
      (Object.keys(others).length > 0 ? HAS_DETAILS : 0) |
      clientFlags |
      ((fields.yesOrNo("isQuantityChosen") ?? quantity !== null) ? QUANTITY_CHOSEN : 0),
    details: Object.keys(read).length > 0 ? JSON.stringify(read) : null,
    addedAt,
    updatedAfter: fields.whole("updatedAfter", 0, YEARS_100_S) ?? 0,
  };
  return { item, owner };
}

/** The columns of a CSV file as the details of an item. */
function detailsOf(
  store: Store,
  fields: Fields,
  { isCustom, title, productId }: { isCustom: boolean; title: string | null; productId: string | null },
): Details {
  const [note, label, sku] = [fields.text("note", 500), fields.text("label", 100), fields.text("sku", 100)];
  const properties = fields.object("properties", OWN_DATA_MAX);
  const [url, imageUrl] = [readPageUrl(store, fields, "url"), readPictureUrl(fields, "image")];
  const price = fields.number("price", 0, PRICE_MAX);
  const compareAtPrice = fields.number("compareAtPrice", 0, PRICE_MAX);
  const described = {
    ...(url === null ? {} : { url }),
    ...(title === null ? {} : { title }),
    ...(imageUrl === null ? {} : { imageUrl }),
    ...(price === null ? {} : { price }),
    ...(sku === null ? {} : { sku }),
  };
  const clientProduct = { ...(productId === null ? {} : { productId }), ...described };
  return {
    ...(note === null ? {} : { note }),
    ...(properties === null ? {} : { properties }),
    ...(label === null ? {} : { labels: [label] }),
    ...(isCustom ? { custom: { ...described, ...(compareAtPrice === null ? {} : { compareAtPrice }) } } : {}),
    ...(!isCustom && Object.keys(clientProduct).length > 0 ? { clientProduct } : {}),
  };
}

function readDetails(fields: Fields): Details {
  const value = fields.raw("details");
  if (!details.Check(value)) throw new Refused("invalid-value", "details");
  const { clientProduct, custom, properties }: Static<typeof DetailsIn> = value;
  for (const { url, imageUrl } of [clientProduct ?? {}, custom ?? {}])
    if ((url && !isPageUrl(url)) || (imageUrl && !isPictureUrl(imageUrl))) throw new Refused("invalid-url", "details");
  if (properties !== undefined) requireObject(properties);
  if (custom?.bundle && JSON.stringify(custom.bundle).length > OWN_DATA_MAX)
    throw new Refused("invalid-value", "details");
  return value;
}

/** It is written into answers as it is. */
function requireObject(text: string) {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return;
  } catch {
    // Refused below.
  }
  throw new Refused("invalid-value", "details");
}
