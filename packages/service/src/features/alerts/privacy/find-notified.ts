import type { FindNotified } from "../../subscriptions/privacy/forget-left.ts";
import { findPlansOf, selectLastDeliveries } from "./sql.ts";

/** When each of these subscriptions was last notified, as far as past alerts are kept. */
export const findNotified: FindNotified = async (tx, subscriptions) =>
  selectLastDeliveries(tx, await findPlansOf(tx, subscriptions));
