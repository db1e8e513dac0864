import type { StoreTx } from "../../../platform/db/db.ts";
import type { ListId, ShopperId, VariantId } from "../../../platform/ids.ts";

/** The first lists of these shoppers, also those that a merge united with others, locked: calls that add items wait. */
export const lockListsOfShoppers = (tx: StoreTx, shopperIds: readonly ShopperId[], limit: number) => tx<{
  id: ListId;
  publicListId: string;
  shopperId: ShopperId;
  count: number;
}>`
  select id, public_id as "publicListId", shopper_id as "shopperId", count from lists
  where store_id = ${tx.storeId} and shopper_id = any(${shopperIds}::bigint[]) order by lists.id limit ${limit} for update`;

type Row = { readonly key: string; readonly record: object };

/** Without the preview, which repeats items. */
export const selectLists = (tx: StoreTx, shopperIds: readonly ShopperId[], after: string, limit: number) => tx<Row>`
  select id as key, to_jsonb(l) - 'store_id' - 'preview' as record from lists l
  where store_id = ${tx.storeId} and shopper_id = any(${shopperIds}::bigint[]) and id > ${after}::bigint
  order by l.id limit ${limit}`;

/** With what the shop's platform calls each variant. */
export const selectItems = (
  tx: StoreTx,
  shopperIds: readonly ShopperId[],
  after: { readonly listId: string; readonly variantId: string },
  limit: number,
) => tx<Row>`
  select i.list_id || ' ' || i.variant_id as key,
    to_jsonb(i) - 'store_id' || jsonb_build_object('platform_id', v.platform_id, 'title', v.product ->> 'title') as record
  from lists l
  join items i on i.list_id = l.id and i.store_id = l.store_id
  join variants v on v.store_id = i.store_id and v.id = i.variant_id
  where l.store_id = ${tx.storeId} and l.shopper_id = any(${shopperIds}::bigint[])
    and (i.list_id, i.variant_id) > (${after.listId}::bigint, ${after.variantId}::bigint)
  order by i.list_id, i.variant_id limit ${limit}`;

export const selectVariantsOnLists = (
  tx: StoreTx,
  shopperIds: readonly ShopperId[],
  { after, limit }: { readonly after: string; readonly limit: number },
) => tx<{ variantId: VariantId }>`
  select distinct i.variant_id as "variantId" from lists l join items i on i.store_id = l.store_id and i.list_id = l.id
  where l.store_id = ${tx.storeId} and l.shopper_id = any(${shopperIds}::bigint[]) and i.variant_id > ${after}::bigint
  order by i.variant_id limit ${limit}`;

export const selectIdleOwners = (tx: StoreTx, ids: readonly ShopperId[], days: number) => tx<{ shopperId: ShopperId }>`
  select shopper_id as "shopperId" from lists where store_id = ${tx.storeId} and shopper_id = any(${ids}::bigint[])
  group by shopper_id having max(updated_at) < now() - make_interval(days => ${days})`;
