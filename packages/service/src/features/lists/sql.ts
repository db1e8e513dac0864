import type { Runner, Statement, StoreTx } from "../../platform/db/db.ts";
import type { ListId, ShopperId, StoreId, VariantId } from "../../platform/ids.ts";
import type { Details, Item, NewItem } from "./items/item.ts";

/** The public id of a list: random, so it cannot be counted. */
export type PublicListId = string;

/** A list without its items. `preview`: (variant, added ms, quantity and flags) of the newest; null: read the items. */
export type List = {
  readonly id: ListId;
  readonly shopperId: ShopperId;
  readonly publicId: PublicListId;
  readonly name: string;
  readonly type: string;
  readonly note: string | null;
  readonly extras: ListExtras | null;
  readonly count: number;
  readonly status: number;
  readonly isPublic: boolean;
  readonly isCopying: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
};
export type ListExtras = {
  readonly properties?: unknown;
  readonly description?: unknown;
  /** What strangers see of the owner while the list is public. */
  readonly shown?: { readonly firstName?: string; readonly properties?: boolean };
};

const LIST_COLUMNS = `l.id, l.shopper_id, l.public_id, l.name, l.type, l.note, l.extras, l.count, l.status, l.is_public, l.is_copying,
  (extract(epoch from l.created_at) * 1000)::bigint::float8, (extract(epoch from l.updated_at) * 1000)::bigint::float8`;

type ListRow = [
  id: ListId,
  shopperId: ShopperId,
  publicId: PublicListId,
  name: string,
  type: string,
  note: string | null,
  extras: ListExtras | null,
  count: number,
  status: number,
  isPublic: boolean,
  isCopying: boolean,
  createdAt: number,
  updatedAt: number,
];

const toList = (row: ListRow): List => ({
  id: row[0],
  shopperId: row[1],
  publicId: row[2],
  name: row[3],
  type: row[4],
  note: row[5],
  extras: row[6],
  count: row[7],
  status: row[8],
  isPublic: row[9],
  isCopying: row[10],
  createdAt: row[11],
  updatedAt: row[12],
});

/** Details with what is said later: only what is given changes, and an item stays of the product it was saved as, or
 *  the people who saved that product would be counted wrong. */
const withLater = (details: string, later: string) => `case when ${later} is null then ${details} else
    coalesce(${details}, '{}') || (${later} - 'clientProduct') || case when ${details} ? 'clientProduct' and ${later} ? 'clientProduct'
      then jsonb_build_object('clientProduct', (${details} -> 'clientProduct') || ((${later} -> 'clientProduct') - 'productId')) else '{}' end end`;

// ---- adding, for many at once ----

export type Addition = {
  readonly storeId: StoreId;
  readonly publicId: PublicListId;
  readonly shopperId: ShopperId;
  readonly itemsMax: number;
  readonly previewItems: number;
  readonly items: readonly NewItem[];
};

/** What became of one addition. `no-room`: it could exceed the limit, so somebody must look closer. */
export type Added = { readonly state: "no-list" | "no-room" | "stored"; readonly items: readonly Item[] };

