import type { StoreTx } from "../../../platform/db/db.ts";
import { type ExpiringKey, selectExpiringInUse } from "./sql.ts";

const WITHIN_DAYS = 7;
/** A key that was replaced ends in any case. Only while the shop's server still uses it, its calls will fail. */
const USED_WITHIN_MINUTES = 60;

/** Keys with which the shop's server still calls, and which end within a week. */
export const findExpiringKeys = (tx: StoreTx): Promise<ExpiringKey[]> =>
  selectExpiringInUse(tx, { withinDays: WITHIN_DAYS, usedWithinMinutes: USED_WITHIN_MINUTES });
