import type { SubscriberConfig } from "@medusajs/framework";
import { foldEvents } from "../shop/fold-events";
import { readOrders } from "../shop/read-order";
import { report } from "../shop/report-variants";

/** Orders were placed or cancelled. */
export default foldEvents((container, ids, since) =>
  report(container, since, async ({ calls }) => void (await calls.reportOrders(await readOrders(container, ids)))),
);

export const config: SubscriberConfig = {
  event: ["order.placed", "order.canceled"],
  context: { subscriberId: "keepsake-orders" },
};