export const ADD: Statement = {
  name: "add-items",
  text: `with asked as (
      select * from unnest($1::int[], $2::uuid[], $3::bigint[], $4::int[], $5::int[])
        with ordinality as asked (store_id, public_id, shopper_id, count_max, preview_items, place)
    ), wanted as (
      select * from unnest($6::int[], $7::bigint[], $8::text[], $9::smallint[], $10::smallint[], $11::jsonb[])
        with ordinality as wanted (place, variant_id, product_id, quantity, flags, details, nth)
    ), locked as ( -- in id order, so that two batches never wait for each other
      select l.id, l.store_id, l.shopper_id, l.count, asked.place, asked.count_max, asked.preview_items
      from asked join lists l on l.public_id = asked.public_id and l.store_id = asked.store_id and l.shopper_id = asked.shopper_id and l.moved_to is null
      order by l.id
      for no key update of l
    ), roomy as (
      select * from locked where count <= count_max
    ), stored as (
      insert into items (list_id, variant_id, store_id, quantity, flags, details)
      select roomy.id, wanted.variant_id, roomy.store_id, coalesce(wanted.quantity, 1), wanted.flags, wanted.details
      from roomy join wanted on wanted.place = roomy.place
      order by roomy.id, wanted.nth
      on conflict (list_id, variant_id) do update set
        quantity = case when excluded.flags & 16 <> 0 then excluded.quantity else items.quantity end,
        flags = (excluded.flags | (items.flags & 24))::smallint,
        details = ${withLater("items.details", "excluded.details")},
        updated_after = extract(epoch from clock_timestamp() - items.added_at)::integer
      returning list_id, variant_id, added_at, updated_after, quantity, flags, details, xmax = 0 as is_new
    ), landed as materialized (
      select roomy.store_id, roomy.shopper_id, roomy.place, roomy.preview_items, wanted.product_id, stored.*,
        (extract(epoch from stored.added_at) * 1000)::bigint as added_ms
      from stored join roomy on roomy.id = stored.list_id join wanted on wanted.place = roomy.place and wanted.variant_id = stored.variant_id
    ), summed as materialized ( -- or it would be summed up again for every list
      select list_id, store_id, preview_items,
        count(*) filter (where is_new and part = 1) as added,
        array_agg(value order by added_at desc, variant_id desc, part) filter (where is_new) as fresh,
        array_agg(value order by added_at desc, variant_id desc, part) filter (where not is_new) as changed
      from landed cross join lateral (values
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
    ), told as (
      insert into outbox (store_id, subject, payload)
      select store_id, case when is_new then 'item.added' else 'item.updated' end,
        jsonb_build_object('listId', list_id::text, 'shopperId', shopper_id::text, 'variantIds', jsonb_agg(variant_id::text), 'productIds', jsonb_agg(product_id))
      from landed
      group by store_id, list_id, shopper_id, is_new
    )
    select asked.place::int, case when locked.id is null then 'no-list' when locked.count > locked.count_max then 'no-room' else 'stored' end,
      landed.variant_id, landed.added_ms::float8, landed.updated_after, landed.quantity, landed.flags, landed.details
    from asked left join locked on locked.place = asked.place left join landed on landed.place = asked.place`,
};

type AddedRow = [place: number, state: Added["state"], variantId: VariantId | null, ...ItemRest];
type ItemRest = [addedAt: number, updatedAfter: number, quantity: number, flags: number, details: Details | null];

