import type { Db, StoreTx } from "../../platform/db/db.ts";
import type { StoreId } from "../../platform/ids.ts";
import type { StoreCache } from "../stores/store-cache.ts";

/** The name and the color of the store, for the pages that links open. */
export type PageStore = { readonly storeName: string; readonly color?: string | undefined };

/** Runs `work` in a transaction of the store that a link from a mail belongs to. Returns undefined for a token that
 *  AlertLinks could not read. */
export async function openLink<Link extends { readonly storeId: StoreId }, T>(
  { db, stores }: { readonly db: Db; readonly stores: StoreCache },
  link: Link | undefined,
  work: (tx: StoreTx, link: Link, store: PageStore) => Promise<T>,
): Promise<T | undefined> {
  if (!link) return undefined;
  const { id, name, settings } = await stores.getById(link.storeId);
  return db.inStore(id, (tx) => work(tx, link, { storeName: name, color: settings.alerts?.color }));
}
