import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework";
import { type Named, namedBy } from "../shop/named-by";
import { readOrders } from "../shop/read-order";
import { report } from "../shop/report-variants";

/** Orders were placed or cancelled. */
export default async function ordersChanged({ event, container }: SubscriberArgs<Named>) {
  const orders = await readOrders(container, namedBy(event.data));
  await report(container, Date.now(), ({ calls }) => calls.reportOrders(orders));
}

export const config: SubscriberConfig = {
  event: ["order.placed", "order.canceled"],
  context: { subscriberId: "keepsake-orders" },
};
