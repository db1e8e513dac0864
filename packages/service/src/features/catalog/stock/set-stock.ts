import type { StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import { stockRules } from "../../stores/settings/settings.ts";
import type { Store } from "../../stores/store.ts";
import { announceRestocks, type Level, lockStock, recountStock, storeLevels } from "./sql.ts";

/** Stores absolute quantities and returns how many reports were newer than the stored ones. Late and repeated reports
 *  change nothing. */
export async function setStock(tx: StoreTx, store: Store, levels: readonly Level[]): Promise<number> {
  if (levels.length === 0) return 0;
  await lockStock(
    tx,
    levels.map((level) => level.variantId),
  );
  const newer = await storeLevels(tx, levels);
  if (newer.length === 0) return 0;
  const changed: VariantId[] = [...new Set(newer.map(({ variantId }) => variantId))];
  await recountStock(tx, changed, stockRules(store.settings));
  await announceRestocks(tx);
  tx.wakeAfterCommit("outbox");
  return newer.length;
}
