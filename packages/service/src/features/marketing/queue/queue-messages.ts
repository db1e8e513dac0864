import type { Sql } from "../../../platform/db/db.ts";
import type { StoreId } from "../../../platform/ids.ts";
import { CONSENT, WAITING_MAX } from "../connection.ts";
import type { NewMessage } from "../message.ts";
import { announceMessages, findRecipients, insertMessages, type Recipient } from "./sql.ts";
import { type MarketingEvent, toMessages } from "./to-messages.ts";

const ROWS_AT_ONCE = 2_000;

/** Queues what these events mean for the tools of their stores, in the transaction that decides about them. Returns whether
 *  anything was queued. `at`: the time of a test. */
export async function queueMessages(sql: Sql, events: readonly MarketingEvent[], at?: Date): Promise<boolean> {
  const recipients = await findRecipients(sql, [...new Set(events.map(({ storeId }) => storeId))]);
  if (recipients.length === 0) return false;
  const byStore = Map.groupBy(events, ({ storeId }) => storeId);
  const counts = [];
  for (const recipient of recipients) {
    const { storeId, connectionId, waiting } = recipient;
    const wanted = messagesFor(recipient, byStore.get(storeId) ?? []);
    if (wanted.length === 0) continue;
    const taken = wanted.slice(0, Math.max(0, WAITING_MAX - waiting));
    for (let first = 0; first < taken.length; first += ROWS_AT_ONCE)
      await insertMessages(sql, taken.slice(first, first + ROWS_AT_ONCE), at);
    counts.push({ storeId, connectionId, queued: taken.length, dropped: wanted.length - taken.length });
  }
  // Last, because until the transaction ends nobody else can write these rows.
  if (counts.length > 0) await announceMessages(sql, counts, at);
  return counts.length > 0;
}

const messagesFor = (
  { storeId, connectionId, subjects, passesConsent }: Recipient & { readonly storeId: StoreId },
  events: readonly MarketingEvent[],
): NewMessage[] =>
  events
    .filter(({ subject }) => (subject === CONSENT ? passesConsent : subjects.includes(subject)))
    .flatMap(toMessages)
    .map((message) => ({ ...message, storeId, connectionId }));
