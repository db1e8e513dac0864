import { hash } from "node:crypto";
import { type Static, Type } from "typebox";
import { formOrJson, isGiven, jsonOrText, paging, readPage } from "../../platform/http/wire.ts";
import type { Page } from "../../platform/page.ts";
import { JsonText, parseJson } from "../../platform/text/json.ts";
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
import { mergedProduct, needsDetails } from "./items/merged-product.ts";
import { productIdOf } from "./items/product-id-of.ts";
import { savedPrice } from "./items/saved-price.ts";
import {
  type List,
  type ListChanges,
  type ListExtras,
  type NewList,
  type PublicListId,
  SAVE_FOR_LATER,
  WISHLIST,
} from "./list.ts";
import type { Preview } from "./preview.ts";
import { toPublicListId } from "./to-public-list-id.ts";

// ---- shared by the calls of all rooms ----

export const listCall = { tags: ["Lists"], consumes: formOrJson };

/** The fields that hold a shopper's or shop's own data, which comes back as it was sent. */
export const VERBATIM: ReadonlySet<string> = new Set(["cprops", "lprops", "ldesc"]);
/** The options of the routes that store such data. A hundred items need a larger body than other calls. */
export const listWrite = { bodyLimit: 512 * 1024, config: { jsonValuesMax: 20_000, verbatim: VERBATIM } };

/** The most characters of such a field. A list holds 1,000 items, and a call may read all of them. */
const OWN_DATA_MAX = 16_384;
export function checkOwnData(field: string, text: string): string {
  if (text.length > OWN_DATA_MAX) throw invalidItem(`${field} must have at most ${OWN_DATA_MAX} characters as JSON.`);
  return text;
}

export const Lid = Type.String({ minLength: 1, maxLength: 100, description: "List id" });
export const ListType = Type.String({ maxLength: 40, description: "wl, sfl, or a type that the store has configured" });
export const TextOrNull = (maxLength: number) => Type.Union([Type.String({ maxLength }), Type.Null()]);
const JsonMapIn = (description: string) => jsonOrText({ type: "object", additionalProperties: true }, description);

export function readName(text: string): string {
  const name = text.trim();
  const length = Array.from(name).length;
  if (length < 3 || length > 50) throw invalidName();
  return name;
}

