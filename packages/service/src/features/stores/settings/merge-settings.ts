import type { SystemTx } from "../../../platform/db/db.ts";
import { REFUSALS } from "../../../platform/http/refusals.ts";
import type { StoreId } from "../../../platform/ids.ts";
import { invalidSetting } from "../errors.ts";
import { requireFewWords } from "./element-words.ts";
import { MONEY_PARTS, type StoreSettings } from "./settings.ts";
import { updateSettings } from "./sql.ts";

const PRICE_MIN = 1 / MONEY_PARTS;

/** Merges changes into the settings of a store, and returns all of them. A group is merged field by field. */
export async function mergeSettings(
  tx: SystemTx,
  storeId: StoreId,
  changes: Partial<StoreSettings>,
): Promise<StoreSettings> {
  const [store] = await updateSettings(tx, storeId, changes);
  const settings = store?.settings ?? {};
  const { textPrice = 0, textSpendPerDay } = settings.sending ?? {};
  if (textSpendPerDay !== undefined && textPrice < PRICE_MIN)
    throw invalidSetting(REFUSALS.say("spending-without-price", { min: PRICE_MIN }));
  requireFewWords(settings);
  return settings;
}
