import { coalesce } from "../../../platform/db/coalesce.ts";
import type { Db, HotDb, StoreTx } from "../../../platform/db/db.ts";
import type { ListId, ShopperId } from "../../../platform/ids.ts";
import type { Metrics } from "../../../platform/metrics.ts";
import { announce } from "../../../platform/outbox/announce.ts";
import type { Variant, VariantCache } from "../../catalog/variants/variant-cache.ts";
import type { Shopper, ShopperSessions } from "../../shoppers/shopper.ts";
import { listRules } from "../../stores/settings/settings.ts";
import { customItemsDisabled, limitReached, unknownList } from "../errors.ts";
import type { Entry } from "../reading/record.ts";
import {
  type Added,
  type Addition,
  addToLists,
  countPresent,
  deleteItems,
  type List,
  lockList,
  type PublicListId,
  refreshSummary,
  updateItems,
} from "../sql.ts";
import { type Details, HAS_DETAILS, type Item, type NewItem } from "./item.ts";
import type { SentItem } from "./wire.ts";

export type AddToList = (addition: Addition) => Promise<Added>;

/** Adding is what shoppers do most: additions that arrive together share one statement. */
export const createAddToList = (hot: HotDb, metrics: Metrics, ring: () => void): AddToList =>
  coalesce(
    async (additions) => {
      const added = await addToLists(hot, additions);
      ring();
      return added.map((value) => ({ value }));
    },
    {
      inFlight: 2,
      max: 128,
      separateBy: ({ publicId }) => publicId,
      onBatch: (size) => metrics.batches.observe({ verb: "add-items" }, size),
    },
  );

export type ListDeps = {
  readonly db: Db;
  readonly variants: VariantCache;
  readonly shoppers: ShopperSessions;
  readonly addToList: AddToList;
};

/** Works on lists of a shopper. A merge in the middle moves them to the account: then once more, as the account. */
export async function withOwnLists<T>(
  { db, shoppers }: Pick<ListDeps, "db" | "shoppers">,
  shopper: Shopper,
  tx: StoreTx | undefined,
  work: (inside: StoreTx, shopperId: ShopperId) => Promise<T>,
): Promise<T> {
  if (tx) return work(tx, await shoppers.ensureRow(tx, shopper));
  const attempt = (id: ShopperId) => db.inStore(shopper.store.id, (inside) => work(inside, id));
  try {
    if (!shopper.id) throw unknownList();
    return await attempt(shopper.id);
  } catch (error) {
    if ((error as { type?: string }).type !== "unknown-list") throw error;
    const { id } = await shoppers.reload(shopper);
    if (!id || id === shopper.id) throw error;
    return attempt(id);
  }
}

export type Changes = {
  readonly lid: PublicListId;
  readonly add?: readonly SentItem[];
  readonly update?: readonly SentItem[];
  readonly remove?: readonly SentItem[];
};
/** `lid` is of the list that the items are on: the one asked for may be part of another by now. */
export type Changed = {
  readonly lid: PublicListId;
  readonly added?: Entry[];
  readonly updated?: Entry[];
  readonly removed?: Entry[];
};

type Known = { readonly sent: SentItem; readonly variant: Variant };

