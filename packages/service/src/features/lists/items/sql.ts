import type { Runner, Statement, StoreTx } from "../../../platform/db/db.ts";
import type { ListId, ShopperId, VariantId } from "../../../platform/ids.ts";
import { announceSql } from "../../../platform/outbox/announce.ts";
import { ITEM_COLUMNS, ITEMS_PAYLOAD, type ItemRow, toItem } from "../sql.ts";
import {
  type Addition,
  type AddOutcome,
  ANY_CLIENT_FIELD,
  HAS_DETAILS,
  type Item,
  type NewItem,
  QUANTITY_CHOSEN,
} from "./item.ts";

/** SQL for the details of an item after a change. Fields that the change does not have keep their value. So does the
 *  product id, because the shoppers who saved the product are counted by it. */
const changedDetails = (stored: string, given: string) => `case when ${given} is null then ${stored} else
    coalesce(${stored}, '{}') || (${given} - 'clientProduct' - 'custom') || case when ${stored} ? 'custom' and ${given} ? 'custom'
      then jsonb_build_object('custom', (${stored} -> 'custom') || (${given} -> 'custom')) else '{}' end || case when ${given} ? 'clientProduct' and not coalesce(${stored} ? 'custom', false)
      then jsonb_build_object('clientProduct', coalesce(${stored} -> 'clientProduct', '{}') || ((${given} -> 'clientProduct') - 'productId')) else '{}' end end`;

const ANNOUNCE_ADDED = announceSql(
  { when: "is_new", subject: "item.added", otherwise: "item.updated" },
  "store_id",
  ITEMS_PAYLOAD,
);

/** Adds the items of many callers at once. An item that is already on the list is updated. */
const addStatement = (name: string, lock: { readonly wait: string; readonly orElse: string }): Statement => ({
  name,
  text: `with asked as (
      select * from unnest($1::int[], $2::uuid[], $3::bigint[], $4::int[], $5::int[])
        with ordinality as asked (store_id, public_id, shopper_id, count_max, preview_items, place)
    ), wanted as (
      select * from unnest($6::int[], $7::bigint[], $8::text[], $9::smallint[], $10::smallint[], $11::jsonb[])
        with ordinality as wanted (place, variant_id, product_id, quantity, flags, details, nth)
    ), locked as ( -- in id order, so that two batches never wait for each other
      select l.id, l.store_id, l.public_id, l.shopper_id, l.count, asked.place, asked.count_max, asked.preview_items
      from asked join lists l on l.public_id = asked.public_id and l.store_id = asked.store_id and l.shopper_id = asked.shopper_id and l.moved_to is null
      order by l.id
      for no key update of l ${lock.wait}
    ), with_room as (
      select * from locked where count <= count_max
    ), stored as (
      insert into items (list_id, variant_id, store_id, quantity, flags, details)
      select with_room.id, wanted.variant_id, with_room.store_id, coalesce(wanted.quantity, 1), wanted.flags, wanted.details
      from with_room join wanted on wanted.place = with_room.place
      order by with_room.id, wanted.nth
      on conflict (list_id, variant_id) do update set
        quantity = case when excluded.flags & ${QUANTITY_CHOSEN} <> 0 then excluded.quantity else items.quantity end,
        flags = (excluded.flags | (items.flags & ${HAS_DETAILS | QUANTITY_CHOSEN | ANY_CLIENT_FIELD}))::smallint,
        details = ${changedDetails("items.details", "excluded.details")},
        updated_after = extract(epoch from clock_timestamp() - items.added_at)::integer
      returning list_id, variant_id, added_at, updated_after, quantity, flags, details, xmax = 0 as is_new
    ), saved as materialized (
      select with_room.store_id, with_room.public_id, with_room.shopper_id, with_room.place, with_room.preview_items, wanted.product_id, stored.*,
        (extract(epoch from stored.added_at) * 1000)::bigint as added_ms
      from stored join with_room on with_room.id = stored.list_id join wanted on wanted.place = with_room.place and wanted.variant_id = stored.variant_id
    ), summed as materialized ( -- otherwise Postgres sums up again for every list
      select list_id, store_id, preview_items,
        count(*) filter (where is_new and part = 1) as added,
        array_agg(value order by added_at desc, variant_id desc, part) filter (where is_new) as fresh,
        array_agg(value order by added_at desc, variant_id desc, part) filter (where not is_new) as changed
      from saved cross join lateral (values
        (1, variant_id), (2, added_ms), (3, packed_item(quantity, flags, updated_after))
      ) as triple (part, value)
      group by list_id, store_id, preview_items
    ), counted as (
      update lists l set
        count = l.count + summed.added,
        updated_at = clock_timestamp(),
        preview = (summed.fresh || case when summed.changed is null then l.preview else preview_set(l.preview, summed.changed) end)[1 : summed.preview_items * 3]
      from summed
      where l.store_id = summed.store_id and l.id = summed.list_id
    ), announced as (
      ${ANNOUNCE_ADDED.text} from saved
      group by store_id, list_id, public_id, shopper_id, is_new
    )
    select asked.place::int, case when locked.id is null then ${lock.orElse} when locked.count > locked.count_max then 'no-room' else 'stored' end as state,
      saved.variant_id as "variantId", saved.added_ms::float8 as "addedAt", saved.updated_after as "updatedAfter", saved.quantity, saved.flags, saved.details
    from asked left join locked on locked.place = asked.place left join saved on saved.place = asked.place`,
});

