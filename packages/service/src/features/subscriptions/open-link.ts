import type { Db, StoreTx } from "../../platform/db/db.ts";
import type { StoreId } from "../../platform/ids.ts";
import type { VariantCache } from "../catalog/variants/variant-cache.ts";
import { lookOf } from "../stores/settings/settings.ts";
import type { CanSend } from "../stores/store.ts";
import type { StoreCache } from "../stores/store-cache.ts";
import type { AlertLinks } from "./alert-links.ts";

/** What the pages behind links of mails need. */
export type LinkDeps = {
  readonly db: Db;
  readonly links: AlertLinks;
  readonly variants: VariantCache;
  readonly stores: StoreCache;
  readonly canMail: CanSend;
};

/** The store, for the pages that links open. */
export type PageStore = {
  readonly storeName: string;
  readonly color?: string | undefined;
  readonly logo?: string | undefined;
  readonly shopUrl?: string | undefined;
};

/** Runs `work` in a transaction of the store that a link from a mail belongs to. Returns undefined for a token that
 *  AlertLinks could not read, and for a store that is being erased. */
export async function openLink<Link extends { readonly storeId: StoreId }, T>(
  { db, stores }: Pick<LinkDeps, "db" | "stores">,
  link: Link | undefined,
  work: (tx: StoreTx, link: Link, store: PageStore) => Promise<T>,
): Promise<T | undefined> {
  if (!link) return undefined;
  const { id, name, settings, isErased } = await stores.getById(link.storeId);
  if (isErased) return undefined;
  const shopUrl = settings.shop?.url ?? settings.origins?.[0];
  return db.inStore(id, (tx) => work(tx, link, { storeName: name, ...lookOf(settings), shopUrl }));
}
