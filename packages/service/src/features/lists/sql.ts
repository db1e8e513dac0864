import type { Statement, StoreTx } from "../../platform/db/db.ts";
import { fragment } from "../../platform/db/fragment.ts";
import type { ListId, ShopperId, VariantId } from "../../platform/ids.ts";
import { announceSql } from "../../platform/outbox/announce.ts";
import type { Page } from "../../platform/page.ts";
import type { Item } from "./items/item.ts";
import { type List, type ListChanges, type NewList, PREVIEW_MAX, type PublicListId } from "./list.ts";

// Queries of lists, and the queries of their items that several rooms share.

/** The columns of a `List`. The table or query must be named `l`. */
export const LIST_COLUMNS = `l.id, l.shopper_id as "shopperId", l.public_id as "publicId", l.name, l.type, l.note, l.extras, l.count, l.status,
  l.is_public as "isPublic", l.is_copying as "isCopying",
  (extract(epoch from l.created_at) * 1000)::bigint::float8 as "createdAt", (extract(epoch from l.updated_at) * 1000)::bigint::float8 as "updatedAt"`;

/** The columns of an `ItemRow`. The table must be named `i`. */
export const ITEM_COLUMNS = `i.variant_id as "variantId", (extract(epoch from i.added_at) * 1000)::bigint::float8 as "addedAt",
  i.updated_after as "updatedAfter", i.quantity, i.flags, i.details`;

export type ItemRow = Omit<Item, "updatedAt"> & { readonly updatedAfter: number };

export const toItem = ({ variantId, addedAt, updatedAfter, quantity, flags, details }: ItemRow): Item => ({
  variantId,
  addedAt,
  updatedAt: addedAt + updatedAfter * 1000,
  quantity,
  flags,
  details,
});

/** The product id of an item `i` with variant `v`: from the catalogue, otherwise from the client, otherwise the
 *  variant's own id. */
export const PRODUCT_ID = fragment(
  "coalesce(v.product_id, i.details -> 'clientProduct' ->> 'productId', v.platform_id)",
);

/** The payload of an item event, from the rows of one list and one shopper. */
export const ITEMS_PAYLOAD = {
  listId: "list_id::text",
  publicListId: "public_id::text",
  shopperId: "shopper_id::text",
  variantIds: "jsonb_agg(variant_id::text)",
  productIds: "jsonb_agg(product_id)",
};

// ---- find and lock ----

const BY_PUBLIC_ID: Statement = {
  name: "list-by-public-id",
  text: `select ${LIST_COLUMNS} from lists named join lists l on l.store_id = named.store_id and l.id = coalesce(named.moved_to, named.id)
    where named.public_id = $2 and named.store_id = $1`,
};

/** Finds the list with this public id, or the list that a merge united it with. */
export async function findList(tx: StoreTx, publicId: PublicListId): Promise<List | undefined> {
  const [list] = await tx.run<List>(BY_PUBLIC_ID, [tx.storeId, publicId]);
  return list;
}

const LOCK: Statement = {
  name: "lock-list",
  text: `select ${LIST_COLUMNS} from lists l
    where l.store_id = $1 and l.id = (select coalesce(moved_to, id) from lists where public_id = $3 and store_id = $1)
      and l.shopper_id = $2 and l.moved_to is null
    for update`,
};

/** Finds and locks a list of the shopper. Calls that add, change or delete wait for each other here. */
export async function lockList(tx: StoreTx, shopperId: ShopperId, publicId: PublicListId): Promise<List | undefined> {
  const [list] = await tx.run<List>(LOCK, [tx.storeId, shopperId, publicId]);
  return list;
}

const BY_OWNER: Statement = {
  name: "lists-by-owner",
  text: `select ${LIST_COLUMNS} from lists l where l.store_id = $1 and l.shopper_id = $2 and l.moved_to is null order by l.created_at, l.id`,
};

export const findListsOf = (tx: StoreTx, shopperId: ShopperId) => tx.run<List>(BY_OWNER, [tx.storeId, shopperId]);

/** Makes the calls that create lists of one shopper wait for each other, so that the name and the number of lists are
 *  checked exactly. */
export const lockShopperForLists = (tx: StoreTx, shopperId: ShopperId) => tx`
  select pg_advisory_xact_lock(hashtextextended('lists:' || ${shopperId}::text, 0))`;

// ---- create, update, delete ----

const INSERT: Statement = {
  name: "insert-list",
  text: `with l as (
      insert into lists (id, store_id, shopper_id, name, type, note, extras)
      values (new_id($1), $1, $2, $3, $4, $5, $6) returning *
    ) select ${LIST_COLUMNS} from l`,
};

