import type { SystemTx } from "../../../platform/db/db.ts";
import type { OutboxEvent } from "../../../platform/outbox/events.ts";
import { isPlanEvent, isSubscriptionEvent } from "./count-events.ts";
import { findLinesOfPlans, findTopicsOf } from "./sql.ts";

/** Events of versions before 0.3 do not say the topic of a subscription, or the variant and topic of a plan: these are
 *  looked up. A person or plan that was deleted since then counts under no topic, or not at all. */
export async function completeEvents(tx: SystemTx, events: readonly OutboxEvent[]): Promise<readonly OutboxEvent[]> {
  const withoutTopics = events.filter(isSubscriptionEvent).filter(({ payload }) => !payload.topics);
  const withoutLine = events.filter(isPlanEvent).filter(({ payload }) => !payload.variantId);
  if (withoutTopics.length + withoutLine.length === 0) return events;
  const topics = await findTopicsOf(
    tx,
    withoutTopics.flatMap(({ storeId, payload }) => payload.subscriptionIds.map((id) => ({ storeId, id }))),
  );
  const lines = await findLinesOfPlans(
    tx,
    withoutLine.map(({ storeId, payload }) => ({ storeId, id: payload.planId })),
  );
  const topicOf = new Map(topics.map(({ id, topic }) => [id, topic]));
  const lineOf = new Map(lines.map(({ id, ...line }) => [id, line]));
  return events.map((event): OutboxEvent => {
    if (isSubscriptionEvent(event) && !event.payload.topics) {
      const ofIds = event.payload.subscriptionIds.map((id) => topicOf.get(id) ?? "");
      return { ...event, payload: { ...event.payload, topics: ofIds } } as OutboxEvent;
    }
    if (isPlanEvent(event) && !event.payload.variantId)
      return { ...event, payload: { ...event.payload, ...lineOf.get(event.payload.planId) } };
    return event;
  });
}
