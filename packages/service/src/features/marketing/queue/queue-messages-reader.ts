import type { OutboxEvent } from "../../../platform/outbox/events.ts";
import type { ExactlyOnce } from "../../../platform/outbox/reader.ts";
import { readTestTime, type TestTime } from "../../events/webhooks/time.ts";
import { CONSENT, SUBJECTS } from "../connection.ts";
import { queueMessages } from "./queue-messages.ts";
import type { MarketingEvent } from "./to-messages.ts";

/** Queues what happens for the marketing tools of its store, in one transaction with the reader's position. A page of events
 *  of stores without tools costs one small query. */
export const queueMessagesReader = (deps: TestTime & { readonly wake: () => void }): ExactlyOnce => ({
  name: "queue-marketing",
  subjects: [...SUBJECTS, CONSENT],
  async handleOnce(tx, events) {
    if (await queueMessages(tx, events.filter(isForMarketing), readTestTime(deps))) tx.afterCommit(deps.wake);
  },
});

const WANTED = new Set<string>([...SUBJECTS, CONSENT]);
const isForMarketing = (event: OutboxEvent): event is MarketingEvent => WANTED.has(event.subject);
