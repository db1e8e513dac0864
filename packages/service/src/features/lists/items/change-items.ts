import type { Db, StoreTx } from "../../../platform/db/db.ts";
import type { ShopperId } from "../../../platform/ids.ts";
import { announce } from "../../../platform/outbox/announce.ts";
import type { UnknownLimit, VariantCache } from "../../catalog/variants/variant-cache.ts";
import type { Shopper, ShopperSessions } from "../../shoppers/shopper.ts";
import type { Sightings } from "../../stores/connections/sightings.ts";
import { listRules } from "../../stores/settings/settings.ts";
import { customItemsDisabled, limitReached } from "../errors.ts";
import type { List, PublicListId } from "../list.ts";
import { lockOwnList } from "../lock-own-list.ts";
import { withOwnLists } from "../with-own-lists.ts";
import type { AddItems } from "./add-items.ts";
import { type Entry, withVariants } from "./entries.ts";
import type { NewItem, SentItem } from "./item.ts";
import { productIdOf } from "./product-id-of.ts";
import { type ResolvedItem, resolveItems } from "./resolve-items.ts";
import { addToList, countOnList, deleteItems, refreshSummary, updateItems } from "./sql.ts";

export type ChangeItemsDeps = {
  readonly db: Db;
  readonly variants: VariantCache;
  readonly shoppers: ShopperSessions;
  readonly addItems: AddItems;
  readonly sightings: Pick<Sightings, "save">;
};

export type ItemChanges = {
  readonly publicId: PublicListId;
  readonly add?: readonly SentItem[];
  readonly update?: readonly SentItem[];
  readonly remove?: readonly SentItem[];
};

/** `publicId` is the list that the items are on now: a merge may have united the requested list with it. */
export type ChangedItems = {
  readonly publicId: PublicListId;
  readonly added?: Entry[];
  readonly updated?: Entry[];
  readonly removed?: Entry[];
};

/** Removes, updates and adds items of one list, in that order. Stores either all changes or none. */
export async function changeItems(
  deps: ChangeItemsDeps,
  shopper: Shopper,
  changes: ItemChanges,
  { limit, tx }: { limit: UnknownLimit; tx: StoreTx | undefined },
): Promise<ChangedItems> {
  const { store } = shopper;
  const { publicId } = changes;
  const rules = listRules(store.settings);
  if (!rules.customItems && changes.add?.some((item) => item.isCustom)) throw customItemsDisabled();
  const [remove, update, add] = await Promise.all([
    resolveItems(deps.variants, store.id, changes.remove, { create: false }),
    resolveItems(deps.variants, store.id, changes.update, { create: false }),
    resolveItems(deps.variants, store.id, changes.add, { create: true, limit }),
  ]);

  if (!tx && !changes.remove && !changes.update && shopper.id) {
    const { itemsMax, previewItems } = rules;
    const addition = {
      storeId: store.id,
      publicId,
      shopperId: shopper.id,
      itemsMax,
      previewItems,
      items: itemsOf(add),
    };
    const { state, items } = await deps.addItems(addition);
    // Otherwise the list is nearly full, or a merge moved it: the transaction below locks the list and decides.
    if (state === "stored") {
      deps.sightings.save(store.id);
      return { publicId, added: withVariants(items, add) };
    }
  }

  return withOwnLists(deps, shopper, tx, async (inside, shopperId) => {
    const list = await lockOwnList(inside, shopperId, publicId);
    const removed = remove.length > 0 ? await deleteItems(inside, list.id, idsOf(itemsOf(remove))) : [];
    const updated = update.length > 0 ? await updateItems(inside, list.id, itemsOf(update)) : [];
    if (removed.length + updated.length > 0) await refreshSummary(inside, list.id, removed.length, rules.previewItems);
    const changed = { removed: withVariants(removed, remove), updated: withVariants(updated, update) };
    await announceEntries(inside, "item.removed", list, changed.removed);
    await announceEntries(inside, "item.updated", list, changed.updated);
    const shortened = { ...list, count: list.count - removed.length };
    const added = await addToLockedList(inside, shopperId, shortened, itemsOf(add), rules);
    if (added.length > 0) inside.afterCommit(() => deps.sightings.save(store.id));
    return {
      publicId: list.publicId,
      ...(changes.remove ? { removed: changed.removed } : {}),
      ...(changes.update ? { updated: changed.updated } : {}),
      ...(changes.add ? { added: withVariants(added, add) } : {}),
    };
  });
}

const itemsOf = (resolved: readonly ResolvedItem[]) => resolved.map(({ item }) => item);
const idsOf = (items: readonly NewItem[]) => items.map((item) => item.variantId);

async function addToLockedList(
  tx: StoreTx,
  shopperId: ShopperId,
  { id, publicId, count }: Pick<List, "id" | "publicId" | "count">,
  items: readonly NewItem[],
  { itemsMax, previewItems }: { itemsMax: number; previewItems: number },
) {
  if (items.length === 0) return [];
  const fresh = items.length - (await countOnList(tx, id, idsOf(items)));
  // After a merge the list may be over its limit. Its items can still be changed.
  if (fresh > 0 && count + fresh > itemsMax) throw limitReached(`A list can have at most ${itemsMax} items`);
  const addition = { storeId: tx.storeId, publicId, shopperId, itemsMax: count + items.length, previewItems, items };
  const added = await addToList(tx, addition);
  tx.wakeAfterCommit("outbox");
  return added.items;
}

async function announceEntries(
  tx: StoreTx,
  subject: "item.updated" | "item.removed",
  { id, publicId, shopperId }: List,
  entries: readonly Entry[],
) {
  if (entries.length === 0) return;
  await announce(tx, subject, {
    listId: id,
    publicListId: publicId,
    shopperId,
    variantIds: entries.map(({ variant }) => variant.id),
    productIds: entries.map(({ variant, item }) => productIdOf(variant, item.details)),
  });
}
