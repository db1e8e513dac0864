import type { StoreId, SubscriptionId } from "../../../platform/ids.ts";
import { selectRecipients } from "../../subscriptions/line/recipients.ts";
import { sharesUnits } from "../../subscriptions/topics.ts";
import { findUnitsLeft } from "../plans/find-units-left.ts";
import type { PlanDeps } from "../plans/plan-alerts.ts";
import { unitsMaxOf } from "../plans/policy.ts";
import { takeTurn } from "../plans/take-turn.ts";
import { isSomeoneAhead, selectOne } from "./sql.ts";

/** Notifies people who confirmed their sign-up after the restock, while units are left for them. They do not wait for the
 *  next wave, and their place is that of the confirmation. */
export async function notifyConfirmed({ db, stores }: PlanDeps, storeId: StoreId, ids: readonly SubscriptionId[]) {
  const store = await stores.getById(storeId);
  const { recipients } = await db.inStore(storeId, (tx) => selectRecipients(tx, ids));
  for (const { id, variantId, topic, quantity } of recipients.filter((one) => sharesUnits(one.topic))) {
    const turn = await takeTurn(db, storeId);
    await db.inStore(storeId, async (tx) => {
      const left = await findUnitsLeft(tx, store, { variantId, topic });
      if (!left || (await isSomeoneAhead(tx, left.plan, id))) return;
      const wanted = Math.min(quantity, unitsMaxOf(left.plan.policy));
      await selectOne(tx, left.plan, { id, quantity: wanted, units: Math.min(wanted, left.units ?? wanted) }, turn);
      tx.wakeWorkersAfterCommit();
    });
  }
}
