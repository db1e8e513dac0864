import type { StoreTx } from "../../../platform/db/db.ts";
import type { SubscriptionId } from "../../../platform/ids.ts";
import { type ClickRow, selectClicks } from "./sql.ts";

/** When the alerts of these subscriptions were followed. */
export const findClicks = (tx: StoreTx, ids: readonly SubscriptionId[]): Promise<ClickRow[]> => selectClicks(tx, ids);
