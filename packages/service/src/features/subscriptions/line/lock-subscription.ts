import type { StoreTx } from "../../../platform/db/db.ts";
import type { SubscriptionId } from "../../../platform/ids.ts";
import { type LineKey, selectForChange } from "./sql.ts";

/** Makes an erasure of the subscription wait for this transaction. Undefined if it was erased before. */
export const lockSubscription = (tx: StoreTx, id: SubscriptionId): Promise<LineKey | undefined> =>
  selectForChange(tx, id);
