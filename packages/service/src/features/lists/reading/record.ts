import { hash } from "node:crypto";
import type { Variant } from "../../catalog/variants/variant-cache.ts";
import { productFields, variantFields } from "../../catalog/variants/wire.ts";
import type { Shopper } from "../../shoppers/shopper.ts";
import {
  type Custom,
  type Item,
  PLATFORM_ID_IS_NUMBER,
  PRODUCT_ID_IS_NUMBER,
  VARIANT_NOT_CHOSEN,
} from "../items/item.ts";
import type { List } from "../sql.ts";

// The public records of lists and items, written as JSON text: what is ready is joined, not parsed and written again,
// and ids of 64 bits stay what they were.

export type Entry = { readonly item: Item; readonly variant: Variant };

/** What all records of one owner share, written once. */
export type OwnerPart = { readonly ofList: string; readonly ofItem: string; readonly userinfo: string };

export function ownerPart(shopper: Shopper): OwnerPart {
  const { store, regid, email } = shopper;
  const deviceId = hash("sha256", `device:${store.pid}:${regid}`, "base64url").slice(0, 22);
  const shared = `"di":"${deviceId}","uby":${JSON.stringify(email)},"_pkey":"","_t":0`;
  const userinfo = JSON.stringify(email === null ? null : userInfo(shopper));
  const ofList = `${shared},"cby":${JSON.stringify(email)},"cfor":null,"uid":"${regid}","pid":${JSON.stringify(store.pid)},"userinfo":${userinfo}`;
  return { ofList, ofItem: shared, userinfo };
}

/** Of an account only the sessions change, so it was last updated when it was made. */
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

export function itemRecord(owner: OwnerPart, lid: string, { item, variant }: Entry): string {
  const { flags, details, quantity, addedAt, updatedAt } = item;
  const head = details ? itemHead(variant, flags, details) : plainHead(variant, flags);
  return `${head}"qty":${quantity},"cts":${addedAt},"uts":${updatedAt},"_av":${(flags & VARIANT_NOT_CHOSEN) !== 0},"lid":"${lid}","id":"${lid}:${variant.id}",${owner.ofItem}}`;
}

/** Most items say nothing beyond their product: their records begin alike and are written once. */
function plainHead(variant: Variant, flags: number): string {
  const ids = flags & (PLATFORM_ID_IS_NUMBER | PRODUCT_ID_IS_NUMBER);
  variant.written.itemHeads[ids] ??= itemHead(variant, ids, null);
  return variant.written.itemHeads[ids];
}

function itemHead(variant: Variant, flags: number, details: Item["details"]): string {
  const productId = variant.productId ?? details?.clientProduct?.productId ?? variant.platformId;
  const product = details?.custom
    ? customFields(details.custom, productId)
    : !variant.product && details?.clientProduct
      ? productFields(details.clientProduct, productId)
      : variantFields(variant);
  const shopperPart = details ? shopperFields(details) : '"note":null,"cprops":{},"lbls":[],';
  return `{"epi":${idText(variant.platformId, flags & PLATFORM_ID_IS_NUMBER)},"empi":${idText(productId, flags & PRODUCT_ID_IS_NUMBER)},${product}${shopperPart}`;
}

/** The shopper may have sent a number where the store's server sent a text. */
const idText = (id: string, isNumber: number) => (isNumber !== 0 && WHOLE.test(id) ? id : JSON.stringify(id));
const WHOLE = /^(0|[1-9]\d{0,19})$/;

const shopperFields = ({ note = null, properties = {}, labels = [] }: NonNullable<Item["details"]>) =>
  `${JSON.stringify({ note, cprops: properties, lbls: labels }).slice(1, -1)},`;

function customFields(custom: Custom, productId: string) {
  const { title, price, bundle, compareAtPrice, platformItemId } = custom;
  const lity = bundle && bundle.length > 0 ? "customBundle" : "custom";
  const own = { lity, title, price, bundle, compareAtPrice, platformitemid: platformItemId };
  return `${productFields(custom, productId)}${JSON.stringify(own).slice(1, -1)},`;
}

/** A list record up to its contents; the caller closes it with `}` or goes on with `,"listcontents":[…]}`. */
export function listHead(owner: OwnerPart, list: List): string {
  const { publicId: lid, type, count, status, isPublic, isCopying, createdAt, updatedAt, name, note, extras } = list;
  return (
    `{"lid":"${lid}","id":"${lid}","lty":"${type}","cnt":${count},"st":${status},"anonRead":${isPublic},` +
    `"_cp":${isCopying},"cts":${createdAt},"uts":${updatedAt},"itemcmnts":0,"lhash":"${listHash(list)}","lname":${JSON.stringify(name)},` +
    `"lnote":${note === null ? "null" : JSON.stringify(note)},"lprops":${objectText(extras?.properties)},"cprops":{},"ldesc":${objectText(extras?.description)},${owner.ofList}`
  );
}

const objectText = (value: unknown) => (value === undefined || value === null ? "{}" : JSON.stringify(value));
const listHash = ({ name, type }: List) => hash("md5", `${type}:${name}`, "base64");

export const listRecord = (owner: OwnerPart, list: List, contents?: readonly Entry[]): string =>
  contents
    ? `${listHead(owner, list)},"listcontents":${itemRecords(owner, list.publicId, contents)}}`
    : `${listHead(owner, list)}}`;

export function itemRecords(owner: OwnerPart, lid: string, entries: readonly Entry[]): string {
  let text = "";
  for (const entry of entries) text += (text ? "," : "") + itemRecord(owner, lid, entry);
  return `[${text}]`;
}
