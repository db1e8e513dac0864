import { type Static, Type } from "typebox";
import { asSent } from "../../platform/text/platform-id.ts";
import type { Product } from "../catalog/variants/product.ts";
import { Pid } from "../stores/wire.ts";
import { invalidName, invalidType } from "./errors.ts";
import { type Details, PLATFORM_ID_IS_NUMBER, PRODUCT_ID_IS_NUMBER } from "./items/item.ts";
import type { Fetched } from "./reading/fetch-list.ts";
import { itemRecords, listRecord, type OwnerPart } from "./reading/record.ts";

const Regid = Type.String({ minLength: 1, maxLength: 200, description: "Shopper id from generate-regid" });
const Sessionid = Type.String({ minLength: 1, maxLength: 200, description: "Session id from generate-regid" });
const asShopper = { pid: Pid, regid: Regid, sessionid: Sessionid };
const LidIn = Type.String({ minLength: 1, maxLength: 100, description: "List id" });
const Count = Type.Union([Type.String({ pattern: "^\\d{1,9}$" }), Type.Integer({ minimum: 0, maximum: 999_999_999 })]);
const JsonField = (description: string) => Type.Unknown({ description: `${description}; in a form, as JSON text` });
const paging = { limit: Type.Optional(Count), offset: Type.Optional(Count) };
const Nullable = (max: number) => Type.Union([Type.String({ maxLength: max }), Type.Null()]);

const Flag = Type.Union([
  Type.Literal("0"),
  Type.Literal("1"),
  Type.Literal("true"),
  Type.Literal("false"),
  Type.Boolean(),
  Type.Literal(0),
  Type.Literal(1),
]);

const listFields = {
  lnote: Type.Optional(Nullable(500)),
  lprops: Type.Optional(JsonField("Custom properties")),
  ldesc: Type.Optional(JsonField("Description")),
};

export const CreateIn = Type.Object({
  ...asShopper,
  lname: Type.String({ maxLength: 500 }),
  lty: Type.Optional(Nullable(40)),
  fromlid: Type.Optional(LidIn),
  ...listFields,
});
export const UpdateIn = Type.Object({
  ...asShopper,
  lid: LidIn,
  lname: Type.Optional(Type.String({ maxLength: 500 })),
  st: Type.Optional(Type.Union([Type.Literal("0"), Type.Literal("1"), Type.Literal(0), Type.Literal(1)])),
  ...listFields,
});
export const MarkPublicIn = Type.Object({
  ...asShopper,
  lid: LidIn,
  fname: Type.Optional(Nullable(100)),
  showcprops: Type.Optional(Flag),
});
export const OneListIn = Type.Object({ ...asShopper, lid: LidIn });
export const DeleteIn = Type.Object({ ...asShopper, lid: LidIn, ...paging });
export const FetchListsIn = Type.Object({
  ...asShopper,
  lty: Type.Optional(Nullable(40)),
  includeArchived: Type.Optional(Flag),
});
export const FetchListIn = Type.Object({
  pid: Pid,
  regid: Type.Optional(Regid),
  sessionid: Type.Optional(Sessionid),
  lid: LidIn,
  excludeArchived: Type.Optional(Flag),
  ...paging,
});
export type FetchListIn = Static<typeof FetchListIn>;
export const EmailListIn = Type.Object({
  ...asShopper,
  lid: LidIn,
  toemail: Type.String({ minLength: 3, maxLength: 500 }),
  fromname: Type.Optional(Nullable(100)),
  note: Type.Optional(Nullable(500)),
});
export const ReportShareIn = Type.Object({
  ...asShopper,
  lid: LidIn,
  fromname: Type.Optional(Nullable(200)),
  medium: Type.Optional(Nullable(40)),
});
export const ContainsIn = Type.Object({
  ...asShopper,
  epis: Type.Optional(JsonField("Variant ids")),
  empis: Type.Optional(JsonField("Product ids")),
});
export const SflCreateIn = Type.Object({
  ...asShopper,
  lname: Type.Optional(Type.String({ maxLength: 500 })),
  ...paging,
});
export const SflFetchIn = Type.Object({ ...asShopper, lid: LidIn, ...paging });
export const SflItemsIn = Type.Object({ ...asShopper, lid: LidIn, items: JsonField("Items") });
export const UpdateCtxIn = Type.Object({
  ...asShopper,
  lid: LidIn,
  a: Type.Optional(JsonField("Items to add")),
  u: Type.Optional(JsonField("Items to update")),
  d: Type.Optional(JsonField("Items to remove")),
});

