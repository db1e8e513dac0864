import type { StoreId } from "../../../../platform/ids.ts";
import type { OutboxEvent } from "../../../../platform/outbox/events.ts";
import type { ExactlyOnce } from "../../../../platform/outbox/reader.ts";
import { readTestTime, type TestTime } from "../time.ts";
import { findNames, type NamesDeps } from "./find-names.ts";
import type { PublicEvent } from "./message.ts";
import { queueDeliveries } from "./queue-deliveries.ts";
import { findSubscribers, type Subscriber } from "./sql.ts";
import { messageBody, PUBLIC_SUBJECTS } from "./wire.ts";

export type QueueDeps = NamesDeps & TestTime & { readonly wake: () => void };

/** Queues each public event for the endpoints of its store that want it, in one transaction with the reader's position. A
 *  page of events of stores without endpoints costs one small query. */
export const queueDeliveriesReader = (deps: QueueDeps): ExactlyOnce => ({
  name: "queue-webhooks",
  subjects: PUBLIC_SUBJECTS,
  async handleOnce(tx, all) {
    const storeIds = [...new Set(all.map(({ storeId }) => storeId))];
    const subscribers = Map.groupBy(await findSubscribers(tx, storeIds), ({ storeId }) => storeId);
    if (subscribers.size === 0) return;
    const wanted = all.filter(isPublic).flatMap((event) => {
      const endpoints = subscribersOf(subscribers, event);
      return endpoints.length > 0 ? [{ event, endpoints }] : [];
    });
    if (wanted.length === 0) return;
    const names = await findNames(
      deps,
      tx,
      wanted.map(({ event }) => event),
    );
    const deliveries = wanted.flatMap(({ event, endpoints }) => {
      const { storeId, number, subject } = event;
      const body = messageBody(event, names);
      return endpoints.map(({ endpointId }) => ({ storeId, endpointId, number, subject, body }));
    });
    await queueDeliveries(tx, deliveries, readTestTime(deps));
    tx.afterCommit(deps.wake);
  },
});

const PUBLIC = new Set<string>(PUBLIC_SUBJECTS);
const isPublic = (event: OutboxEvent): event is PublicEvent => PUBLIC.has(event.subject);

const subscribersOf = (
  subscribers: ReadonlyMap<StoreId, readonly Subscriber[]>,
  { storeId, subject }: PublicEvent,
): readonly Subscriber[] =>
  (subscribers.get(storeId) ?? []).filter(({ subjects }) => subjects === null || subjects.includes(subject));
