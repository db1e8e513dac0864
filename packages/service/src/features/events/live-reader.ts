import type { OutboxReader } from "../../platform/outbox/reader.ts";
import type { WakeUps } from "../../platform/wake-ups.ts";
import { keyOf, LIVE_WAKE_UP } from "./live-hub.ts";

/** Wakes the live streams of shoppers whose lists changed. A wake-up carries ids only; the hub polls in case one is lost. */
export const liveReader = ({ wakeUps }: { wakeUps: WakeUps }): OutboxReader => ({
  name: "live",
  async handle(_tx, events) {
    const keys = new Set<string>();
    for (const { storeId, payload } of events)
      if ("listId" in payload) keys.add(keyOf({ storeId, shopperId: payload.shopperId }));
    if (keys.size > 0) wakeUps.send(LIVE_WAKE_UP, [...keys].join(","));
  },
});
