import type { OutboxEvent } from "../../platform/outbox/events.ts";
import type { ExactlyOnce } from "../../platform/outbox/reader.ts";
import { moveSaves, type ProductEvent } from "./move-saves.ts";
import { recordSaves, type SaveEvent } from "./record-saves.ts";

/** Counts the people who saved each product. The counts are committed with the reader's position in the outbox, so every
 *  event counts exactly once. */
export const recordSavesReader: ExactlyOnce = {
  name: "count-saves",
  subjects: ["item.added", "item.removed", "items.imported", "variant.product-changed"],
  handleOnce: async (tx, events) => {
    await recordSaves(tx, events.filter(isSave));
    await moveSaves(tx, events.filter(isProductChange));
  },
};

const isSave = (event: OutboxEvent): event is SaveEvent =>
  event.subject === "item.added" || event.subject === "item.removed" || event.subject === "items.imported";
const isProductChange = (event: OutboxEvent): event is ProductEvent => event.subject === "variant.product-changed";
