import type { StoreTx } from "../../../platform/db/db.ts";
import type { ListId } from "../../../platform/ids.ts";
import { PREVIEW_MAX } from "../list.ts";
import type { PastItem, PastList } from "./past-list.ts";

export const insertLists = (tx: StoreTx, lists: readonly PastList[]) => tx`
  insert into lists (store_id, id, shopper_id, public_id, name, created_at, updated_at)
  select ${tx.storeId}, id, "shopperId", "publicId", name, "createdAt", "updatedAt" from json_to_recordset(${JSON.stringify(lists)})
    as past (id bigint, "shopperId" bigint, "publicId" uuid, name text, "createdAt" timestamptz, "updatedAt" timestamptz)`;

export const insertItems = (tx: StoreTx, items: readonly PastItem[]) => tx`
  insert into items (store_id, list_id, variant_id, added_at)
  select ${tx.storeId}, "listId", "variantId", "addedAt" from json_to_recordset(${JSON.stringify(items)})
    as past ("listId" bigint, "variantId" bigint, "addedAt" timestamptz)`;

/** Counts the items of these lists, and keeps their newest ones on the rows of the lists. */
export const summariseLists = (tx: StoreTx, ids: readonly ListId[]) => tx`
  update lists l set count = (select count(*) from items i where i.list_id = l.id), preview = preview_of(l.id, ${PREVIEW_MAX}::int)
  where l.store_id = ${tx.storeId} and l.id = any(${ids}::bigint[])`;
