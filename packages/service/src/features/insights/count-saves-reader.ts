import type { OutboxEvent } from "../../platform/outbox/events.ts";
import type { OutboxReader } from "../../platform/outbox/reader.ts";
import { countSaves } from "./count-saves.ts";

/** Counts the people who saved each product. The counts are committed with the reader's position in the outbox, so every
 *  event counts exactly once. */
export const countSavesReader: OutboxReader = {
  name: "count-saves",
  handle: (tx, events) => countSaves(tx, events.filter(isSave)),
};

type SaveEvent = Extract<OutboxEvent, { subject: "item.added" | "item.removed" }>;
const isSave = (event: OutboxEvent): event is SaveEvent =>
  event.subject === "item.added" || event.subject === "item.removed";
