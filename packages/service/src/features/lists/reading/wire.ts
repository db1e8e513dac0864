import { type Static, Type } from "typebox";
import { isGiven, isOn, PlatformIdsIn, paging, Switch } from "../../../platform/http/wire.ts";
import type { Page } from "../../../platform/page.ts";
import { asSent, type PlatformId, readPlatformIds } from "../../../platform/text/platform-id.ts";
import type { Product } from "../../catalog/variants/product.ts";
import type { Variant } from "../../catalog/variants/variant-cache.ts";
import type { Shopper } from "../../shoppers/shopper.ts";
import { shopperCredentials } from "../../shoppers/wire.ts";
import { type Details, PLATFORM_ID_IS_NUMBER, PRODUCT_ID_IS_NUMBER } from "../items/item.ts";
import { mergedProduct } from "../items/merged-product.ts";
import { productIdOf } from "../items/product-id-of.ts";
import type { List, PublicListId } from "../list.ts";
import { toPublicListId } from "../to-public-list-id.ts";
import { itemRecords, Lid, ListType, listRecord, ownerFields, readItemPage, readType } from "../wire.ts";
import type { FetchedList, WantedList } from "./fetch-list.ts";
import type { FetchedLists, ListWithItems, WantedLists } from "./fetch-lists.ts";

// ---- all lists of a shopper ----

export const FetchListsIn = Type.Object({
  ...shopperCredentials,
  lty: Type.Optional(ListType),
  includeArchived: Type.Optional(Switch),
});

export function readFetchLists(
  { lty, includeArchived }: Static<typeof FetchListsIn>,
  configuredTypes: readonly string[],
): WantedLists {
  return { withArchived: isOn(includeArchived), ...(lty ? { type: readType(lty, configuredTypes) } : {}) };
}

/** fetch-user-lists ignores `lty`. */
export const readFetchListHeads = ({ includeArchived }: Static<typeof FetchListsIn>): WantedLists => ({
  withArchived: isOn(includeArchived),
});

export function listsRecord({ owner: shopper, lists }: FetchedLists<ListWithItems>): Buffer {
  const owner = ownerFields(shopper);
  const records = lists.map(({ list, entries }) => listRecord(owner, list, entries));
  return Buffer.from(`[${records.join(",")}]`);
}

export function listHeadsRecord({ owner: shopper, lists }: FetchedLists<List>): Buffer {
  const owner = ownerFields(shopper);
  const records = lists.map((list) => listRecord(owner, list, []));
  return Buffer.from(`{"status":"success","data":[${records.join(",")}]}`);
}

// ---- one list ----

export const FetchListIn = Type.Object({
  pid: shopperCredentials.pid,
  regid: Type.Optional(shopperCredentials.regid),
  sessionid: Type.Optional(shopperCredentials.sessionid),
  lid: Lid,
  excludeArchived: Type.Optional(Switch),
  ...paging,
});

export const readFetchList = (sent: Static<typeof FetchListIn>): WantedList => ({
  publicId: toPublicListId(sent.lid),
  page: readItemPage(sent),
  withArchived: !isOn(sent.excludeArchived),
});

/** A list with a page of its items, for its owner. */
export function ownListRecord(
  shopper: Shopper,
  { list, entries, preview }: Omit<FetchedList, "owner">,
  page: Page,
): string {
  const owner = ownerFields(shopper, "{}");
  return `{"list":${listRecord(owner, list, preview)},"items":${itemRecords(owner, list.publicId, entries)},"userinfo":${owner.userinfo},"pagination":${JSON.stringify(pagination(list.count, page))}}`;
}

export const ownItemsRecord = (owner: Shopper, { list, entries }: Pick<FetchedList, "list" | "entries">): string =>
  itemRecords(ownerFields(owner), list.publicId, entries);

/** A public list with a page of its items, for anyone but its owner. */
export function sharedListRecord(fetched: FetchedList, page: Page): string {
  const { publicId: lid, name: lname, type: lty, count: cnt, extras } = fetched.list;
  const fname = extras?.shown?.firstName;
  const list = JSON.stringify({ lid, lname, lty, cnt, userinfo: fname ? { fname } : {} });
  const contents = sharedItemsRecord({ list: fetched.list, entries: fetched.preview });
  return `{"list":${list.slice(0, -1)},"listcontents":${contents}},"items":${sharedItemsRecord(fetched)},"userinfo":{},"pagination":${JSON.stringify(pagination(cnt, page))}}`;
}

/** An allowlist: a new field is private until a developer adds it here. */
export const sharedItemsRecord = ({ list, entries }: Pick<FetchedList, "list" | "entries">): string => {
  const records = entries.map(({ item, variant }) => {
    const { flags, quantity: qty, details } = item;
    const {
      title: dt = null,
      url: du = null,
      imageUrl: iu = null,
      price: pr = null,
      variantTitle: vi = null,
      stock: stk,
    } = productOf(variant, details);
    const record = JSON.stringify({
      epi: asSent({ text: variant.platformId, isNumber: (flags & PLATFORM_ID_IS_NUMBER) !== 0 }),
      empi: asSent({ text: productIdOf(variant, details), isNumber: (flags & PRODUCT_ID_IS_NUMBER) !== 0 }),
      dt,
      du,
      iu,
      pr,
      vi,
      stk,
      qty,
    });
    return list.extras?.shown?.properties ? `${record.slice(0, -1)},"cprops":${details?.properties ?? "{}"}}` : record;
  });
  return `[${records.join(",")}]`;
};

function productOf(variant: Variant, details: Details | null): Product {
  if (!details?.custom) return mergedProduct(variant, details);
  const { title = "", price, url, imageUrl } = details.custom;
  return {
    title,
    ...(price === undefined ? {} : { price }),
    ...(url ? { url } : {}),
    ...(imageUrl ? { imageUrl } : {}),
  };
}

const pagination = (total: number, { limit, offset }: Page) => ({
  totalcount: total,
  next: limit > 0 && offset + limit < total ? offset + limit : null,
  limit,
});

/** The number of all items and, unless this page is the last one, the URL of the next page. */
export function pageHeaders(pid: string, path: string, { publicId: lid, count }: List, page: Page) {
  const { next, limit } = pagination(count, page);
  const total = { "x-total-count": String(count) };
  if (next === null) return total;
  const query = new URLSearchParams({ pid, lid, limit: String(limit), offset: String(next) }).toString();
  return { ...total, link: `<${path}?${query}>; rel="next"` };
}

// ---- which products on a page are saved ----

const IDS_MAX = 250;

export const ContainsIn = Type.Object({
  ...shopperCredentials,
  epis: Type.Optional(PlatformIdsIn("Variant ids, up to 250")),
  empis: Type.Optional(PlatformIdsIn("Product ids, up to 250")),
});

type WantedIds = { readonly by: "platformId" | "productId"; readonly ids: readonly PlatformId[] };

export const readContains = ({ epis, empis }: Static<typeof ContainsIn>): WantedIds =>
  isGiven(epis)
    ? { by: "platformId", ids: readPlatformIds("epis", epis, IDS_MAX) }
    : { by: "productId", ids: readPlatformIds("empis", empis, IDS_MAX) };

export function containsRecord(
  { by, ids }: WantedIds,
  saved: ReadonlyMap<string, readonly PublicListId[]> | undefined,
): string {
  const records = new Map<string, object>();
  for (const id of ids) {
    const lids = saved?.get(id.text);
    if (lids) records.set(id.text, { [by === "platformId" ? "epi" : "empi"]: asSent(id), lids: lids.toSorted() });
  }
  return JSON.stringify({ data: [...records.values()] });
}
