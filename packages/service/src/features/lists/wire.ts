import { hash } from "node:crypto";
import { type Static, Type } from "typebox";
import { AnyRecord, formOrJson, isGiven, paging, readPage } from "../../platform/http/wire.ts";
import type { Page } from "../../platform/page.ts";
import { parseJson } from "../../platform/text/json.ts";
import type { Variant } from "../catalog/variants/variant-cache.ts";
import { productFields, variantFields } from "../catalog/variants/wire.ts";
import type { Shopper } from "../shoppers/shopper.ts";
import { shopperCredentials } from "../shoppers/wire.ts";
import { invalidItem, invalidName, invalidType } from "./errors.ts";
import type { Entry } from "./items/entries.ts";
import {
  type Custom,
  type Details,
  PLATFORM_ID_IS_NUMBER,
  PRODUCT_ID_IS_NUMBER,
  VARIANT_NOT_CHOSEN,
} from "./items/item.ts";
import { productIdOf } from "./items/product-id-of.ts";
import {
  type List,
  type ListChanges,
  type ListExtras,
  type NewList,
  type PublicListId,
  SAVE_FOR_LATER,
  WISHLIST,
} from "./list.ts";
import { toPublicListId } from "./to-public-list-id.ts";

// ---- shared by the calls of all rooms ----

export const listCall = { tags: ["Lists"], consumes: formOrJson };

export const Lid = Type.String({ minLength: 1, maxLength: 100, description: "List id" });
export const TextOrNull = (maxLength: number) => Type.Union([Type.String({ maxLength }), Type.Null()]);
export const JsonField = (description: string) =>
  Type.Unknown({ description: `${description}; in a form, as JSON text` });

export const ListOut = Type.Unsafe<string | Buffer>({ ...AnyRecord, title: "List", description: "A list record" });

export function readName(text: string): string {
  const name = text.trim();
  const length = Array.from(name).length;
  if (length < 3 || length > 50) throw invalidName();
  return name;
}

/** Null, absent, empty and `wishlist` mean a wishlist. */
export function readType(text: string | null | undefined, configured: readonly string[]): string {
  const type = !text || text === "wishlist" ? WISHLIST : text;
  if (type !== WISHLIST && type !== SAVE_FOR_LATER && !configured.includes(type)) throw invalidType(type);
  return type;
}

export const readItemPage = (sent: Parameters<typeof readPage>[0]): Page =>
  readPage(sent, { defaultLimit: 100, maxLimit: 1_000 });

/** One of the shopper's lists, with a page of its items. */
export const ListPageIn = Type.Object({ ...shopperCredentials, lid: Lid, ...paging });

export const readListPage = (sent: Static<typeof ListPageIn>) => ({
  publicId: toPublicListId(sent.lid),
  page: readItemPage(sent),
});

// ---- create, update, delete ----

const listFields = {
  lnote: Type.Optional(TextOrNull(500)),
  lprops: Type.Optional(JsonField("Custom properties")),
  ldesc: Type.Optional(JsonField("Description")),
};

export const CreateIn = Type.Object({
  ...shopperCredentials,
  lname: Type.String({ maxLength: 500 }),
  lty: Type.Optional(TextOrNull(40)),
  fromlid: Type.Optional(Lid),
  ...listFields,
});

export function readCreate(
  sent: Static<typeof CreateIn>,
  configuredTypes: readonly string[],
): { list: NewList; copyOf?: PublicListId } {
  const { lname, lty, lnote, fromlid } = sent;
  const list = {
    name: readName(lname),
    type: readType(lty, configuredTypes),
    note: lnote ?? null,
    extras: readExtras(sent),
  };
  return { list, ...(fromlid ? { copyOf: toPublicListId(fromlid) } : {}) };
}

export const UpdateIn = Type.Object({
  ...shopperCredentials,
  lid: Lid,
  lname: Type.Optional(Type.String({ maxLength: 500 })),
  st: Type.Optional(Type.Union([Type.Literal("0"), Type.Literal("1"), Type.Literal(0), Type.Literal(1)])),
  ...listFields,
});

export function readUpdate(sent: Static<typeof UpdateIn>): { publicId: PublicListId; changes: ListChanges } {
  const { lid, lname, lnote, st } = sent;
  const extras = readExtras(sent);
  const changes = {
    ...(lname === undefined ? {} : { name: readName(lname) }),
    ...(lnote === undefined ? {} : { note: lnote }),
    ...(extras ? { extras } : {}),
    ...(st === undefined ? {} : { status: Number(st) }),
  };
  return { publicId: toPublicListId(lid), changes };
}

function readExtras({ lprops, ldesc }: { lprops?: unknown; ldesc?: unknown }): ListExtras | null {
  const extras = {
    ...(isGiven(lprops) ? { properties: readObject("lprops", lprops) } : {}),
    ...(isGiven(ldesc) ? { description: readObject("ldesc", ldesc) } : {}),
  };
  return Object.keys(extras).length > 0 ? extras : null;
}

/** A JSON object, or its text as a form sends it. */
function readObject(field: string, value: unknown): object {
  const parsed = typeof value === "string" ? parseJson(value) : value;
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    throw invalidItem(`${field} must be a JSON object.`);
  return parsed;
}

// ---- records ----
// These functions write JSON text themselves: they reuse text that is already serialised, and 64-bit ids keep all their
// digits.

