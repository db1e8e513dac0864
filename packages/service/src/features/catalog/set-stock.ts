import type { Db, StoreTx } from "../../platform/db.ts";
import type { VariantId } from "../../platform/ids.ts";
import { stockRules } from "../stores/settings.ts";
import type { Store } from "../stores/store.ts";
import { findRising, findStock, type Level, lockStock, raise, recount, storeLevels } from "./sql.ts";

/** Takes absolute quantities. Late and repeated reports change nothing; what comes back is numbered and told, at once
 *  or, where the store wants a rise to last, by the clockwork. Answers how many reports were news. */
export async function setStock(tx: StoreTx, store: Store, levels: readonly Level[]): Promise<number> {
  if (levels.length === 0) return 0;
  await lockStock(
    tx,
    levels.map((level) => level.variantId),
  );
  const news = await storeLevels(tx, levels);
  if (news.length === 0) return 0;
  const changed: VariantId[] = [...new Set(news.map((one) => one.variantId))];
  await recount(tx, changed, stockRules(store.settings));
  await raise(tx);
  tx.ringAfterCommit();
  return news.length;
}

/** Tells of rises that have lasted, in every store. */
export async function settleRises(db: Db): Promise<void> {
  for (const { storeId } of await db.asWorker(findRising)) {
    await db.inStore(storeId, async (tx) => {
      await raise(tx);
      tx.ringAfterCommit();
    });
  }
}

/** Counted now, not remembered: who is told depends on it. */
export const countStock = (tx: StoreTx, variantId: VariantId) => findStock(tx, variantId);
