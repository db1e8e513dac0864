import type { Runner, Statement } from "../../../platform/db/db.ts";
import type { ListId, ShopperId, StoreId, VariantId } from "../../../platform/ids.ts";
import type { Details } from "../items/item.ts";
import type { List, PublicListId } from "../list.ts";
import { LIST_COLUMNS, PRODUCT_ID } from "../sql.ts";

// Reads that serve many callers at once. Results are in the order of the input.

/** A list with the preview of its newest items, a Postgres array as text. */
export type ListWithPreview = List & { readonly preview: string };

const OF_SHOPPERS: Statement = {
  name: "lists-of-shoppers",
  text: `select asked.place::int, ${LIST_COLUMNS}, l.preview::text
    from unnest($1::int[], $2::bigint[]) with ordinality as asked (store_id, shopper_id, place)
    join lists l on l.store_id = asked.store_id and l.shopper_id = asked.shopper_id and l.moved_to is null`,
};

export type Owner = { readonly storeId: StoreId; readonly shopperId: ShopperId };

export async function findListsOfShoppers(runner: Runner, owners: readonly Owner[]): Promise<ListWithPreview[][]> {
  const rows = await runner.run<ListWithPreview & { readonly place: number }>(OF_SHOPPERS, [
    owners.map((one) => one.storeId),
    owners.map((one) => one.shopperId),
  ]);
  const found: ListWithPreview[][] = owners.map(() => []);
  for (const row of rows) found[row.place - 1]?.push(row);
  return found;
}

const DETAILS: Statement = {
  name: "item-details",
  text: `select asked.place::int, i.details
    from unnest($1::bigint[], $2::bigint[]) with ordinality as asked (list_id, variant_id, place)
    join items i on i.list_id = asked.list_id and i.variant_id = asked.variant_id`,
};

export type ItemKey = { readonly listId: ListId; readonly variantId: VariantId };

/** Does not check the owner: the list ids come from `findListsOfShoppers`. */
export async function findDetails(runner: Runner, keys: readonly ItemKey[]): Promise<(Details | null)[]> {
  const rows = await runner.run<{ place: number; details: Details | null }>(DETAILS, [
    keys.map((key) => key.listId),
    keys.map((key) => key.variantId),
  ]);
  const found: (Details | null)[] = keys.map(() => null);
  for (const { place, details } of rows) found[place - 1] = details;
  return found;
}

export type ContainsQuery = {
  readonly storeId: StoreId;
  /** From `findListsOfShoppers`, so the owner is not checked here. */
  readonly lists: readonly Pick<List, "id" | "publicId">[];
  readonly by: "platformId" | "productId";
  readonly ids: readonly string[];
};

/** Starts from the items of the lists, not from the ids: a page shows far more products than a shopper has saved. */
const containsStatement = (name: string, idSql: string): Statement => ({
  name,
  text: `with on_lists as materialized (
      select asked.place, asked.list_id, ${idSql} as id
      from unnest($1::int[], $2::int[], $3::bigint[]) as asked (place, store_id, list_id)
      join items i on i.list_id = asked.list_id and i.store_id = asked.store_id
      join variants v on v.store_id = asked.store_id and v.id = i.variant_id
    )
    select distinct on_lists.place, on_lists.id, on_lists.list_id as "listId"
    from unnest($4::int[], $5::text[]) as wanted (place, id) join on_lists on on_lists.place = wanted.place and on_lists.id = wanted.id`,
});
const BY_PLATFORM_ID: Statement = containsStatement("contains-platform-ids", "v.platform_id");
const BY_PRODUCT_ID: Statement = containsStatement("contains-product-ids", PRODUCT_ID.text);

/** A wanted id, and a list that it is on. */
export type Found = { readonly id: string; readonly publicId: PublicListId };

/** Finds, for each query, which of its ids are on which of its lists. */
export async function findListsContaining(runner: Runner, queries: readonly ContainsQuery[]): Promise<Found[][]> {
  const found: Found[][] = queries.map(() => []);
  const publicIds = new Map(queries.flatMap(({ lists }) => lists.map(({ id, publicId }) => [id, publicId])));
  for (const by of ["platformId", "productId"] as const) {
    const places = [...queries.keys()].filter((place) => queries[place]?.by === by);
    if (places.length === 0) continue;
    const lists = places.flatMap((place) => queries[place]?.lists.map(({ id }) => ({ place, id })) ?? []);
    const wanted = places.flatMap((place) => queries[place]?.ids.map((id) => ({ place, id })) ?? []);
    const statement = by === "platformId" ? BY_PLATFORM_ID : BY_PRODUCT_ID;
    const rows = await runner.run<{ place: number; id: string; listId: ListId }>(statement, [
      lists.map((one) => one.place),
      lists.map((one) => queries[one.place]?.storeId),
      lists.map((one) => one.id),
      wanted.map((one) => one.place),
      wanted.map((one) => one.id),
    ]);
    for (const { place, id, listId } of rows) found[place]?.push({ id, publicId: publicIds.get(listId) ?? "" });
  }
  return found;
}
