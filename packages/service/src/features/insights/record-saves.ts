import type { SystemTx } from "../../platform/db/db.ts";
import type { OutboxEvent } from "../../platform/outbox/events.ts";
import { applySaves, type SaveChange } from "./sql.ts";

export type SaveEvent = Extract<OutboxEvent, { subject: "item.added" | "item.removed" }>;

/** Sums up the saved and removed products of a page of events, so that they are stored in one statement. */
export async function recordSaves(tx: SystemTx, events: readonly SaveEvent[]): Promise<void> {
  const sums = new Map<string, SaveChange>();
  for (const { storeId, subject, payload } of events) {
    const { shopperId, productIds } = payload;
    for (const productId of productIds) {
      const key = `${storeId} ${shopperId} ${productId}`;
      const times = (sums.get(key)?.times ?? 0) + (subject === "item.added" ? 1 : -1);
      sums.set(key, { storeId, productId, shopperId, times });
    }
  }
  const changes = [...sums.values()].filter((change) => change.times !== 0);
  if (changes.length > 0) await applySaves(tx, changes);
}
