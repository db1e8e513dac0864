import type { Db } from "../../../platform/db/db.ts";
import type { StoreId, SubscriptionId } from "../../../platform/ids.ts";
import type { StoreCache } from "../../stores/store-cache.ts";
import { selectRecipients } from "../../subscriptions/line/recipients.ts";
import { sharesUnits } from "../../subscriptions/topics.ts";
import { countUnits } from "../plans/count-units.ts";
import { findUnitsLeft } from "../plans/find-units-left.ts";
import { NO_WAVE } from "../plans/plan.ts";
import { holdChunksOf } from "../selection/chunk-queue.ts";
import { lineOf } from "../selection/line-in-database.ts";
import { selectNewcomers } from "../selection/select-newcomers.ts";
import { isAnyoneLeft } from "../selection/select-next.ts";
import { takeTurn } from "../selection/take-turn.ts";

/** Notifies people who confirmed their sign-up after the restock, while units are left for them. They do not wait for the
 *  next wave, and their place is that of the confirmation: who joined the line before them comes first. */
export async function notifyConfirmed(
  { db, stores }: { readonly db: Db; readonly stores: StoreCache },
  storeId: StoreId,
  ids: readonly SubscriptionId[],
) {
  const store = await stores.getById(storeId);
  const confirmed = await db.inStore(storeId, (tx) => selectRecipients(tx, ids));
  const people = confirmed.filter(({ topic }) => sharesUnits(topic));
  for (const [one] of Map.groupBy(people, ({ variantId, topic }) => `${variantId} ${topic}`).values()) {
    if (!one) continue;
    const turn = await takeTurn(db, storeId);
    await db.inStore(storeId, async (tx) => {
      const left = await findUnitsLeft(tx, store, one);
      const line = lineOf(tx);
      if (!left || (await isAnyoneLeft(line, left.plan))) return; // the plan selects them first
      const selected = await selectNewcomers(line, left.plan, left.allowed, { wave: NO_WAVE, turn });
      await countUnits(tx, left.plan, { ...left.known, people: selected.people, units: selected.units });
      if (left.plan.state === "held") await holdChunksOf(tx, left.plan.id); // until the plan is resumed
      tx.wakeAfterCommit("alerts");
    });
  }
}
