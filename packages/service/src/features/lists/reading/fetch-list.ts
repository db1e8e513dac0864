import type { Db } from "../../../platform/db/db.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import type { Shopper, ShopperSessions } from "../../shoppers/shopper.ts";
import type { Store } from "../../stores/store.ts";
import { unknownList } from "../errors.ts";
import { toEntries } from "../items/entries.ts";
import { findList, itemsOfList, type List, type PublicListId } from "../sql.ts";
import { readAsOwner } from "./read-as-owner.ts";
import type { Entry } from "./record.ts";

export type Page = { readonly limit: number; readonly offset: number };
/** `owner` is the viewer, where the list is theirs. */
export type Fetched = { readonly list: List; readonly entries: Entry[]; readonly owner: Shopper | undefined };

type Reading = { readonly db: Db; readonly variants: VariantCache; readonly shoppers: Pick<ShopperSessions, "reload"> };
type Wanted = {
  readonly lid: PublicListId;
  readonly page: Page;
  readonly withArchived: boolean;
  readonly ownOnly?: boolean;
};

/** A list and a page of its items: for its owner, and for anybody while it is public. */
export async function fetchList(
  { db, variants, shoppers }: Reading,
  store: Store,
  viewer: Shopper | undefined,
  { lid, page, withArchived, ownOnly = false }: Wanted,
): Promise<Fetched> {
  const readAs = (as: Shopper | undefined) =>
    db.inStore(store.id, async (tx) => {
      const list = await findList(tx, lid);
      if (!list || (list.status === 0 && !withArchived)) return undefined;
      const owner = as?.id === list.shopperId ? as : undefined;
      if (!owner && (ownOnly || !list.isPublic)) return undefined;
      return { list, owner, items: await itemsOfList(tx, list.id, page) };
    });
  const found = await (viewer ? readAsOwner(shoppers, viewer, readAs) : readAs(undefined));
  if (!found) throw unknownList();
  const { list, owner, items } = found;
  return { list, owner, entries: await toEntries(variants, store.id, items) };
}
