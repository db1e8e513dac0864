import type { OutboxEvent, Subject } from "../outbox/events.ts";

/** The stream is part of the public interface: docs/events.md describes these names and this envelope. */
export const STREAM = "KEEPSAKE_EVENTS";
const PREFIX = "keepsake.events";
export const ALL_SUBJECTS = `${PREFIX}.>`;

export const subjectOf = ({ storeId, subject }: Pick<OutboxEvent, "storeId" | "subject">) =>
  `${PREFIX}.${storeId}.${subject}`;
/** The events of one subject in all stores. */
export const filterOf = (subject: Subject) => `${PREFIX}.*.${subject}`;

export const toBody = ({ id, number, storeId, subject, payload, createdAt }: OutboxEvent) =>
  JSON.stringify({ id, number, storeId, subject, payload, createdAt });

/** An event as it comes out of the stream. Comparing `subject` narrows the type of `payload`. */
export type StreamEvent = OutboxEvent extends infer Event
  ? Event extends OutboxEvent
    ? Omit<Event, "createdAt"> & { readonly createdAt: string }
    : never
  : never;

export const fromBody = (body: string) => JSON.parse(body) as StreamEvent;
