/** What one process wakes others for: events to put into batches, new batches to read, queued mails, plans and chunks,
 *  and deliveries to webhooks. */
export type Bell = "outbox" | "batches" | "mails" | "alerts" | "webhooks";
