import type { Client } from "pg";
import { addToLists } from "../../packages/service/src/features/lists/items/sql.ts";
import type { Db } from "../../packages/service/src/platform/db/db.ts";
import type { ShopperId, VariantId } from "../../packages/service/src/platform/ids.ts";
import { firstLidOf, LISTS_PER_SHOPPER, VARIANTS } from "../seed-lists.ts";
import { distinct, eachBatch, random } from "./draw.ts";
import type { Shop } from "./seed.ts";

/** The defaults of a store. */
const RULES = { itemsMax: 1_000, previewItems: 24 };
/** Both ids were sent as numbers. */
const FLAGS = 3;

/** The statement of the service that adds an item to each of many lists. */
export const addItems = (db: Db, { store, firstId, shoppers }: Shop, count: number) =>
  eachBatch(count, async (size) => {
    const additions = distinct(size, () => random(shoppers)).map((shopper) => {
      const variant = random(VARIANTS) - 1;
      const item = { quantity: null, flags: FLAGS, flagsGiven: 0, details: null, productId: `${variant}` };
      return {
        storeId: store.id,
        publicId: firstLidOf(shopper),
        shopperId: `${firstId + BigInt(shopper)}` as ShopperId,
        ...RULES,
        items: [{ ...item, variantId: `${firstId + BigInt(variant)}` as VariantId }],
      };
    });
    await addToLists(db.hot, additions);
  });

/** Locks the lists and chooses the oldest item that each shows. */
const CHOSEN = `with chosen as materialized (
    select id, shopper_id, preview[array_length(preview, 1) - 2] as variant_id from lists
    where store_id = $1 and id = any($2::bigint[]) and count > 1 order by id for no key update
  )`;
const ANNOUNCE = (subject: string) => `insert into outbox (store_id, subject, payload)
  select $1, '${subject}', jsonb_build_object('listId', c.id::text, 'shopperId', c.shopper_id::text,
    'variantIds', jsonb_build_array(c.variant_id::text), 'productIds', jsonb_build_array(v.product_id))
  from changed join chosen c on c.id = changed.list_id join variants v on v.store_id = $1 and v.id = c.variant_id`;
const REMOVE = `${CHOSEN}, changed as (
    delete from items i using chosen c where i.list_id = c.id and i.variant_id = c.variant_id returning i.list_id
  ) ${ANNOUNCE("item.removed")}`;
const UPDATE = `${CHOSEN}, changed as (
    update items i set quantity = i.quantity % 5 + 1, updated_after = greatest(0, extract(epoch from clock_timestamp() - i.added_at))::integer
    from chosen c where i.list_id = c.id and i.variant_id = c.variant_id returning i.list_id
  ) ${ANNOUNCE("item.updated")}`;
const REFRESH = `update lists l set count = (select count(*) from items i where i.list_id = l.id), updated_at = clock_timestamp(),
    preview = preview_of(l.id, ${RULES.previewItems}) where store_id = $1 and id = any($2::bigint[])`;

/** Removes or updates an item of each of many lists. The service does it list by list; this writes the same rows. */
export const changeItems = (client: Client, shop: Shop, change: "remove" | "update", count: number) =>
  eachBatch(count, async (size) => {
    const { store, firstId, shoppers } = shop;
    const lists = distinct(size, () => random(shoppers)).map((n) => `${firstId + BigInt(n * LISTS_PER_SHOPPER)}`);
    await client.query("begin");
    await client.query(change === "remove" ? REMOVE : UPDATE, [store.id, lists]);
    await client.query(REFRESH, [store.id, lists]);
    await client.query("commit");
  });
