import type { Db } from "../../../platform/db/db.ts";
import { eachStore } from "../../../platform/each-store.ts";
import type { StoreId } from "../../../platform/ids.ts";
import type { AtLeastOnce } from "../../../platform/outbox/reader.ts";
import type { StoreCache } from "../../stores/store-cache.ts";
import { notifyConfirmed } from "../late-confirmations/notify-confirmed.ts";
import { withdrawOffers } from "../offers/withdraw-offers.ts";
import { planAlerts, rerunRestocks } from "./plan-alerts.ts";
import {
  inRounds,
  isCause,
  isConfirmation,
  isDeparture,
  isMoreUnits,
  isPlanEvent,
  PLAN_SUBJECTS,
  type PlanEvent,
} from "./plan-event.ts";
import { selectEvents } from "./select-events.ts";

type ReaderDeps = { readonly db: Db; readonly stores: StoreCache };

/** Makes plans from restocks, low stock and price drops, notifies people who confirm after the restock, and frees the units
 *  reserved for shoppers who left. */
export const planAlertsReader = (deps: ReaderDeps): AtLeastOnce => ({
  name: "plan-alerts",
  subjects: PLAN_SUBJECTS,
  async handle(events) {
    const selected = await selectEvents(deps.db, events.filter(isPlanEvent));
    await eachStore(selected, async (storeId, ofStore) => {
      for (const round of inRounds(ofStore)) await handleRound(deps, storeId, round);
    });
  },
});

async function handleRound(deps: ReaderDeps, storeId: StoreId, round: readonly PlanEvent[]) {
  await planAlerts(deps, storeId, round.filter(isCause));
  const moreUnits = round.filter(isMoreUnits);
  if (moreUnits.length > 0) await deps.db.inStore(storeId, (tx) => rerunRestocks(tx, moreUnits));
  const confirmed = round.filter(isConfirmation).flatMap(({ payload }) => payload.subscriptionIds);
  if (confirmed.length > 0) await notifyConfirmed(deps, storeId, confirmed);
  const left = round.filter(isDeparture).flatMap(({ payload }) => payload.subscriptionIds);
  if (left.length > 0) await deps.db.inStore(storeId, (tx) => withdrawOffers(tx, left));
}
