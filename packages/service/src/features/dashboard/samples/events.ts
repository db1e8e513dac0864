import type { StoreId } from "../../../platform/ids.ts";
import type { Events, OutboxEvent, Subject } from "../../../platform/outbox/events.ts";

/** Collects what the events of the past would have been, for the roll-ups. */
export function createEvents(storeId: StoreId) {
  const events: OutboxEvent[] = [];
  return {
    events,
    add<S extends Subject>(at: number, subject: S, payload: Events[S]) {
      const event = { id: "0", number: "0", storeId, subject, payload, createdAt: new Date(at) };
      events.push(event as unknown as OutboxEvent);
    },
  };
}
export type AddEvent = ReturnType<typeof createEvents>["add"];
