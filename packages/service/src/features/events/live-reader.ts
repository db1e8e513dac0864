import type { Doorbell } from "../../platform/doorbell.ts";
import type { OutboxReader } from "../../platform/outbox/reader.ts";
import { keyOf, LIVE_BELL } from "./live-hub.ts";

/** Rings for the shoppers whose lists changed. A ring carries ids only; the hub polls in case a ring is lost. */
export const liveReader = ({ doorbell }: { doorbell: Doorbell }): OutboxReader => ({
  name: "live",
  async handle(_tx, events) {
    const keys = new Set<string>();
    for (const { storeId, payload } of events)
      if ("listId" in payload) keys.add(keyOf({ storeId, shopperId: payload.shopperId }));
    if (keys.size > 0) doorbell.ring(LIVE_BELL, [...keys].join(","));
  },
});