const ON: readonly unknown[] = ["1", "true", 1, true];
export const isOn = (value: Static<typeof Flag> | undefined) => ON.includes(value);

export function readName(text: string) {
  const name = text.trim();
  const length = Array.from(name).length;
  if (length < 3 || length > 50) throw invalidName();
  return name;
}

/** Null, absent, empty and `wishlist` mean a wishlist. */
export function readType(text: string | null | undefined, configured: readonly string[]) {
  const type = !text || text === "wishlist" ? "wl" : text;
  if (type !== "wl" && type !== "sfl" && !configured.includes(type)) throw invalidType(type);
  return type;
}

const PAGE_MAX = 1_000;
const PAGE_DEFAULT = 100;
export const readPage = ({ limit, offset }: { limit?: string | number; offset?: string | number }) => ({
  limit: Math.min(limit === undefined ? PAGE_DEFAULT : Number(limit), PAGE_MAX),
  offset: offset === undefined ? 0 : Number(offset),
});

const RecordOut = Type.Record(Type.String(), Type.Unknown());
export const ListOut = Type.Unsafe<string | Buffer>({ ...RecordOut, title: "List", description: "A list record" });
export const ListsOut = Type.Unsafe<string | Buffer>({
  type: "array",
  items: RecordOut,
  description: "List records with their newest items",
});
export const ItemsOut = Type.Unsafe<string | Buffer>({ type: "array", items: RecordOut, description: "Item records" });
export const AnyOut = Type.Unsafe<string | Buffer>(RecordOut);

/** For strangers only what the owner lets be seen: an allowlist, so that a new field is private until somebody decides. */
export function sharedView({ list, entries }: Fetched) {
  const { firstName: fname, properties: showsProps = false } = list.extras?.shown ?? {};
  const items = entries.map(({ item, variant }) => {
    const { flags, quantity: qty, details } = item;
    const empi = variant.productId ?? details?.clientProduct?.productId ?? variant.platformId;
    const {
      title: dt = null,
      url: du = null,
      imageUrl: iu = null,
      price: pr = null,
      variantTitle: vi = null,
    } = productOf(variant.product, details);
    return {
      epi: asSent({ text: variant.platformId, isNumber: (flags & PLATFORM_ID_IS_NUMBER) !== 0 }),
      empi: asSent({ text: empi, isNumber: (flags & PRODUCT_ID_IS_NUMBER) !== 0 }),
      dt,
      du,
      iu,
      pr,
      vi,
      qty,
      ...(showsProps ? { cprops: details?.properties ?? {} } : {}),
    };
  });
  const { publicId: lid, name: lname, type: lty, count: cnt } = list;
  return { list: { lid, lname, lty, cnt, userinfo: fname ? { fname } : {} }, items };
}

function productOf(product: Product | null, details: Details | null): Product {
  if (product) return product;
  if (!details?.custom) return details?.clientProduct ?? {};
  const { title, price, url, imageUrl } = details.custom;
  return {
    title,
    ...(price === undefined ? {} : { price }),
    ...(url ? { url } : {}),
    ...(imageUrl ? { imageUrl } : {}),
  };
}

export const pagination = (total: number, { limit, offset }: { limit: number; offset: number }) => ({
  totalcount: total,
  next: limit > 0 && offset + limit < total ? offset + limit : null,
  limit,
});

export const withContents = (owner: OwnerPart, { list, entries }: Fetched, page: { limit: number; offset: number }) =>
  `{"list":${listRecord(owner, list)},"items":${itemRecords(owner, list.publicId, entries)},"userinfo":${owner.userinfo},"pagination":${JSON.stringify(pagination(list.count, page))}}`;
