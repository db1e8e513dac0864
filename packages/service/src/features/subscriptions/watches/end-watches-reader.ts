import type { Db } from "../../../platform/db/db.ts";
import { eachStore } from "../../../platform/each-store.ts";
import type { OutboxEvent } from "../../../platform/outbox/events.ts";
import type { AtLeastOnce } from "../../../platform/outbox/reader.ts";
import { endWatches, findRemovedWithAlerts, type Removal } from "./end-watches.ts";

/** A watch ends when its item leaves the last list. Deleting a list removes its items first, so this covers that too. */
export const endWatchesReader = ({ db }: { readonly db: Db }): AtLeastOnce => ({
  name: "end-watches",
  subjects: ["item.removed"],
  async handle(events) {
    const removed = await findRemovedWithAlerts(db.hot, events.filter(isRemoval));
    await eachStore(removed, (storeId, ofStore) => db.inStore(storeId, (tx) => endWatches(tx, ofStore)));
  },
});

const isRemoval = (event: OutboxEvent): event is Removal => event.subject === "item.removed";
