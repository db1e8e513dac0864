import type { SystemTx } from "../../../platform/db/db.ts";
import { getStoreId } from "../get-store-id.ts";
import { announceMarketsChange, announceStoreChange } from "../sql.ts";
import { mergeSettings } from "./merge-settings.ts";
import type { StoreSettings } from "./settings.ts";

/** Changes the settings that are given. `null` resets a setting to its default. */
export async function updateStore(
  tx: SystemTx,
  pid: string,
  changes: { [Name in keyof StoreSettings]: StoreSettings[Name] | null },
) {
  const storeId = await getStoreId(tx, pid);
  const settings = await mergeSettings(tx, storeId, changes as Partial<StoreSettings>);
  await announceStoreChange(tx, storeId);
  if ("markets" in changes) await announceMarketsChange(tx, storeId);
  return settings;
}
