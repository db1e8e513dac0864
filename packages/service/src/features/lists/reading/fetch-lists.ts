import type { Variant, VariantCache } from "../../catalog/variants/variant-cache.ts";
import type { Shopper, ShopperSessions } from "../../shoppers/shopper.ts";
import { listRules } from "../../stores/settings/settings.ts";
import { type Entry, pair } from "../items/entries.ts";
import { needsDetails } from "../items/merged-product.ts";
import { ACTIVE, type List, SAVE_FOR_LATER, WISHLIST } from "../list.ts";
import type { ListLoader } from "./list-loader.ts";
import { type PreviewItem, readPreview } from "./preview.ts";
import { readAsOwner } from "./read-as-owner.ts";
import type { ListWithPreview } from "./sql.ts";

type Deps = { readonly loader: ListLoader; readonly shoppers: Pick<ShopperSessions, "reload"> };
export type WantedLists = { readonly type?: string; readonly withArchived: boolean };

export type ListWithItems = { readonly list: List; readonly entries: readonly Entry[] };
/** `owner` is the viewer, or the account that the viewer was merged into. */
export type FetchedLists<L> = { readonly owner: Shopper; readonly lists: readonly L[] };

/** The shopper's lists with their newest items: wishlists first, save-for-later last, and older lists before newer ones. */
export async function fetchLists(
  { variants, ...deps }: Deps & { readonly variants: VariantCache },
  viewer: Shopper,
  wanted: WantedLists,
): Promise<FetchedLists<ListWithItems>> {
  const { owner, lists } = await fetchListHeads(deps, viewer, wanted);
  const { previewItems } = listRules(owner.store.settings);
  const previews = lists.map(({ preview }) => readPreview(preview).slice(0, previewItems));
  const items = previews.flat();
  const found = await variants.findByIds(
    owner.store.id,
    items.map((item) => item.variantId),
  );
  await addDetails(deps.loader, lists, previews, found);

  let from = 0;
  const withItems = lists.map((list, index) => {
    const preview = previews[index] ?? [];
    const entries = pair(preview, found, from);
    from += preview.length;
    return { list, entries };
  });
  return { owner, lists: withItems };
}

/** Fetches the details that the records need. Most items need none, because the catalogue knows their product. */
async function addDetails(
  loader: ListLoader,
  lists: readonly ListWithPreview[],
  previews: readonly PreviewItem[][],
  variants: readonly (Variant | undefined)[],
): Promise<void> {
  const fetches: Promise<void>[] = [];
  let place = 0;
  for (const [index, list] of lists.entries()) {
    for (const item of previews[index] ?? []) {
      if (needsDetails(item, variants[place])) fetches.push(addDetailsOf(loader, list, item));
      place += 1;
    }
  }
  if (fetches.length > 0) await Promise.all(fetches);
}

async function addDetailsOf(loader: ListLoader, list: ListWithPreview, item: PreviewItem): Promise<void> {
  item.details = await loader.findDetails({ listId: list.id, variantId: item.variantId });
}

/** The shopper's lists without their items, in the same order. */
export async function fetchListHeads(
  { loader, shoppers }: Deps,
  viewer: Shopper,
  { type, withArchived }: WantedLists,
): Promise<FetchedLists<ListWithPreview>> {
  const found = await readAsOwner(shoppers, viewer, async (owner) => {
    const all = owner.id ? await loader.findLists({ storeId: owner.store.id, shopperId: owner.id }) : [];
    return all.length > 0 ? { owner, all } : undefined;
  });
  const { owner, all } = found ?? { owner: viewer, all: [] };
  const lists = all
    .filter((list) => (!type || list.type === type) && (withArchived || list.status === ACTIVE))
    .toSorted(
      (one, other) => rank(one) - rank(other) || one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1),
    );
  return { owner, lists };
}

const rank = ({ type }: List) => (type === WISHLIST ? 0 : type === SAVE_FOR_LATER ? 2 : 1);
