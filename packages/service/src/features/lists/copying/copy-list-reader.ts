import type { Db } from "../../../platform/db/db.ts";
import type { OutboxReader } from "../../../platform/outbox/reader.ts";
import { finishCopy } from "./copy-list.ts";

/** Copies the lists that are too large for one request. Safe to repeat: it skips items that the target already has. */
export const copyListReader = ({ db }: { db: Db }): OutboxReader => ({
  name: "copy-lists",
  async handle(_tx, events) {
    for (const { storeId, subject, payload } of events)
      if (subject === "list.copying") await finishCopy(db, storeId, payload);
  },
});
