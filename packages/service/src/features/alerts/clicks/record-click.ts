import type { StoreTx } from "../../../platform/db/db.ts";
import { announce } from "../../../platform/outbox/announce.ts";
import { lockSubscription } from "../../subscriptions/line/lock-subscription.ts";
import { type Alert, insertClick } from "./sql.ts";

/** Counts that a person followed the link of an alert, once for each person and alert, and not after they were erased. */
export async function recordClick(tx: StoreTx, { planId, subscriptionId }: Alert): Promise<void> {
  const line = await lockSubscription(tx, subscriptionId);
  if (line && (await insertClick(tx, { planId, subscriptionId })))
    await announce(tx, "alert.clicked", { planId, subscriptionIds: [subscriptionId], ...line });
}
