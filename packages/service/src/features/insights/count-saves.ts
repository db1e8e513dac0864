import type { OutboxEvent, OutboxReader } from "../../platform/outbox/relay.ts";
import { applySaves, type SaveChange } from "./sql.ts";

const BY_SUBJECT: Record<string, number> = { "item.added": 1, "item.removed": -1 };

/** Counts how many people saved each product, by reading what was added and removed. Committed with its place in the
 *  outbox, so every event counts exactly once. */
export const countSaves: OutboxReader = {
  name: "count-saves",
  async handle(tx, events) {
    const changes = sumUp(events);
    if (changes.length > 0) await applySaves(tx, changes);
  },
};

function sumUp(events: readonly OutboxEvent[]): SaveChange[] {
  const sums = new Map<string, SaveChange>();
  for (const { storeId, subject, payload } of events) {
    const by = BY_SUBJECT[subject];
    const { shopperId, productIds } = payload;
    if (by === undefined || typeof shopperId !== "string" || !Array.isArray(productIds)) continue;
    for (const productId of productIds as readonly string[]) {
      const key = `${storeId} ${shopperId} ${productId}`;
      sums.set(key, { storeId, productId, shopperId, times: (sums.get(key)?.times ?? 0) + by });
    }
  }
  return [...sums.values()].filter((change) => change.times !== 0);
}