/** Skips the lists that another transaction has locked, so that no caller waits for another's list. A list that was there
 *  when the statement began, and that was not locked here, is locked or has just been changed. */
export const ADD: Statement = addStatement("add-items", {
  wait: "skip locked",
  orElse: `coalesce((select 'locked' from lists l where l.public_id = asked.public_id and l.store_id = asked.store_id and l.shopper_id = asked.shopper_id and l.moved_to is null), 'no-list')`,
});

const ADD_AND_WAIT: Statement = addStatement("add-items-and-wait", { wait: "", orElse: "'no-list'" });

/** A row for each stored item, and one without an item for an addition that stored nothing. */
type AddedRow = { readonly place: number; readonly state: AddOutcome["state"] } & (
  | ItemRow
  | { readonly variantId: null }
);

async function add(runner: Runner, statement: Statement, additions: readonly Addition[]): Promise<AddOutcome[]> {
  const wanted = additions.flatMap(({ items }, index) => items.map((item) => ({ place: index + 1, ...item })));
  const rows = await runner.run<AddedRow>(statement, [
    additions.map((one) => one.storeId),
    additions.map((one) => one.publicId),
    additions.map((one) => one.shopperId),
    additions.map((one) => one.itemsMax - one.items.length),
    additions.map((one) => one.previewItems),
    wanted.map((one) => one.place),
    wanted.map((one) => one.variantId),
    wanted.map((one) => one.productId),
    wanted.map((one) => one.quantity),
    wanted.map((one) => one.flags),
    wanted.map((one) => (one.details ? JSON.stringify(one.details) : null)),
  ]);
  const outcomes = additions.map((): { state: AddOutcome["state"]; items: Item[] } => ({
    state: "no-list",
    items: [],
  }));
  for (const row of rows) {
    const outcome = outcomes[row.place - 1];
    if (!outcome) continue;
    outcome.state = row.state;
    if (row.variantId !== null) outcome.items.push(toItem(row));
  }
  return outcomes;
}

/** Returns the outcomes in the order of the additions. Expects each list once and, within a list, each variant once. */
export const addToLists = (runner: Runner, additions: readonly Addition[]) => add(runner, ADD, additions);

/** Like `addToLists`, for one list. Waits while another transaction has locked it. */
export async function addToList(runner: Runner, addition: Addition): Promise<AddOutcome> {
  const [outcome] = await add(runner, ADD_AND_WAIT, [addition]);
  if (!outcome) throw new Error("An addition has no outcome");
  return outcome;
}

