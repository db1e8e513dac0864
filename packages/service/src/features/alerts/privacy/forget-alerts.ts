import type { WithSubscriptions } from "../../subscriptions/privacy/forget-subscriptions.ts";
import { withdrawOffers } from "../offers/withdraw-offers.ts";
import { deleteDeliveriesOf, deleteOffersOf, findPlansOf, selectDeliveriesOf, selectOffersOf } from "./sql.ts";

/** The deliveries and offers of a person's subscriptions. Units reserved for them go to the next in line. How many people a
 *  plan notified stays: it names nobody. */
export const forgetAlerts: WithSubscriptions = {
  async forget(tx, subscriptions) {
    await withdrawOffers(
      tx,
      subscriptions.map(({ id }) => id),
    );
    const pairs = await findPlansOf(tx, subscriptions);
    if (pairs.length === 0) return;
    await deleteDeliveriesOf(tx, pairs);
    await deleteOffersOf(tx, pairs);
  },
  sections: {
    deliveries: async (tx, subscriptions) =>
      (await selectDeliveriesOf(tx, await findPlansOf(tx, subscriptions))).map(({ record }) => record),
    offers: async (tx, subscriptions) =>
      (await selectOffersOf(tx, await findPlansOf(tx, subscriptions))).map(({ record }) => record),
  },
};