/** Puts items on lists. Expects each list once and, within a list, each variant once. */
export async function addToLists(runner: Runner, additions: readonly Addition[]): Promise<Added[]> {
  const wanted = additions.flatMap(({ items }, index) => items.map((item) => ({ place: index + 1, ...item })));
  const rows = await runner.rows<AddedRow>(ADD, [
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
  const added = additions.map((): { state: Added["state"]; items: Item[] } => ({ state: "no-list", items: [] }));
  for (const [place, state, variantId, ...rest] of rows) {
    const one = added[place - 1];
    if (!one) continue;
    one.state = state;
    if (variantId) one.items.push(toItem(variantId, rest));
  }
  return added;
}

const toItem = (variantId: VariantId, [addedAt, updatedAfter, quantity, flags, details]: ItemRest): Item => ({
  variantId,
  addedAt,
  updatedAt: addedAt + updatedAfter * 1000,
  quantity,
  flags,
  details,
});

// ---- reading, for many at once ----

/** A list with its newest items as the row keeps them. */
export type ListWithPreview = { readonly list: List; readonly preview: string };

const OF_SHOPPERS: Statement = {
  name: "lists-of-shoppers",
  text: `select asked.place::int, ${LIST_COLUMNS}, l.preview::text
    from unnest($1::int[], $2::bigint[]) with ordinality as asked (store_id, shopper_id, place)
    join lists l on l.store_id = asked.store_id and l.shopper_id = asked.shopper_id and l.moved_to is null`,
};

export type Owner = { readonly storeId: StoreId; readonly shopperId: ShopperId };

export async function listsOfShoppers(runner: Runner, owners: readonly Owner[]): Promise<ListWithPreview[][]> {
  const rows = await runner.rows<[place: number, ...ListRow, preview: string]>(OF_SHOPPERS, [
    owners.map((one) => one.storeId),
    owners.map((one) => one.shopperId),
  ]);
  const found: ListWithPreview[][] = owners.map(() => []);
  for (const row of rows) found[row[0] - 1]?.push({ list: toList(row.slice(1, 14) as ListRow), preview: row[14] });
  return found;
}

const DETAILS: Statement = {
  name: "item-details",
  text: `select asked.place::int, i.details
    from unnest($1::bigint[], $2::bigint[]) with ordinality as asked (list_id, variant_id, place)
    join items i on i.list_id = asked.list_id and i.variant_id = asked.variant_id`,
};

/** What items hold beyond the preview, in the order asked. Lists come from `listsOfShoppers`, so they are the caller's. */
export async function detailsOfItems(runner: Runner, sought: readonly { listId: ListId; variantId: VariantId }[]) {
  const rows = await runner.rows<[place: number, details: Details | null]>(DETAILS, [
    sought.map((one) => one.listId),
    sought.map((one) => one.variantId),
  ]);
  const found: (Details | null)[] = sought.map(() => null);
  for (const [place, details] of rows) found[place - 1] = details;
  return found;
}

// ---- one list ----

const BY_PUBLIC_ID: Statement = {
  name: "list-by-public-id",
  text: `select ${LIST_COLUMNS} from lists named join lists l on l.store_id = named.store_id and l.id = coalesce(named.moved_to, named.id)
    where named.public_id = $2 and named.store_id = $1`,
};

export async function findList(tx: StoreTx, publicId: PublicListId): Promise<List | undefined> {
  const [row] = await tx.rows<ListRow>(BY_PUBLIC_ID, [tx.storeId, publicId]);
  return row && toList(row);
}

const LOCK: Statement = {
  name: "lock-list",
  text: `select ${LIST_COLUMNS} from lists l
    where l.store_id = $1 and l.id = (select coalesce(moved_to, id) from lists where public_id = $3 and store_id = $1)
      and l.shopper_id = $2 and l.moved_to is null
    for update`,
};

/** The shopper's own list, locked: adding, changing and deleting wait for each other here. */
export async function lockList(tx: StoreTx, shopperId: ShopperId, publicId: PublicListId): Promise<List | undefined> {
  const [row] = await tx.rows<ListRow>(LOCK, [tx.storeId, shopperId, publicId]);
  return row && toList(row);
}

const PAGE: Statement = {
  name: "items-of-list",
  text: `select variant_id, (extract(epoch from added_at) * 1000)::bigint::float8, updated_after, quantity, flags, details
    from items where list_id = $2 and store_id = $1
    order by added_at desc, variant_id desc limit $3 offset $4`,
};

export async function itemsOfList(
  tx: StoreTx,
  listId: ListId,
  { limit, offset }: { limit: number; offset: number },
): Promise<Item[]> {
  const rows = await tx.rows<[VariantId, ...ItemRest]>(PAGE, [tx.storeId, listId, limit, offset]);
  return rows.map(([variantId, ...rest]) => toItem(variantId, rest));
}

const INSERT: Statement = {
  name: "insert-list",
  text: `with l as (
      insert into lists (id, store_id, shopper_id, name, type, note, extras)
      values (new_id($1), $1, $2, $3, $4, $5, $6) returning *
    ) select ${LIST_COLUMNS} from l`,
};

export type NewList = {
  readonly name: string;
  readonly type: string;
  readonly note: string | null;
  readonly extras: ListExtras | null;
};

export async function insertList(tx: StoreTx, shopperId: ShopperId, list: NewList): Promise<List> {
  const { name, type, note, extras } = list;
  const [row] = await tx.rows<ListRow>(INSERT, [
    tx.storeId,
    shopperId,
    name,
    type,
    note,
    extras && JSON.stringify(extras),
  ]);
  if (!row) throw new Error("A list was not stored");
  return toList(row);
}

const NAMES: Statement = {
  name: "lists-by-owner",
  text: `select ${LIST_COLUMNS} from lists l where l.store_id = $1 and l.shopper_id = $2 and l.moved_to is null order by l.created_at, l.id`,
};

export async function listsOfShopper(tx: StoreTx, shopperId: ShopperId): Promise<List[]> {
  return (await tx.rows<ListRow>(NAMES, [tx.storeId, shopperId])).map(toList);
}

/** New lists of one shopper are made one after the other, so that names and the number of lists are exact. */
export const lockShopperForLists = (tx: StoreTx, shopperId: ShopperId) => tx`
  select pg_advisory_xact_lock(hashtextextended('lists:' || ${shopperId}::text, 0))`;

const UPDATE: Statement = {
  name: "update-list",
  text: `with l as (
      update lists set name = coalesce($3, name), note = case when $4 then $5 else note end,
        extras = case when $6::jsonb is null then extras else coalesce(extras, '{}') || $6::jsonb end,
        status = coalesce($7::smallint, status), is_public = coalesce($8::boolean, is_public), updated_at = clock_timestamp()
      where store_id = $1 and id = $2 returning *
    ) select ${LIST_COLUMNS} from l`,
};

export type ListChanges = {
  readonly name?: string;
  readonly note?: string | null;
  readonly extras?: ListExtras;
  readonly status?: number;
  readonly isPublic?: boolean;
};

export async function changeList(tx: StoreTx, listId: ListId, changes: ListChanges): Promise<List> {
  const [row] = await tx.rows<ListRow>(UPDATE, [
    tx.storeId,
    listId,
    changes.name ?? null,
    changes.note !== undefined,
    changes.note ?? null,
    changes.extras ? JSON.stringify(changes.extras) : null,
    changes.status ?? null,
    changes.isPublic ?? null,
  ]);
  if (!row) throw new Error("A locked list vanished");
  return toList(row);
}

/** The items go with it. */
export const removeList = (tx: StoreTx, listId: ListId) =>
  tx`delete from lists where store_id = ${tx.storeId} and id = ${listId}`;

const DELETE_ITEMS: Statement = {
  name: "delete-items",
  text: `delete from items where list_id = $2 and store_id = $1 and variant_id = any($3::bigint[])
    returning variant_id, (extract(epoch from added_at) * 1000)::bigint::float8, updated_after, quantity, flags, details`,
};

export async function deleteItems(tx: StoreTx, listId: ListId, variantIds: readonly VariantId[]): Promise<Item[]> {
  const rows = await tx.rows<[VariantId, ...ItemRest]>(DELETE_ITEMS, [tx.storeId, listId, variantIds]);
  return rows.map(([variantId, ...rest]) => toItem(variantId, rest));
}

const UPDATE_ITEMS: Statement = {
  name: "update-items",
  text: `update items i set
      quantity = coalesce(given.quantity, i.quantity),
      flags = ((i.flags & ~given.flags_given) | given.flags)::smallint,
      details = ${withLater("i.details", "given.details")},
      updated_after = extract(epoch from clock_timestamp() - i.added_at)::integer
    from unnest($3::bigint[], $4::smallint[], $5::smallint[], $6::smallint[], $7::jsonb[]) as given (variant_id, quantity, flags, flags_given, details)
    where i.list_id = $2 and i.store_id = $1 and i.variant_id = given.variant_id
    returning i.variant_id, (extract(epoch from added_at) * 1000)::bigint::float8, updated_after, i.quantity, i.flags, i.details`,
};

export async function updateItems(tx: StoreTx, listId: ListId, items: readonly NewItem[]): Promise<Item[]> {
  const rows = await tx.rows<[VariantId, ...ItemRest]>(UPDATE_ITEMS, [
    tx.storeId,
    listId,
    items.map((one) => one.variantId),
    items.map((one) => one.quantity),
    items.map((one) => one.flags),
    items.map((one) => one.flagsGiven),
    items.map((one) => (one.details ? JSON.stringify(one.details) : null)),
  ]);
  return rows.map(([variantId, ...rest]) => toItem(variantId, rest));
}

export async function countPresent(tx: StoreTx, listId: ListId, variantIds: readonly VariantId[]) {
  const [row] = await tx<{ present: number }>`
    select count(*)::int as present from items
    where list_id = ${listId} and store_id = ${tx.storeId} and variant_id = any(${variantIds}::bigint[])`;
  return row?.present ?? 0;
}

export const findSavedVariants = (tx: StoreTx, shopperId: ShopperId, variantIds: readonly VariantId[]) => tx<{
  variantId: VariantId;
}>`
  select distinct i.variant_id as "variantId" from lists l join items i on i.store_id = l.store_id and i.list_id = l.id
  where l.store_id = ${tx.storeId} and l.shopper_id = ${shopperId} and i.variant_id = any(${variantIds}::bigint[])`;

/** After items left or changed: the number and the newest as the rows say it. The list is locked. */
export const refreshSummary = (tx: StoreTx, listId: ListId, removed: number, previewItems: number) => tx`
  update lists set count = count - ${removed}, updated_at = clock_timestamp(), preview = preview_of(${listId}, ${previewItems})
  where store_id = ${tx.storeId} and id = ${listId}`;

/** Tells of items that came to or left a list all at once, a thousand to an event. `only`: nothing means all of them. */
export const announceItemsOf = (
  tx: StoreTx,
  subject: "item.added" | "item.removed",
  { listId, shopperId, only = null }: { listId: ListId; shopperId: ShopperId; only?: readonly VariantId[] | null },
) => tx`
  insert into outbox (store_id, subject, payload)
  select ${tx.storeId}, ${subject}, jsonb_build_object('listId', ${listId}::text, 'shopperId', ${shopperId}::text,
    'variantIds', jsonb_agg(variant_id::text), 'productIds', jsonb_agg(product_id))
  from (
    select i.variant_id, coalesce(v.product_id, i.details -> 'clientProduct' ->> 'productId', v.platform_id) as product_id, (row_number() over ()) / 1000 as page
    from items i join variants v on v.store_id = i.store_id and v.id = i.variant_id
    where i.list_id = ${listId} and i.store_id = ${tx.storeId} and (${only}::bigint[] is null or i.variant_id in (select unnest(${only}::bigint[]))) -- hashed: = any() of 50,000 is quadratic
  ) as told
  group by page`;

// ---- the hearts of a page ----

export type ContainsQuery = {
  readonly storeId: StoreId;
  /** From `listsOfShoppers`, so they are the caller's. */
  readonly lists: readonly Pick<List, "id" | "publicId">[];
  readonly by: "platformId" | "productId";
  readonly ids: readonly string[];
};

/** From the items of the lists to the ids, not the other way: a page asks for far more products than are saved. */
const seenBy = (name: string, id: string): Statement => ({
  name,
  text: `with held as materialized (
      select asked.place, asked.list_id, ${id} as id
      from unnest($1::int[], $2::int[], $3::bigint[]) as asked (place, store_id, list_id)
      join items i on i.list_id = asked.list_id and i.store_id = asked.store_id
      join variants v on v.store_id = asked.store_id and v.id = i.variant_id
    )
    select distinct held.place, held.id, held.list_id
    from unnest($4::int[], $5::text[]) as wanted (place, id) join held on held.place = wanted.place and held.id = wanted.id`,
});
const BY_PLATFORM_ID: Statement = seenBy("contains-platform-ids", "v.platform_id");
const BY_PRODUCT_ID: Statement = seenBy(
  "contains-product-ids",
  "coalesce(v.product_id, i.details -> 'clientProduct' ->> 'productId', v.platform_id)",
);

export type Seen = readonly [id: string, publicId: PublicListId];

/** Which of the ids are on one of the lists, and on which; in the order asked. */
export async function findListsContaining(runner: Runner, asked: readonly ContainsQuery[]): Promise<Seen[][]> {
  const found: Seen[][] = asked.map(() => []);
  const publicIds = new Map(asked.flatMap(({ lists }) => lists.map(({ id, publicId }) => [id, publicId])));
  for (const by of ["platformId", "productId"] as const) {
    const places = [...asked.keys()].filter((place) => asked[place]?.by === by);
    if (places.length === 0) continue;
    const lists = places.flatMap((place) => asked[place]?.lists.map(({ id }) => ({ place, id })) ?? []);
    const wanted = places.flatMap((place) => asked[place]?.ids.map((id) => ({ place, id })) ?? []);
    const rows = await runner.rows<[place: number, id: string, listId: ListId]>(
      by === "platformId" ? BY_PLATFORM_ID : BY_PRODUCT_ID,
      [
        lists.map((one) => one.place),
        lists.map((one) => asked[one.place]?.storeId),
        lists.map((one) => one.id),
        wanted.map((one) => one.place),
        wanted.map((one) => one.id),
      ],
    );
    for (const [place, id, listId] of rows) found[place]?.push([id, publicIds.get(listId) ?? ""]);
  }
  return found;
}

// ---- sharing and copying ----

export const incrementShares = (tx: StoreTx, listId: ListId) => tx`
  update lists set shares = shares + 1 where store_id = ${tx.storeId} and id = ${listId}`;

export const markCopying = (tx: StoreTx, listId: ListId, isCopying: boolean) => tx`
  update lists set is_copying = ${isCopying} where store_id = ${tx.storeId} and id = ${listId}`;

/** The list, or the one that it is part of by now. A merge waits until this transaction is over; adding does not. */
export async function lockListForShare(tx: StoreTx, listId: ListId): Promise<List | undefined> {
  const [named] = await tx<{ publicId: PublicListId }>`
    select public_id as "publicId" from lists where store_id = ${tx.storeId} and id = ${listId} for key share`;
  return named && findList(tx, named.publicId); // a second look, so that it sees what the first one waited for
}

/** Copies items that are not there yet, with the dates they had; of their details all but `without`. */
export const copyItems = (
  tx: StoreTx,
  { from, to, without }: { from: ListId; to: ListId; without: readonly (keyof Details)[] },
) => tx<{ variantId: VariantId }>`
  insert into items (list_id, variant_id, added_at, store_id, quantity, flags, details)
  select ${to}, variant_id, added_at, store_id, quantity, flags, details - ${without}::text[] from items
  where list_id = ${from} and store_id = ${tx.storeId}
  on conflict (list_id, variant_id) do nothing
  returning variant_id as "variantId"`;

/** The number and the newest as the rows say it, after many came or went at once. */
export const recountList = (tx: StoreTx, listId: ListId, previewItems: number) => tx`
  update lists set count = (select count(*) from items where list_id = ${listId}), updated_at = clock_timestamp(),
    preview = preview_of(${listId}, ${previewItems})
  where store_id = ${tx.storeId} and id = ${listId}`;

// ---- merging ----

/** Both people's lists, locked in id order: whoever adds to one of them waits. */
export async function lockListsOf(tx: StoreTx, shopperIds: readonly ShopperId[]): Promise<List[]> {
  return (await tx.rows<ListRow>(LOCK_ALL, [tx.storeId, shopperIds])).map(toList);
}

const LOCK_ALL: Statement = {
  name: "lock-lists",
  text: `select ${LIST_COLUMNS} from lists l
    where l.store_id = $1 and l.shopper_id = any($2::bigint[]) and l.moved_to is null order by l.id for update`,
};

export const giveList = (tx: StoreTx, listId: ListId, to: ShopperId) => tx`
  update lists set shopper_id = ${to}, updated_at = clock_timestamp() where store_id = ${tx.storeId} and id = ${listId}`;

export type United = { readonly variantId: VariantId; readonly guest: StoredItem; readonly account: StoredItem | null };
type StoredItem = {
  readonly addedAt: string;
  readonly updatedAfter: number;
  readonly quantity: number;
  readonly flags: number;
  readonly details: Details | null;
};

/** What the two lists held, before they become one. */
export const selectForUnion = (tx: StoreTx, from: ListId, into: ListId) => tx<United>`
  select g.variant_id as "variantId",
    jsonb_build_object('addedAt', g.added_at, 'updatedAfter', g.updated_after, 'quantity', g.quantity, 'flags', g.flags, 'details', g.details) as guest,
    case when a.list_id is not null then jsonb_build_object('addedAt', a.added_at, 'updatedAfter', a.updated_after, 'quantity', a.quantity, 'flags', a.flags, 'details', a.details) end as account
  from items g left join items a on a.list_id = ${into} and a.variant_id = g.variant_id
  where g.list_id = ${from} and g.store_id = ${tx.storeId}
  order by g.variant_id`;

/** Unites two lists by variant: of two items the one touched last keeps its quantity, note and properties. What was said
 *  of the product stays, as it does for whatever else is done to an item. */
export async function uniteLists(tx: StoreTx, from: ListId, into: ListId) {
  await tx`
    insert into items as a (list_id, variant_id, added_at, store_id, updated_after, quantity, flags, details)
    select ${into}, variant_id, added_at, store_id, updated_after, quantity, flags, details from items
    where list_id = ${from} and store_id = ${tx.storeId}
    order by variant_id
    on conflict (list_id, variant_id) do update set
      quantity = excluded.quantity, flags = (excluded.flags | (a.flags & 8))::smallint,
      details = case when a.details ? 'clientProduct' then coalesce(excluded.details, '{}') || jsonb_build_object('clientProduct', a.details -> 'clientProduct') else excluded.details end,
      updated_after = greatest(0, extract(epoch from excluded.added_at - a.added_at)::integer + excluded.updated_after)
    where excluded.added_at + make_interval(secs => excluded.updated_after) > a.added_at + make_interval(secs => a.updated_after)`;
  await tx`delete from items where list_id = ${from} and store_id = ${tx.storeId}`;
  await tx`
    update lists set moved_to = ${into}, count = 0, preview = '{}', updated_at = clock_timestamp()
    where store_id = ${tx.storeId} and id = ${from}`;
}

/** Takes a union back: the guest's items return to the guest's list, and the account's are what they were. */
export async function divideLists(tx: StoreTx, from: ListId, into: ListId, united: readonly United[]) {
  const text = JSON.stringify(united);
  await tx`update lists set moved_to = null where store_id = ${tx.storeId} and id = ${from}`;
  await tx`
    insert into items (list_id, variant_id, added_at, store_id, updated_after, quantity, flags, details)
    select ${from}, (u ->> 'variantId')::bigint, (u #>> '{guest,addedAt}')::timestamptz, ${tx.storeId}, (u #>> '{guest,updatedAfter}')::int,
      (u #>> '{guest,quantity}')::smallint, (u #>> '{guest,flags}')::smallint, nullif(u #> '{guest,details}', 'null')
    from jsonb_array_elements(${text}::jsonb) as u
    on conflict (list_id, variant_id) do nothing`;
  await tx`
    delete from items where list_id = ${into} and store_id = ${tx.storeId} and variant_id in (
      select (u ->> 'variantId')::bigint from jsonb_array_elements(${text}::jsonb) as u where u -> 'account' = 'null'
    )`;
  await tx`
    update items i set updated_after = (u #>> '{account,updatedAfter}')::int, quantity = (u #>> '{account,quantity}')::smallint,
      flags = (u #>> '{account,flags}')::smallint, details = nullif(u #> '{account,details}', 'null')
    from jsonb_array_elements(${text}::jsonb) as u
    where u -> 'account' <> 'null' and i.list_id = ${into} and i.store_id = ${tx.storeId} and i.variant_id = (u ->> 'variantId')::bigint`;
}
