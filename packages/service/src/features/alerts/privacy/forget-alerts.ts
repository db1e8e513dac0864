import type { WithSubscriptions } from "../../subscriptions/privacy/forget-subscriptions.ts";
import { withdrawOffers } from "../offers/withdraw-offers.ts";
import {
  deleteClicksOf,
  deleteDeliveriesOf,
  deleteOffersOf,
  findPlansOf,
  selectClicksOf,
  selectDeliveriesOf,
  selectOffersOf,
} from "./sql.ts";

/** The deliveries, offers and clicks of a person's subscriptions. Units reserved for them go to the next in line. How many people a
 *  plan notified stays: it names nobody. */
export const forgetAlerts: WithSubscriptions = {
  async forget(tx, subscriptions) {
    const ids = subscriptions.map(({ id }) => id);
    await withdrawOffers(tx, ids);
    await deleteClicksOf(tx, ids);
    const pairs = await findPlansOf(tx, subscriptions);
    if (pairs.length === 0) return;
    await deleteDeliveriesOf(tx, pairs);
    await deleteOffersOf(tx, pairs);
  },
  sections: {
    clicks: async (tx, subscriptions) => {
      const ids = subscriptions.map(({ id }) => id);
      return (await selectClicksOf(tx, ids)).map(({ record }) => record);
    },
    deliveries: async (tx, subscriptions) =>
      (await selectDeliveriesOf(tx, await findPlansOf(tx, subscriptions))).map(({ record }) => record),
    offers: async (tx, subscriptions) =>
      (await selectOffersOf(tx, await findPlansOf(tx, subscriptions))).map(({ record }) => record),
  },
};
