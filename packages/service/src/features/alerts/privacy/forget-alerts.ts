import type { StoreTx } from "../../../platform/db/db.ts";
import type { PrivacyParticipant } from "../../shoppers/privacy/participant.ts";
import type { Alert } from "../../shoppers/privacy/person.ts";
import type { WithSubscriptions } from "../../subscriptions/privacy/forget-subscriptions.ts";
import { forgetHolds } from "../holds/end-holds.ts";
import { withdrawOffers } from "../offers/withdraw-offers.ts";
import { pagesOfPlans } from "./pages-of-plans.ts";
import {
  deleteClicksOf,
  deleteDeliveriesOf,
  deleteOffersOf,
  findPlansSince,
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
    await forgetHolds(tx, ids);
    await deleteClicksOf(tx, ids);
    for await (const page of pagesOfPlans(tx, subscriptions)) {
      await deleteDeliveriesOf(tx, page);
      await deleteOffersOf(tx, page);
    }
  },
  sections: {
    clicks: async (tx, subscriptions) => {
      const ids = subscriptions.map(({ id }) => id);
      return (await selectClicksOf(tx, ids)).map(({ record }) => record);
    },
    deliveries: (tx, subscriptions) => readPages(tx, subscriptions, selectDeliveriesOf),
    offers: (tx, subscriptions) => readPages(tx, subscriptions, selectOffersOf),
  },
};

async function readPages(
  tx: StoreTx,
  subscriptions: readonly Alert[],
  read: typeof selectDeliveriesOf | typeof selectOffersOf,
): Promise<object[]> {
  const records = [];
  for await (const page of pagesOfPlans(tx, subscriptions)) {
    for (const { record } of await read(tx, page)) records.push(record);
  }
  return records;
}

/** The deliveries that a worker recorded for alerts that it had read before they were deleted. */
export const forgetLateDeliveries: PrivacyParticipant = {
  sections: {},
  async forget(tx, { alerts = [], since }) {
    if (!since || alerts.length === 0) return 0;
    const pairs = await findPlansSince(tx, alerts, since);
    await forgetHolds(
      tx,
      alerts.map(({ id }) => id),
    );
    return (await deleteDeliveriesOf(tx, pairs)) + (await deleteOffersOf(tx, pairs));
  },
};
