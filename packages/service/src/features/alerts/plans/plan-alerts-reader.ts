import type { Db } from "../../../platform/db/db.ts";
import type { OutboxReader } from "../../../platform/outbox/reader.ts";
import type { StoreCache } from "../../stores/store-cache.ts";
import { withdrawOffers } from "../offers/withdraw-offers.ts";
import { planAlerts, replanRestock } from "./plan-alerts.ts";

/** Turns what happened to a variant into plans, and frees the units reserved for people who left. */
export const planAlertsReader = (
  deps: { readonly db: Db; readonly stores: StoreCache },
  wake: () => void,
): OutboxReader => ({
  name: "plan-alerts",
  async handle(_tx, events) {
    for (const event of events) {
      const { storeId } = event;
      switch (event.subject) {
        case "stock.restocked":
        case "stock.ran-low":
        case "price.dropped":
          await planAlerts(deps, event);
          break;
        case "stock.added":
          await replanRestock(deps, storeId, event.payload);
          break;
        case "alert.unsubscribed":
        case "alert.failed": {
          const { subscriptionIds } = event.payload;
          await deps.db.inStore(storeId, (tx) => withdrawOffers(tx, subscriptionIds));
          break;
        }
        default:
          continue;
      }
      wake();
    }
  },
});
