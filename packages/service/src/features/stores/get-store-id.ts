import type { SystemTx } from "../../platform/db/db.ts";
import { unknownStore } from "./errors.ts";
import { findStoreId } from "./sql.ts";

export async function getStoreId(tx: SystemTx, pid: string) {
  const storeId = await findStoreId(tx, pid);
  if (!storeId) throw unknownStore();
  return storeId;
}
