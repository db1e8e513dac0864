import type { StoreTx } from "../../../platform/db/db.ts";
import type { ShopperId } from "../../../platform/ids.ts";
import { announceMany } from "../../../platform/outbox/announce.ts";
import type { Events } from "../../../platform/outbox/events.ts";
import { ensureVariants } from "../../catalog/moving/ensure-variants.ts";
import { findLists } from "./import-lists.ts";
import { lockFoundLists } from "./lock-found-lists.ts";
import type { KnownList, MovedItem, PlacedItem } from "./moved-list.ts";
import { insertItems, renewPreviews } from "./sql.ts";

export type ImportedItems = {
  readonly added: number;
  /** The places of items whose list this store does not have. */
  readonly withoutList: readonly number[];
  /** The places of items that name somebody who does not own their list. */
  readonly ofAnother: readonly number[];
};

type KnownVariants = Parameters<typeof ensureVariants>[2];

/** Puts items on lists that were imported before. `owners`: whom each item names as the owner of its list; null if it names
 *  nobody. A variant that is on its list already stays as it is. The counts and previews
 *  of the lists are right afterwards; when the shopper last changed a list stays. */
export async function importItems(
  tx: StoreTx,
  {
    items,
    owners,
  }: { readonly items: readonly MovedItem[]; readonly owners: readonly (ShopperId | "unknown" | null)[] },
  known: KnownVariants,
): Promise<ImportedItems> {
  const found = await findLists(
    tx,
    items.map(({ listId }) => listId),
  );
  // A merge may have given a list to an account since it was found.
  const lists = await lockFoundLists(
    tx,
    [...found.values()].map(({ id }) => id),
  );
  const withoutList: number[] = [];
  const ofAnother: number[] = [];
  const wanted: (MovedItem & { readonly list: KnownList })[] = [];
  for (const [place, item] of items.entries()) {
    const id = found.get(item.listId)?.id;
    const list = id && lists.get(id);
    const owner = owners[place] ?? null;
    if (!list) withoutList.push(place);
    else if (owner !== null && owner !== list.shopperId) ofAnother.push(place);
    else wanted.push({ ...item, list });
  }
  if (wanted.length === 0) return { added: 0, withoutList, ofAnother };

  const hasItems = [...new Set(wanted.flatMap(({ list }) => (list.count > 0 ? list.id : [])))];
  const variants = await ensureVariants(
    tx,
    wanted.map(({ platformId }) => platformId),
    known,
  );
  const placed = new Map<string, PlacedItem>();
  for (const { list, platformId, productId, ...item } of wanted) {
    const variant = variants.get(platformId);
    const key = `${list.id} ${variant?.id}`;
    if (!variant || placed.has(key)) continue;
    placed.set(key, {
      ...item,
      listId: list.id,
      shopperId: list.shopperId,
      variantId: variant.id,
      productId: variant.productId ?? productId ?? platformId,
    });
  }
  const rows = [...placed.values()];
  const { added, keys } = await insertItems(tx, rows, { areEmpty: hasItems.length === 0 });
  if (added > 0 && hasItems.length > 0) await renewPreviews(tx, hasItems);
  const isNew = keys && new Set(keys.map((key) => key.join(" ")));
  await announceItems(tx, isNew ? rows.filter(({ listId, variantId }) => isNew.has(`${listId} ${variantId}`)) : rows);
  return { added, withoutList, ofAnother };
}

const EVENT_MAX = 1_000;

/** For the figures. An event stands for many items, so that an import does not crowd out the events of other stores. */
async function announceItems(tx: StoreTx, items: readonly PlacedItem[]): Promise<void> {
  const payloads: Events["items.imported"][] = [];
  for (let first = 0; first < items.length; first += EVENT_MAX) {
    const some = items.slice(first, first + EVENT_MAX);
    payloads.push({
      shopperIds: some.map(({ shopperId }) => shopperId),
      variantIds: some.map(({ variantId }) => variantId),
      productIds: some.map(({ productId }) => productId),
    });
  }
  await announceMany(tx, "items.imported", payloads);
}