/** Absent, empty and `wishlist` mean a wishlist. */
export function readType(text: string | undefined, configured: readonly string[]): string {
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

export const listFields = {
  lnote: Type.Optional(TextOrNull(500)),
  lprops: Type.Optional(JsonMapIn("Custom properties")),
  ldesc: Type.Optional(JsonMapIn("Description")),
};

export const CreateIn = Type.Object({
  ...shopperCredentials,
  lname: Type.String({ maxLength: 500 }),
  lty: Type.Optional(ListType),
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
  const { lid, st } = sent;
  const changes = { ...readListChanges(sent), ...(st === undefined ? {} : { status: Number(st) }) };
  return { publicId: toPublicListId(lid), changes };
}

/** The name, note, properties and description, as far as the call has them. */
export function readListChanges(sent: {
  lname?: string;
  lnote?: string | null;
  lprops?: unknown;
  ldesc?: unknown;
}): ListChanges {
  const { lname, lnote } = sent;
  const extras = readExtras(sent);
  return {
    ...(lname === undefined ? {} : { name: readName(lname) }),
    ...(lnote == null ? {} : { note: lnote }),
    ...(extras ? { extras } : {}),
  };
}

function readExtras({ lprops, ldesc }: { lprops?: unknown; ldesc?: unknown }): ListExtras | null {
  const extras = {
    ...(isGiven(lprops) ? { properties: readObjectText("lprops", lprops) } : {}),
    ...(isGiven(ldesc) ? { description: readObjectText("ldesc", ldesc) } : {}),
  };
  return Object.keys(extras).length > 0 ? extras : null;
}

/** The text of a JSON object, which `params.ts` has kept, or which a form sends as text. */
function readObjectText(field: string, value: unknown): string {
  if (value instanceof JsonText) return checkOwnData(field, value.text);
  const parsed = typeof value === "string" ? parseJson(value) : undefined;
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    throw invalidItem(`${field} must be a JSON object.`);
  return checkOwnData(field, String(value).trim());
}

// ---- records ----
// These functions write JSON text themselves: they reuse text that is already serialised, and 64-bit ids keep all their
// digits.

/** The fields that all records of one owner share. */
type OwnerFields = { readonly ofList: string; readonly ofItem: string; readonly userinfo: string };

/** `ofGuest` is the `userinfo` of a guest: some clients read its fields unchecked. */
export function ownerFields(owner: Shopper, ofGuest: "null" | "{}" = "null"): OwnerFields {
  const { store, regid, email } = owner;
  const deviceId = hash("sha256", `device:${store.pid}:${regid}`, "base64url").slice(0, 22);
  const shared = `"di":"${deviceId}","uby":${JSON.stringify(email)},"_pkey":"","_t":0`;
  const userinfo = email === null ? ofGuest : JSON.stringify(userInfo(owner));
  const ofList = `${shared},"cby":${JSON.stringify(email)},"cfor":null,"uid":"${regid}","pid":${JSON.stringify(store.pid)},"userinfo":${userinfo}`;
  return { ofList, ofItem: shared, userinfo };
}

/** An account itself never changes, so `uts` is the time when it was created. */
const userInfo = ({ store, regid, email, createdAt, signedInAt, acceptsMarketing }: Shopper) => ({
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
  acc_mkt: acceptsMarketing,
  extags: [],
  prefs: {},
  pd: {},
});

export const listRecord = (owner: OwnerFields, list: List, contents: readonly Entry[]): string =>
  `${listStart(owner, list)},"listcontents":${itemRecords(owner, list.publicId, contents)}}`;

export const previewRecord = (owner: Shopper, { list, entries }: Preview): string =>
  listRecord(ownerFields(owner), list, entries);

/** A list record up to its contents, without the closing brace. */
function listStart(owner: OwnerFields, list: List): string {
  const { publicId: lid, type, count, status, isPublic, isCopying, createdAt, updatedAt, name, note, extras } = list;
  return (
    `{"lid":"${lid}","id":"${lid}","lty":"${type}","cnt":${count},"st":${status},"anonRead":${isPublic},` +
    `"_cp":${isCopying},"cts":${createdAt},"uts":${updatedAt},"itemcmnts":0,"lhash":"${listHash(list)}","lname":${JSON.stringify(name)},` +
    `"lnote":${note === null ? "null" : JSON.stringify(note)},"lprops":${extras?.properties ?? "{}"},"cprops":{},"ldesc":${extras?.description ?? "{}"},${owner.ofList}`
  );
}

/** A hash of everything that describes the list, so that a client can tell whether it has changed. */
const listHash = ({ name, type, note, extras, status, isPublic }: List) =>
  hash(
    "md5",
    JSON.stringify([type, name, note, extras?.properties, extras?.description, extras?.shown, status, isPublic]),
    "base64",
  );

export function itemRecords(owner: OwnerFields, lid: PublicListId, entries: readonly Entry[]): string {
  let text = "";
  for (const entry of entries) text += (text ? "," : "") + itemRecord(owner, lid, entry);
  return `[${text}]`;
}

function itemRecord(owner: OwnerFields, lid: PublicListId, { item, variant }: Entry): string {
  const { flags, details, quantity, addedAt, updatedAt } = item;
  const start = needsDetails(item, variant) ? itemStart(variant, flags, details) : plainItemStart(variant, flags);
  return `${start}"qty":${quantity},"savedpr":${savedPrice(variant, addedAt)},"cts":${addedAt},"uts":${updatedAt},"_av":${(flags & VARIANT_NOT_CHOSEN) !== 0},"lid":"${lid}","id":"${lid}:${variant.id}",${owner.ofItem}}`;
}

/** The start of most records depends on the variant only, so it is cached with the variant. */
function plainItemStart(variant: Variant, flags: number): string {
  const ids = flags & (PLATFORM_ID_IS_NUMBER | PRODUCT_ID_IS_NUMBER);
  variant.written.itemStarts[ids] ??= itemStart(variant, ids, null);
  return variant.written.itemStarts[ids];
}

function itemStart(variant: Variant, flags: number, details: Details | null): string {
  const productId = productIdOf(variant, details);
  const product = details?.custom
    ? customFields(details.custom, productId)
    : details?.clientProduct
      ? productFields(mergedProduct(variant, details), productId)
      : variantFields(variant);
  const fromShopper = details ? shopperFields(details) : '"note":null,"cprops":{},"lbls":[],';
  return `{"epi":${idText(variant.platformId, flags & PLATFORM_ID_IS_NUMBER)},"empi":${idText(productId, flags & PRODUCT_ID_IS_NUMBER)},${product}${fromShopper}`;
}

/** The flag is from the client, but the id may be from the catalogue: only a whole number is written as a number. */
const idText = (id: string, isNumber: number) => (isNumber !== 0 && WHOLE_NUMBER.test(id) ? id : JSON.stringify(id));
const WHOLE_NUMBER = /^(0|[1-9]\d{0,19})$/;

const shopperFields = ({ note = null, properties = "{}", labels = [] }: Details) =>
  `"note":${JSON.stringify(note)},"cprops":${properties},"lbls":${JSON.stringify(labels)},`;

function customFields(custom: Custom, productId: string) {
  const { title = "", price, bundle, compareAtPrice, platformItemId } = custom;
  const lity = bundle && bundle.length > 0 ? "customBundle" : "custom";
  const own = { lity, title, price, bundle, compareAtPrice, platformitemid: platformItemId };
  return `${productFields(custom, productId)}${JSON.stringify(own).slice(1, -1)},`;
}
