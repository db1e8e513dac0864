import type { Doorbell } from "../../platform/doorbell.ts";
import type { OutboxReader } from "../../platform/outbox/reader.ts";
import { keyOf, LIVE_BELL } from "./live-hub.ts";

/** Rings for the shoppers whose lists changed. The ring carries ids only; the hub's poll covers a ring that is lost. */
export const liveReader = ({ doorbell }: { doorbell: Doorbell }): OutboxReader => ({
  name: "live",
  async handle(_tx, events) {
    const keys = new Set<string>();
    for (const { storeId, payload } of events)
      if ("listId" in payload) keys.add(keyOf({ storeId, shopperId: payload.shopperId }));
    if (keys.size > 0) doorbell.ring(LIVE_BELL, [...keys].join(","));
  },
});
