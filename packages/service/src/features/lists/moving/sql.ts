import type { StoreTx } from "../../../platform/db/db.ts";
import { fragment } from "../../../platform/db/fragment.ts";
import { inUtc, type Line, type LinePage } from "../../../platform/db/lines.ts";
import { toArray } from "../../../platform/db/to-array.ts";
import type { ListId, ShopperId, VariantId } from "../../../platform/ids.ts";
import { PREVIEW_MAX, type PublicListId, SAVE_FOR_LATER } from "../list.ts";
import type { KnownList, OwnedList, PlacedItem } from "./moved-list.ts";

export type NewList = OwnedList & { readonly publicId: PublicListId; readonly movedTo: ListId | null };

/** Expects each public id once. Skips those that exist already, in this store or in another. */
export const insertLists = (tx: StoreTx, lists: readonly NewList[]) => tx<{ publicId: PublicListId }>`
  insert into lists (id, store_id, shopper_id, public_id, name, type, note, extras, status, is_public, shares, created_at, updated_at, moved_to)
  select new_id(${tx.storeId}), ${tx.storeId}, shopper_id, public_id, name, type, note, extras, status, is_public, shares,
    coalesce(created_at, updated_at, now()), coalesce(updated_at, created_at, now()), moved_to
  from unnest(${toArray(lists.map((one) => one.shopperId))}::bigint[], ${toArray(lists.map((one) => one.publicId))}::uuid[],
    ${toArray(lists.map((one) => one.name))}::text[], ${toArray(lists.map((one) => one.type))}::text[],
    ${toArray(lists.map((one) => one.note))}::text[], ${toArray(lists.map((one) => one.extras))}::jsonb[],
    ${toArray(lists.map((one) => one.status))}::smallint[], ${toArray(lists.map((one) => one.isPublic))}::boolean[],
    ${toArray(lists.map((one) => one.shares))}::int[], ${toArray(lists.map((one) => one.createdAt))}::timestamptz[],
    ${toArray(lists.map((one) => one.updatedAt))}::timestamptz[], ${toArray(lists.map((one) => one.movedTo))}::bigint[])
    with ordinality as sent (shopper_id, public_id, name, type, note, extras, status, is_public, shares, created_at, updated_at, moved_to, nth)
  order by nth
  on conflict (public_id) do nothing
  returning public_id::text as "publicId"`;

/** The lists of this store with these public ids. A list that a merge united with another one is that one, and one that an import
 *  let lead to a guest's list may be two merges away. */
export const findByPublicIds = (tx: StoreTx, publicIds: readonly PublicListId[]) => tx<
  Omit<KnownList, "count"> & { publicId: PublicListId }
>`
  select sought.public_id::text as "publicId", coalesce(last.id, l.id) as id, coalesce(last.shopper_id, l.shopper_id) as "shopperId"
  from unnest(${toArray(publicIds)}::uuid[]) as sought (public_id)
  cross join lateral (
    select coalesce(moved_to, id) as id from lists where public_id = sought.public_id and store_id = ${tx.storeId} offset 0
  ) as named
  cross join lateral (select id, shopper_id, moved_to from lists where store_id = ${tx.storeId} and id = named.id offset 0) as l
  left join lateral (select id, shopper_id from lists where store_id = ${tx.storeId} and id = l.moved_to offset 0) as last on true`;

/** Those of these shoppers who have a save-for-later list. */
export const findWithSaveForLater = (tx: StoreTx, ids: readonly ShopperId[]) => tx<{ shopperId: ShopperId }>`
  select distinct shopper_id as "shopperId" from lists
  where store_id = ${tx.storeId} and shopper_id = any(${toArray(ids)}::bigint[]) and type = ${SAVE_FOR_LATER} and moved_to is null`;

/** In id order, as every call that changes several lists. Without those that a merge has united with others. */
export const lockLists = (tx: StoreTx, ids: readonly ListId[]) => tx<KnownList>`
  select id, shopper_id as "shopperId", count from lists
  where store_id = ${tx.storeId} and id = any(${toArray(ids)}::bigint[]) and moved_to is null order by id for no key update`;

/** An item by its list and its variant. */
type ItemKey = readonly [listId: ListId, variantId: VariantId];

/** Puts the items on their lists; one that is there already stays as it is. Lists that were empty get their count and preview
 *  here. `areEmpty`: all lists were, so that nothing can be there. Expects each variant of a list once, and that the caller
 *  has locked the lists. Returns how many items are new and, if
 *  not all are, which. */