/** Removes, updates and adds items of one list, in that order and all or nothing. */
export async function changeItems(parts: ListDeps, shopper: Shopper, changes: Changes, tx?: StoreTx): Promise<Changed> {
  const { store } = shopper;
  const rules = listRules(store.settings);
  if (!rules.customItems && changes.add?.some((item) => item.isCustom)) throw customItemsDisabled();
  const find = async (items: readonly SentItem[] | undefined, create: boolean) => {
    const found = await parts.variants.findByPlatformIds(
      store.id,
      (items ?? []).map((item) => item.platformId),
      { create },
    );
    return (items ?? []).flatMap((sent, index): Known[] => (found[index] ? [{ sent, variant: found[index] }] : []));
  };
  const [remove, update, add] = await Promise.all([
    find(changes.remove, false),
    find(changes.update, false),
    find(changes.add, true),
  ]);
  const variants = new Map([...remove, ...update, ...add].map(({ variant }) => [variant.id, variant]));
  const entries = (items: readonly Item[]) =>
    items.map((item): Entry => ({ item, variant: variants.get(item.variantId) as Variant }));

  if (!tx && !changes.remove && !changes.update) {
    const added = await addFolded(parts, shopper, changes.lid, add.map(toNewItem));
    if (added) return { lid: changes.lid, added: entries(added) };
  }

  const inOrder = async (inside: StoreTx, shopperId: ShopperId): Promise<Changed> => {
    const list = await lockList(inside, shopperId, changes.lid);
    if (!list) throw unknownList();
    const removed = entries(remove.length > 0 ? await deleteItems(inside, list.id, idsOf(remove)) : []);
    const updated = entries(update.length > 0 ? await updateItems(inside, list.id, update.map(toNewItem)) : []);
    if (removed.length + updated.length > 0) await refreshSummary(inside, list.id, removed.length, rules.previewItems);
    if (removed.length > 0) await announceItems(inside, "item.removed", shopperId, list.id, removed);
    if (updated.length > 0) await announceItems(inside, "item.updated", shopperId, list.id, updated);
    const added = entries(
      await addNow(inside, shopperId, { ...list, count: list.count - removed.length }, add.map(toNewItem), rules),
    );
    return {
      lid: list.publicId,
      ...(changes.remove ? { removed } : {}),
      ...(changes.update ? { updated } : {}),
      ...(changes.add ? { added } : {}),
    };
  };
  return withOwnLists(parts, shopper, tx, inOrder);
}

const idsOf = (known: readonly Known[]) => known.map(({ variant }) => variant.id);

/** Nothing where the list is nearly full or not where it was: then somebody has to look. */
async function addFolded(
  parts: ListDeps,
  shopper: Shopper,
  lid: PublicListId,
  items: NewItem[],
): Promise<readonly Item[] | undefined> {
  const { itemsMax, previewItems } = listRules(shopper.store.settings);
  const attempt = (shopperId: ShopperId) =>
    parts.addToList({ storeId: shopper.store.id, publicId: lid, shopperId, itemsMax, previewItems, items });
  if (!shopper.id) return undefined;
  const added = await attempt(shopper.id);
  // The list may have moved since this shopper was last looked up: the careful way finds out.
  if (added.state === "no-list") return undefined;
  return added.state === "stored" ? added.items : undefined;
}

/** Where the catalogue knows the product, what the client says of it is not kept. */
function toNewItem({ sent, variant }: Known): NewItem {
  const { quantity, flags, flagsGiven, details } = sent;
  const item = { variantId: variant.id, productId: productOf(variant, details), quantity, flags, flagsGiven, details };
  if (!variant.product || !details?.clientProduct) return item;
  const { clientProduct: _, ...words } = details;
  const hasWords = Object.keys(words).length > 0;
  return { ...item, flags: hasWords ? flags : flags & ~HAS_DETAILS, details: hasWords ? words : null };
}

const productOf = (variant: Variant, details: Details | null) =>
  variant.productId ?? details?.clientProduct?.productId ?? variant.platformId;

async function addNow(
  tx: StoreTx,
  shopperId: ShopperId,
  list: Pick<List, "publicId" | "id" | "count">,
  items: readonly NewItem[],
  { itemsMax, previewItems }: { itemsMax: number; previewItems: number },
) {
  if (items.length === 0) return [];
  const present = await countPresent(
    tx,
    list.id,
    items.map((item) => item.variantId),
  );
  const fresh = items.length - present; // a merge may have filled a list beyond: what is on it can still be changed
  if (fresh > 0 && list.count + fresh > itemsMax) throw limitReached(`A list holds ${itemsMax} items`);
  const [added] = await addToLists(tx, [
    {
      storeId: tx.storeId,
      publicId: list.publicId,
      shopperId,
      itemsMax: list.count + items.length,
      previewItems,
      items,
    },
  ]);
  tx.ringAfterCommit();
  return added?.items ?? [];
}

const announceItems = (
  tx: StoreTx,
  subject: "item.updated" | "item.removed",
  shopperId: ShopperId,
  listId: ListId,
  entries: readonly Entry[],
) =>
  announce(tx, subject, {
    listId,
    shopperId,
    variantIds: entries.map(({ variant }) => variant.id),
    productIds: entries.map(({ variant, item }) => productOf(variant, item.details)),
  });
