import type { Db } from "../../../platform/db/db.ts";
import type { Page } from "../../../platform/page.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import type { Shopper, ShopperSessions } from "../../shoppers/shopper.ts";
import type { Store } from "../../stores/store.ts";
import { unknownList } from "../errors.ts";
import { type Entry, toEntries } from "../items/entries.ts";
import { ARCHIVED, type List, type PublicListId } from "../list.ts";
import { previewItems } from "../preview.ts";
import { findItems, findList } from "../sql.ts";
import { readAsOwner } from "./read-as-owner.ts";

/** `entries` are the page that was asked for, `preview` the newest items. `owner` is the viewer if the list is theirs,
 *  otherwise undefined. */
export type FetchedList = {
  readonly list: List;
  readonly entries: readonly Entry[];
  readonly preview: readonly Entry[];
  readonly owner: Shopper | undefined;
};

type Deps = { readonly db: Db; readonly variants: VariantCache; readonly shoppers: Pick<ShopperSessions, "reload"> };
export type WantedList = {
  readonly publicId: PublicListId;
  readonly page: Page;
  readonly withArchived: boolean;
  readonly ownOnly?: boolean;
  readonly withPreview?: boolean;
};

/** Fetches a list and a page of its items. Only the owner may read it, unless it is public. */
export async function fetchList(
  { db, variants, shoppers }: Deps,
  store: Store,
  viewer: Shopper | undefined,
  { publicId, page, withArchived, ownOnly = false, withPreview = false }: WantedList,
): Promise<FetchedList> {
  const readAs = (as: Shopper | undefined) =>
    db.inStore(store.id, async (tx) => {
      const list = await findList(tx, publicId);
      if (!list || (list.status === ARCHIVED && !withArchived)) return undefined;
      const owner = as?.id === list.shopperId ? as : undefined;
      if (!owner && (ownOnly || !list.isPublic)) return undefined;
      const items = await findItems(tx, list.id, page);
      const newest = withPreview ? await previewItems(tx, store, list, { items, offset: page.offset }) : [];
      return { list, owner, items, newest };
    });
  const found = await (viewer ? readAsOwner(shoppers, viewer, readAs) : readAs(undefined));
  if (!found) throw unknownList();
  const { list, owner, items, newest } = found;
  const [entries, preview] = await Promise.all([
    toEntries(variants, store.id, items),
    toEntries(variants, store.id, newest),
  ]);
  return { list, owner, entries, preview };
}