const DELETE: Statement = {
  name: "delete-items",
  text: `delete from items i where i.list_id = $2 and i.store_id = $1 and i.variant_id = any($3::bigint[])
    returning ${ITEM_COLUMNS}`,
};

export async function deleteItems(tx: StoreTx, listId: ListId, variantIds: readonly VariantId[]): Promise<Item[]> {
  return (await tx.run<ItemRow>(DELETE, [tx.storeId, listId, variantIds])).map(toItem);
}

const UPDATE: Statement = {
  name: "update-items",
  text: `update items i set
      quantity = coalesce(given.quantity, i.quantity),
      flags = ((i.flags & ~given.flags_given) | given.flags)::smallint,
      details = ${changedDetails("i.details", "given.details")},
      updated_after = extract(epoch from clock_timestamp() - i.added_at)::integer
    from unnest($3::bigint[], $4::smallint[], $5::smallint[], $6::smallint[], $7::jsonb[]) as given (variant_id, quantity, flags, flags_given, details)
    where i.list_id = $2 and i.store_id = $1 and i.variant_id = given.variant_id
    returning ${ITEM_COLUMNS}`,
};

/** Skips items that are not on the list. */
export async function updateItems(tx: StoreTx, listId: ListId, items: readonly NewItem[]): Promise<Item[]> {
  const rows = await tx.run<ItemRow>(UPDATE, [
    tx.storeId,
    listId,
    items.map((one) => one.variantId),
    items.map((one) => one.quantity),
    items.map((one) => one.flags),
    items.map((one) => one.flagsGiven),
    items.map((one) => (one.details ? JSON.stringify(one.details) : null)),
  ]);
  return rows.map(toItem);
}

export async function countOnList(tx: StoreTx, listId: ListId, variantIds: readonly VariantId[]): Promise<number> {
  const [row] = await tx<{ present: number }>`
    select count(*)::int as present from items
    where list_id = ${listId} and store_id = ${tx.storeId} and variant_id = any(${variantIds}::bigint[])`;
  return row?.present ?? 0;
}

export type SavedItem = { readonly shopperId: ShopperId; readonly variantId: VariantId };

export const selectSavedItems = (tx: StoreTx, items: readonly SavedItem[]) => tx<SavedItem>`
  select sought.shopper_id as "shopperId", sought.variant_id as "variantId"
  from unnest(${items.map((item) => item.shopperId)}::bigint[], ${items.map((item) => item.variantId)}::bigint[]) as sought (shopper_id, variant_id)
  cross join lateral (
    select from lists l join items i on i.store_id = l.store_id and i.list_id = l.id and i.variant_id = sought.variant_id
    where l.store_id = ${tx.storeId} and l.shopper_id = sought.shopper_id limit 1
  ) as saved`;

export type SavedBefore = {
  readonly shopperId: ShopperId | null;
  readonly variantId: VariantId;
  readonly occurredAt: Date;
};

/** When each shopper last put the variant on a list before something occurred, in the order of the input. */
export const selectSavedAt = (tx: StoreTx, wanted: readonly SavedBefore[]) => tx<{ addedAt: Date | null }>`
  select saved.added_at as "addedAt"
  from unnest(${wanted.map((one) => one.shopperId)}::bigint[], ${wanted.map((one) => one.variantId)}::bigint[],
    ${wanted.map((one) => one.occurredAt)}::timestamptz[]) with ordinality as sought (shopper_id, variant_id, occurred_at, nth)
  cross join lateral (
    select max(i.added_at) as added_at from lists l join items i on i.list_id = l.id and i.variant_id = sought.variant_id
    where l.store_id = ${tx.storeId} and l.shopper_id = sought.shopper_id and i.added_at <= sought.occurred_at
  ) as saved
  order by sought.nth`;

/** Subtracts the removed items from the count and updates the preview. The caller has locked the list. */
export const refreshSummary = (tx: StoreTx, listId: ListId, removed: number, previewItems: number) => tx`
  update lists set count = count - ${removed}, updated_at = clock_timestamp(), preview = preview_of(${listId}, ${previewItems})
  where store_id = ${tx.storeId} and id = ${listId}`;
