import type { Body } from "../../api/call.ts";

export type EventName = NonNullable<Body<"/storeadmin/v3/webhooks/send-example">["type"]>;

/** Written as a record, so that an event that openapi.json has and this list lacks does not compile. */
const NAMES: Readonly<Record<EventName, true>> = {
  "list.created": true,
  "list.updated": true,
  "list.deleted": true,
  "list.shared": true,
  "item.added": true,
  "item.updated": true,
  "item.removed": true,
  "shopper.merged": true,
  "shopper.erased": true,
  "alert.subscribed": true,
  "alert.confirmed": true,
  "alert.unsubscribed": true,
  "alert.failed": true,
  "alert.offered": true,
  "alert.sent": true,
  "alert.clicked": true,
  "alert.bought": true,
  "stock.restocked": true,
  "stock.ran-low": true,
  "price.dropped": true,
};
export const EVENTS = Object.keys(NAMES) as readonly EventName[];