export async function insertItems(
  tx: StoreTx,
  items: readonly PlacedItem[],
  { areEmpty }: { readonly areEmpty: boolean },
): Promise<{ readonly added: number; readonly keys: readonly ItemKey[] | null }> {
  const [row] = await tx<{ added: number; keys: ItemKey[] | null }>`
    with stored as materialized (
      insert into items (list_id, variant_id, store_id, quantity, flags, details, added_at, updated_after)
      select list_id, variant_id, ${tx.storeId}, quantity, flags, details, coalesce(added_at, now()), updated_after
      from unnest(${toArray(items.map((one) => one.listId))}::bigint[], ${toArray(items.map((one) => one.variantId))}::bigint[],
        ${toArray(items.map((one) => one.quantity))}::smallint[], ${toArray(items.map((one) => one.flags))}::smallint[],
        ${toArray(items.map((one) => one.details))}::jsonb[], ${toArray(items.map((one) => one.addedAt))}::timestamptz[],
        ${toArray(items.map((one) => one.updatedAfter))}::int[])
        as sent (list_id, variant_id, quantity, flags, details, added_at, updated_after)
      ${fragment(areEmpty ? "" : "on conflict (list_id, variant_id) do nothing")}
      returning list_id, variant_id, quantity, flags, added_at, updated_after
    ), newest as materialized (
      select list_id, variant_id, (extract(epoch from added_at) * 1000)::bigint as added_ms, packed_item(quantity, flags, updated_after) as packed
      from stored order by list_id, added_at desc, variant_id desc
    ), summed as materialized (
      select list_id, count(*) filter (where part = 1) as added, array_agg(value) as fresh
      from newest cross join lateral (values (1, variant_id), (2, added_ms), (3, packed)) as triple (part, value)
      group by list_id
    ), counted as (
      update lists l set count = l.count + summed.added,
        preview = case when l.count = 0 then summed.fresh[1 : ${PREVIEW_MAX * 3}::int] else l.preview end
      from summed where l.store_id = ${tx.storeId} and l.id = summed.list_id
    )
    select count(*)::int as added, case when count(*) < ${items.length}::int
      then json_agg(json_build_array(list_id::text, variant_id::text)) end as keys
    from stored`;
  return row ?? { added: 0, keys: [] };
}

/** Keeps the newest items on the rows of lists that had items before. */
export const renewPreviews = (tx: StoreTx, ids: readonly ListId[]) => tx`
  update lists set preview = preview_of(id, ${PREVIEW_MAX}::int) where store_id = ${tx.storeId} and id = any(${toArray(ids)}::bigint[])`;

/** `united`: the lists that a merge united with another one, instead of all others. They come after those, which they lead to. */
export const selectLists = (
  tx: StoreTx,
  { after, until, limit }: LinePage,
  { united }: { united: boolean },
) => tx<Line>`
  select l.id::text as at, case when (l.moved_to is not null) = ${united} then json_build_object('list', l.public_id,
    'email', s.email, 'regid', case when s.email is null then replace(s.regid::text, '-', '') end, 'name', l.name, 'type', l.type,
    'note', l.note, 'properties', l.extras -> 'properties', 'description', l.extras -> 'description', 'shown', l.extras -> 'shown',
    'status', l.status, 'isPublic', l.is_public, 'shares', l.shares, 'createdAt', ${inUtc("l.created_at")},
    'updatedAt', ${inUtc("l.updated_at")}, 'leadsTo', (select public_id from lists t where t.store_id = l.store_id and t.id = l.moved_to))::text end as line
  from (
    select * from lists where store_id = ${tx.storeId} and id > ${after}::bigint and id <= ${until}::bigint order by id limit ${limit}
  ) as l cross join lateral (
    select coalesce(merged_into, id) as id from shoppers g where g.store_id = l.store_id and g.id = l.shopper_id offset 0
  ) as g
  cross join lateral (select email, regid from shoppers o where o.store_id = l.store_id and o.id = g.id offset 0) as s
  order by l.id`;

/** A page of items has no more than these, but for a list that has more by itself. */
const ITEMS_MAX = 10_000;

/** A page has the items of so many lists, or of fewer lists with many items. */
export const selectItems = (tx: StoreTx, { after, until, limit }: LinePage) => tx<Line>`
  select l.id::text as at, case when i.list_id is not null then json_build_object('list', l.public_id, 'variant', v.platform_id,
    'quantity', i.quantity, 'addedAt', ${inUtc("i.added_at")}, 'updatedAfter', i.updated_after,
    'isVariantNumber', i.flags & 1 <> 0, 'isProductNumber', i.flags & 2 <> 0, 'isVariantNotChosen', i.flags & 4 <> 0,
    'isQuantityChosen', i.flags & 16 <> 0, 'details', i.details)::text end as line
  from (
    select store_id, id, public_id from (
      select store_id, id, public_id, count, sum(count) over (order by id) as total from (
        select store_id, id, public_id, count from lists
        where store_id = ${tx.storeId} and id > ${after}::bigint and id <= ${until}::bigint and moved_to is null order by id limit ${limit}
      ) as next
    ) as summed where total <= ${ITEMS_MAX}::int or total = count
  ) as l
  left join lateral (select * from items i where i.list_id = l.id and i.store_id = l.store_id offset 0) as i on true
  left join lateral (select platform_id from variants v where v.store_id = i.store_id and v.id = i.variant_id offset 0) as v on true
  order by l.id, i.variant_id`;
