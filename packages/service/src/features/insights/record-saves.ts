import type { SystemTx } from "../../platform/db/db.ts";
import type { StoreId, VariantId } from "../../platform/ids.ts";
import type { OutboxEvent } from "../../platform/outbox/events.ts";
import { countPeople } from "./count-people.ts";
import { addSaves, deleteUnsaved, findProducts, type SaveChange } from "./sql.ts";

export type SaveEvent = Extract<OutboxEvent, { subject: "item.added" | "item.removed" | "items.imported" }>;

/** Deleting large lists removes thousands of items in one page of events. */
const CHANGES_AT_ONCE = 5_000;

/** Sums up the saved and removed variants of a page of events, so that they are stored together. */
export async function recordSaves(tx: SystemTx, events: readonly SaveEvent[]): Promise<void> {
  const sums = new Map<string, SaveChange>();
  for (const { storeId, subject, payload } of events) {
    const { variantIds, productIds } = payload;
    for (const [index, variantId] of variantIds.entries()) {
      const productId = productIds[index] ?? "";
      const shopperId = "shopperId" in payload ? payload.shopperId : (payload.shopperIds[index] ?? "");
      const key = `${storeId} ${shopperId} ${variantId} ${productId}`;
      const times = (sums.get(key)?.times ?? 0) + (subject === "item.removed" ? -1 : 1);
      sums.set(key, { storeId, variantId, shopperId, productId, times });
    }
  }
  const changes = [...sums.values()].filter((change) => change.times !== 0);
  for (let first = 0; first < changes.length; first += CHANGES_AT_ONCE)
    await storeChanges(tx, changes.slice(first, first + CHANGES_AT_ONCE));
}

/** The product of the event may be out of date: the catalogue's product of now counts. */
async function storeChanges(tx: SystemTx, changes: readonly SaveChange[]): Promise<void> {
  const keyOf = (one: { storeId: StoreId; variantId: VariantId }) => `${one.storeId} ${one.variantId}`;
  const variants = [...new Map(changes.map((change) => [keyOf(change), change])).values()];
  const products = new Map((await findProducts(tx, variants)).map((found) => [keyOf(found), found.productId]));
  const sums = new Map<string, SaveChange>();
  for (const change of changes) {
    const productId = products.get(keyOf(change)) ?? change.productId;
    const key = `${keyOf(change)} ${change.shopperId} ${productId}`;
    sums.set(key, { ...change, productId, times: change.times + (sums.get(key)?.times ?? 0) });
  }
  const stored = [...sums.values()];
  await countPeople(tx, stored, async () => {
    await addSaves(tx, stored);
    const removed = stored.filter(({ times }) => times < 0);
    if (removed.length > 0) await deleteUnsaved(tx, removed);
  });
}
