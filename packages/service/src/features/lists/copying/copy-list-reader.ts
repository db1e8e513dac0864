import type { Db } from "../../../platform/db/db.ts";
import { eachStore } from "../../../platform/each-store.ts";
import type { OutboxEvent } from "../../../platform/outbox/events.ts";
import type { AtLeastOnce } from "../../../platform/outbox/reader.ts";
import { finishCopy } from "./copy-list.ts";

/** Copies the lists that are too large for one request. Safe to repeat: it skips items that the target already has. */
export const copyListReader = ({ db }: { db: Db }): AtLeastOnce => ({
  name: "copy-lists",
  subjects: ["list.copying"],
  async handle(events) {
    // One transaction for each list, so that the lock on a list lasts as long as its own copy.
    await eachStore(events.filter(isCopy), async (storeId, ofStore) => {
      for (const { payload } of ofStore) await finishCopy(db, storeId, payload);
    });
  },
});

type Copy = Extract<OutboxEvent, { subject: "list.copying" }>;
const isCopy = (event: OutboxEvent): event is Copy => event.subject === "list.copying";
