import type { StoreTx } from "../../../platform/db/db.ts";
import type { PastShopper } from "./past-shopper.ts";

export const insertShoppers = (tx: StoreTx, shoppers: readonly PastShopper[]) => tx`
  insert into shoppers (store_id, id, regid, created_at, email)
  select ${tx.storeId}, id, gen_random_uuid(), "createdAt", email
  from json_to_recordset(${JSON.stringify(shoppers)}) as past (id bigint, "createdAt" timestamptz, email text)`;