export async function insertList(tx: StoreTx, shopperId: ShopperId, list: NewList): Promise<List> {
  const { name, type, note, extras } = list;
  const values = [tx.storeId, shopperId, name, type, note, extras && JSON.stringify(extras)];
  const [inserted] = await tx.run<List>(INSERT, values);
  if (!inserted) throw new Error("The insert of a list returned no row");
  return inserted;
}

const UPDATE: Statement = {
  name: "update-list",
  text: `with l as (
      update lists set name = coalesce($3, name), note = case when $4 then $5 else note end,
        extras = case when $6::jsonb is null then extras else coalesce(extras, '{}') || $6::jsonb end,
        status = coalesce($7::smallint, status), is_public = coalesce($8::boolean, is_public),
        public_id = case when $9 then gen_random_uuid() else public_id end, updated_at = clock_timestamp()
      where store_id = $1 and id = $2 returning *
    ) select ${LIST_COLUMNS} from l`,
};

/** The caller has locked the list. */
export async function changeList(tx: StoreTx, listId: ListId, changes: ListChanges): Promise<List> {
  const [changed] = await tx.run<List>(UPDATE, [
    tx.storeId,
    listId,
    changes.name ?? null,
    changes.note !== undefined,
    changes.note ?? null,
    changes.extras ? JSON.stringify(changes.extras) : null,
    changes.status ?? null,
    changes.isPublic ?? null,
    changes.renewPublicId ?? false,
  ]);
  if (!changed) throw new Error("The update of a locked list found no row");
  return changed;
}

/** Ends the public ids of the lists that a merge united with this one, which lead to it. */
export const renewUnitedPublicIds = (tx: StoreTx, listId: ListId) => tx`
  update lists set public_id = gen_random_uuid() where store_id = ${tx.storeId} and moved_to = ${listId}`;

/** Also deletes its items. */
export const removeList = (tx: StoreTx, listId: ListId) =>
  tx`delete from lists where store_id = ${tx.storeId} and id = ${listId}`;

// ---- items of a list ----

const PAGE_OF_ITEMS: Statement = {
  name: "items-of-list",
  text: `select ${ITEM_COLUMNS}
    from items i where i.list_id = $2 and i.store_id = $1
    order by i.added_at desc, i.variant_id desc limit $3 offset $4`,
};

/** Newest first. */
export async function findItems(tx: StoreTx, listId: ListId, { limit, offset }: Page): Promise<Item[]> {
  return (await tx.run<ItemRow>(PAGE_OF_ITEMS, [tx.storeId, listId, limit, offset])).map(toItem);
}

/** Updates the count and the preview of a list after many of its items changed at once. */
export const recountList = (tx: StoreTx, listId: ListId) => tx`
  update lists set count = (select count(*) from items where list_id = ${listId}), updated_at = clock_timestamp(),
    preview = preview_of(${listId}, ${PREVIEW_MAX})
  where store_id = ${tx.storeId} and id = ${listId}`;

const ANNOUNCE_ITEMS = {
  "item.added": announceSql("item.added", "store_id", ITEMS_PAYLOAD),
  "item.removed": announceSql("item.removed", "store_id", ITEMS_PAYLOAD),
};

/** Announces that many items were added to or removed from a list, up to a thousand per event. Without `only`, these are
 *  all items of the list. */
export const announceItems = (
  tx: StoreTx,
  subject: keyof typeof ANNOUNCE_ITEMS,
  { listId, shopperId, only = null }: { listId: ListId; shopperId: ShopperId; only?: readonly VariantId[] | null },
) => tx`
  with announced as (
    select i.store_id, i.list_id, l.public_id, ${shopperId}::bigint as shopper_id, i.variant_id, ${PRODUCT_ID} as product_id, (row_number() over ()) / 1000 as page
    from items i join lists l on l.store_id = i.store_id and l.id = i.list_id join variants v on v.store_id = i.store_id and v.id = i.variant_id
    where i.list_id = ${listId} and i.store_id = ${tx.storeId} and (${only}::bigint[] is null or i.variant_id in (select unnest(${only}::bigint[]))) -- hashed: = any() of 50,000 is quadratic
  )
  ${ANNOUNCE_ITEMS[subject]} from announced group by store_id, list_id, public_id, shopper_id, page`;

/** Which of these shoppers have a list. */
export const findOwners = (tx: StoreTx, ids: readonly ShopperId[]) => tx<{ shopperId: ShopperId }>`
  select distinct shopper_id as "shopperId" from lists
  where store_id = ${tx.storeId} and shopper_id = any(${ids}::bigint[])`;
