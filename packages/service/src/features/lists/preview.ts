import type { StoreTx } from "../../platform/db/db.ts";
import type { Page } from "../../platform/page.ts";
import type { VariantCache } from "../catalog/variants/variant-cache.ts";
import { listRules } from "../stores/settings/settings.ts";
import type { Store } from "../stores/store.ts";
import { type Entry, toEntries } from "./items/entries.ts";
import type { Item } from "./items/item.ts";
import type { List } from "./list.ts";
import { findItems } from "./sql.ts";

export type Preview = { readonly list: List; readonly entries: readonly Entry[] };

/** A list with its newest items, as many as `fetch-lists` shows. */
export async function preview(tx: StoreTx, variants: VariantCache, store: Store, list: List): Promise<Preview> {
  const items = list.count > 0 ? await findItems(tx, list.id, newest(store)) : [];
  return { list, entries: await toEntries(variants, tx.storeId, items) };
}

/** The items of the preview, from a page of the list if it contains them all. */
export async function previewItems(
  tx: StoreTx,
  store: Store,
  list: List,
  { items, offset }: { readonly items: readonly Item[]; readonly offset: number },
): Promise<readonly Item[]> {
  const page = newest(store);
  const isOnPage = offset === 0 && items.length >= Math.min(page.limit, list.count);
  return isOnPage ? items.slice(0, page.limit) : findItems(tx, list.id, page);
}

const newest = ({ settings }: Store): Page => ({ limit: listRules(settings).previewItems, offset: 0 });
