import type { Db } from "../../../platform/db/db.ts";
import type { OutboxReader } from "../../../platform/outbox/reader.ts";
import { endWatches } from "./end-watches.ts";

/** A watch ends when its item leaves the last list. Deleting a list removes its items first, so this covers that too. */
export const endWatchesReader = ({ db }: { readonly db: Db }): OutboxReader => ({
  name: "end-watches",
  async handle(_tx, events) {
    for (const { storeId, subject, payload } of events)
      if (subject === "item.removed") await endWatches(db, storeId, payload);
  },
});
