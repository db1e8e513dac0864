import type { SystemTx } from "../../../platform/db/db.ts";
import { REFUSALS } from "../../../platform/http/refusals.ts";
import type { StoreId } from "../../../platform/ids.ts";
import { invalidSetting } from "../errors.ts";
import { requireFewWords } from "./element-words.ts";
import { type Market, MONEY_PARTS, marketsOf, type StoreSettings } from "./settings.ts";
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
  requireDistinct(marketsOf(settings));
  requireFewWords(settings);
  return settings;
}

function requireDistinct(markets: readonly Market[]) {
  const names = markets.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw invalidSetting(REFUSALS.say("repeated-market", { market: repeated }));
}