/** The fields that all records of one owner share. */
type OwnerFields = { readonly ofList: string; readonly ofItem: string; readonly userinfo: string };

export function ownerFields(owner: Shopper): OwnerFields {
  const { store, regid, email } = owner;
  const deviceId = hash("sha256", `device:${store.pid}:${regid}`, "base64url").slice(0, 22);
  const shared = `"di":"${deviceId}","uby":${JSON.stringify(email)},"_pkey":"","_t":0`;
  const userinfo = JSON.stringify(email === null ? null : userInfo(owner));
  const ofList = `${shared},"cby":${JSON.stringify(email)},"cfor":null,"uid":"${regid}","pid":${JSON.stringify(store.pid)},"userinfo":${userinfo}`;
  return { ofList, ofItem: shared, userinfo };
}

/** An account itself never changes, so `uts` is the time when it was created. */
const userInfo = ({ store, regid, email, createdAt, signedInAt }: Shopper) => ({
  em: email,
  fname: "",
  lname: "",
  uid: regid,
  pid: store.pid,
  m: null,
  lastlogin: new Date(signedInAt).toISOString(),
  cts: createdAt,
  uts: createdAt,
  sw_mkt: null,
  ut: null,
  acc_mkt: false,
  extags: [],
  prefs: {},
  pd: {},
});

/** With `contents`, the record also has the items. */
export const listRecord = (owner: OwnerFields, list: List, contents?: readonly Entry[]): string =>
  contents
    ? `${listStart(owner, list)},"listcontents":${itemRecords(owner, list.publicId, contents)}}`
    : `${listStart(owner, list)}}`;

/** A list record up to its contents, without the closing brace. */
function listStart(owner: OwnerFields, list: List): string {
  const { publicId: lid, type, count, status, isPublic, isCopying, createdAt, updatedAt, name, note, extras } = list;
  return (
    `{"lid":"${lid}","id":"${lid}","lty":"${type}","cnt":${count},"st":${status},"anonRead":${isPublic},` +
    `"_cp":${isCopying},"cts":${createdAt},"uts":${updatedAt},"itemcmnts":0,"lhash":"${listHash(list)}","lname":${JSON.stringify(name)},` +
    `"lnote":${note === null ? "null" : JSON.stringify(note)},"lprops":${objectText(extras?.properties)},"cprops":{},"ldesc":${objectText(extras?.description)},${owner.ofList}`
  );
}

const objectText = (value: unknown) => (value === undefined || value === null ? "{}" : JSON.stringify(value));
const listHash = ({ name, type }: List) => hash("md5", `${type}:${name}`, "base64");

export function itemRecords(owner: OwnerFields, lid: PublicListId, entries: readonly Entry[]): string {
  let text = "";
  for (const entry of entries) text += (text ? "," : "") + itemRecord(owner, lid, entry);
  return `[${text}]`;
}

function itemRecord(owner: OwnerFields, lid: PublicListId, { item, variant }: Entry): string {
  const { flags, details, quantity, addedAt, updatedAt } = item;
  const start = details ? itemStart(variant, flags, details) : plainItemStart(variant, flags);
  return `${start}"qty":${quantity},"cts":${addedAt},"uts":${updatedAt},"_av":${(flags & VARIANT_NOT_CHOSEN) !== 0},"lid":"${lid}","id":"${lid}:${variant.id}",${owner.ofItem}}`;
}

/** Most items have no details. The start of their record depends on the variant only, so it is cached with the variant. */
function plainItemStart(variant: Variant, flags: number): string {
  const ids = flags & (PLATFORM_ID_IS_NUMBER | PRODUCT_ID_IS_NUMBER);
  variant.written.itemStarts[ids] ??= itemStart(variant, ids, null);
  return variant.written.itemStarts[ids];
}

function itemStart(variant: Variant, flags: number, details: Details | null): string {
  const productId = productIdOf(variant, details);
  const product = details?.custom
    ? customFields(details.custom, productId)
    : !variant.product && details?.clientProduct
      ? productFields(details.clientProduct, productId)
      : variantFields(variant);
  const fromShopper = details ? shopperFields(details) : '"note":null,"cprops":{},"lbls":[],';
  return `{"epi":${idText(variant.platformId, flags & PLATFORM_ID_IS_NUMBER)},"empi":${idText(productId, flags & PRODUCT_ID_IS_NUMBER)},${product}${fromShopper}`;
}

/** The flag is from the client, but the id may be from the catalogue: only a whole number is written as a number. */
const idText = (id: string, isNumber: number) => (isNumber !== 0 && WHOLE_NUMBER.test(id) ? id : JSON.stringify(id));
const WHOLE_NUMBER = /^(0|[1-9]\d{0,19})$/;

const shopperFields = ({ note = null, properties = {}, labels = [] }: Details) =>
  `${JSON.stringify({ note, cprops: properties, lbls: labels }).slice(1, -1)},`;

function customFields(custom: Custom, productId: string) {
  const { title, price, bundle, compareAtPrice, platformItemId } = custom;
  const lity = bundle && bundle.length > 0 ? "customBundle" : "custom";
  const own = { lity, title, price, bundle, compareAtPrice, platformitemid: platformItemId };
  return `${productFields(custom, productId)}${JSON.stringify(own).slice(1, -1)},`;
}
