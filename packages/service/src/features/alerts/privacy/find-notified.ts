import type { FindNotified } from "../../subscriptions/privacy/forget-left.ts";
import { pagesOfPlans } from "./pages-of-plans.ts";
import { selectLastDeliveries } from "./sql.ts";

/** When each of these subscriptions was last notified, as far as past alerts are kept. */
export const findNotified: FindNotified = async (tx, subscriptions) => {
  const found = [];
  for await (const page of pagesOfPlans(tx, subscriptions)) found.push(...(await selectLastDeliveries(tx, page)));
  return found;
};
