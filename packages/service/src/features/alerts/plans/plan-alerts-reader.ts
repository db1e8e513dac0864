import type { Db } from "../../../platform/db/db.ts";
import type { OutboxReader } from "../../../platform/outbox/reader.ts";
import type { StoreCache } from "../../stores/store-cache.ts";
import { notifyConfirmed } from "../late-confirmations/notify-confirmed.ts";
import { withdrawOffers } from "../offers/withdraw-offers.ts";
import { planAlerts, replanRestock } from "./plan-alerts.ts";

/** Makes plans from restocks, low stock and price drops, notifies people who confirm after the restock, and frees the units
 *  reserved for shoppers who left. */
export const planAlertsReader = (
  deps: { readonly db: Db; readonly stores: StoreCache },
  wake: () => void,
): OutboxReader => ({
  name: "plan-alerts",
  async handle(_tx, events) {
    for (const event of events) {
      const { storeId, subject } = event;
      if (subject === "stock.restocked" || subject === "stock.ran-low" || subject === "price.dropped")
        await planAlerts(deps, event);
      else if (subject === "stock.added") await replanRestock(deps, storeId, event.payload);
      else if (subject === "alert.confirmed") await notifyConfirmed(deps, storeId, event.payload.subscriptionIds);
      else if (subject === "alert.unsubscribed" || subject === "alert.failed") {
        const { subscriptionIds } = event.payload;
        await deps.db.inStore(storeId, (tx) => withdrawOffers(tx, subscriptionIds));
      } else continue;
      wake();
    }
  },
});
