import type { StoreTx } from "../../../platform/db/db.ts";
import type { SubscriptionId } from "../../../platform/ids.ts";
import { deleteFromLine } from "./sql.ts";

/** Takes people out of the line because they were notified. Their deliveries say so; their subscriptions do not change. */
export async function leaveLine(tx: StoreTx, ids: readonly SubscriptionId[]): Promise<void> {
  if (ids.length > 0) await deleteFromLine(tx, ids);
}
