import type { SystemTx } from "../../../platform/db/db.ts";
import { unknownStore } from "../errors.ts";
import { announceStoreChange, mergeSettings, selectStoreId } from "../sql.ts";
import type { StoreSettings } from "./settings.ts";

/** Sets what is given; `null` goes back to the default. */
export async function updateStore(
  tx: SystemTx,
  pid: string,
  changes: { [Name in keyof StoreSettings]: StoreSettings[Name] | null },
) {
  const storeId = await getStoreId(tx, pid);
  const [store] = await mergeSettings(tx, storeId, changes as Partial<StoreSettings>);
  await announceStoreChange(tx, storeId);
  return store?.settings ?? {};
}

export async function getStoreId(tx: SystemTx, pid: string) {
  const storeId = await selectStoreId(tx, pid);
  if (!storeId) throw unknownStore();
  return storeId;
}
