/** What one process wakes others for: events to put into batches, new batches to read, queued mails, plans and chunks,
 *  deliveries to webhooks, and messages for marketing tools. */
export type Bell = "outbox" | "batches" | "mails" | "alerts" | "webhooks" | "marketing";
