import type { Statement, StoreTx } from "../../../platform/db/db.ts";
import { fragment, literal } from "../../../platform/db/fragment.ts";
import type { ListId, ShopperId, VariantId } from "../../../platform/ids.ts";
import { ANY_CLIENT_FIELD, type Details, HAS_DETAILS } from "../items/item.ts";
import type { List } from "../list.ts";
import { LIST_COLUMNS } from "../sql.ts";

const LOCK_ALL: Statement = {
  name: "lock-lists",
  text: `select ${LIST_COLUMNS} from lists l
    where l.store_id = $1 and l.shopper_id = any($2::bigint[]) and l.moved_to is null order by l.id for update`,
};

/** Finds and locks the lists of these shoppers, in id order. Calls that add items to them wait. */
export const lockListsOf = (tx: StoreTx, shopperIds: readonly ShopperId[]) =>
  tx.run<List>(LOCK_ALL, [tx.storeId, shopperIds]);

export const changeOwner = (tx: StoreTx, listId: ListId, to: ShopperId) => tx`
  update lists set shopper_id = ${to}, updated_at = clock_timestamp() where store_id = ${tx.storeId} and id = ${listId}`;

/** An item of the guest's list as it was before the union, and the account's item of the same variant. */
export type UnitedItem = {
  readonly variantId: VariantId;
  readonly guest: StoredItem;
  readonly account: StoredItem | null;
};
type StoredItem = {
  readonly addedAt: string;
  readonly updatedAfter: number;
  readonly quantity: number;
  readonly flags: number;
  readonly details: Details | null;
};

/** The items that a union of two lists will change. */
export const selectForUnion = (tx: StoreTx, from: ListId, into: ListId) => tx<UnitedItem>`
  select g.variant_id as "variantId",
    jsonb_build_object('addedAt', g.added_at, 'updatedAfter', g.updated_after, 'quantity', g.quantity, 'flags', g.flags, 'details', g.details) as guest,
    case when a.list_id is not null then jsonb_build_object('addedAt', a.added_at, 'updatedAfter', a.updated_after, 'quantity', a.quantity, 'flags', a.flags, 'details', a.details) end as account
  from items g left join items a on a.list_id = ${into} and a.variant_id = g.variant_id
  where g.list_id = ${from} and g.store_id = ${tx.storeId}
  order by g.variant_id`;

/** Whether the guest's item was changed after the account's. */
const IS_NEWER = fragment(
  "excluded.added_at + make_interval(secs => excluded.updated_after) > a.added_at + make_interval(secs => a.updated_after)",
);

/** Unites two lists by variant. Of two items of one variant, the one changed last keeps its quantity, note and
 *  properties. What the two clients sent about the product is united field by field; the account's fields count. */
export async function uniteLists(tx: StoreTx, from: ListId, into: ListId) {
  await tx`
    insert into items as a (list_id, variant_id, added_at, store_id, updated_after, quantity, flags, details)
    select ${into}, variant_id, added_at, store_id, updated_after, quantity, flags, details from items
    where list_id = ${from} and store_id = ${tx.storeId}
    order by variant_id
    on conflict (list_id, variant_id) do update set
      quantity = case when ${IS_NEWER} then excluded.quantity else a.quantity end,
      flags = ((case when ${IS_NEWER} then excluded.flags else a.flags end) | ((a.flags | excluded.flags) & ${literal(HAS_DETAILS | ANY_CLIENT_FIELD)}))::smallint,
      details = nullif(coalesce(case when ${IS_NEWER} then excluded.details else a.details end, '{}')
        || case when a.details ? 'clientProduct' or excluded.details ? 'clientProduct' then jsonb_build_object('clientProduct',
          coalesce(excluded.details -> 'clientProduct', '{}') || coalesce(a.details -> 'clientProduct', '{}')) else '{}' end, '{}'),
      updated_after = case when ${IS_NEWER} then greatest(0, extract(epoch from excluded.added_at - a.added_at)::integer + excluded.updated_after) else a.updated_after end`;
  await tx`delete from items where list_id = ${from} and store_id = ${tx.storeId}`;
  await tx`
    update lists set moved_to = ${into}, count = 0, preview = '{}', updated_at = clock_timestamp()
    where store_id = ${tx.storeId} and id = ${from}`;
}

/** Undoes a union: the guest's list gets its items back, and the account's items get their former values. */
export async function divideLists(tx: StoreTx, from: ListId, into: ListId, united: readonly UnitedItem[]) {
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
