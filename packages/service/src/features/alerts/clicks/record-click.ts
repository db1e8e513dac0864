import type { StoreTx } from "../../../platform/db/db.ts";
import { announce } from "../../../platform/outbox/announce.ts";
import { type Alert, findLineOfPlan, insertClick } from "./sql.ts";

/** Counts that a person followed the link of an alert, once for each person and alert. */
export async function recordClick(tx: StoreTx, { planId, subscriptionId }: Alert): Promise<void> {
  if (!(await insertClick(tx, { planId, subscriptionId }))) return;
  const line = await findLineOfPlan(tx, planId);
  if (line) await announce(tx, "alert.clicked", { planId, subscriptionIds: [subscriptionId], ...line });
}
