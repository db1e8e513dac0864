import { startLoop } from "../../platform/loop.ts";
import type { WakeUps } from "../../platform/wake-ups.ts";
import { announceDueRestocks } from "../catalog/stock/announce-due-restocks.ts";
import { createDelivery, type DeliveryDeps } from "./delivery/deliver-chunk.ts";
import { expireDueOffers } from "./offers/expire-due-offers.ts";
import { runDueWaves } from "./plans/run-waves.ts";
import { findDueWork } from "./sql.ts";

/** Starts the worker's loops. `lanes`: how many chunks it delivers at a time. While one loop records its deliveries, another
 *  calls the provider. One loop announces due restocks, ends due offers and starts due waves, and wakes the others,
 *  which deliver chunks. So a long delivery of one store delays no wave of another store. */
export function startAlerts(
  deps: DeliveryDeps,
  { wakeUps, pollMs, lanes }: { wakeUps: WakeUps; pollMs: number; lanes: number },
) {
  const options = { wakeUps, bell: "alerts", log: deps.log } as const;
  const stopping = new AbortController();
  const delivery = createDelivery({ ...deps, stopping: stopping.signal });
  const deliveries = Array.from({ length: lanes }, () =>
    startLoop(delivery.deliverNextChunk, { ...options, failure: "Could not deliver alerts" }),
  );
  delivery.onFree(() => {
    for (const loop of deliveries) loop.wake();
  });
  const waves = startLoop(
    async () => {
      const due = await findDueWork(deps.db.worker);
      // First, because the work below may fail. New chunks ring the bell themselves.
      if (due?.chunks) for (const loop of deliveries) loop.wake();
      if (due?.restocks) await announceDueRestocks(deps.db);
      if (due?.offers) await expireDueOffers(deps.db);
      return due?.plans === true && (await runDueWaves(deps));
    },
    { ...options, pollMs, failure: "Could not start waves" },
  );
  return {
    async stop() {
      stopping.abort();
      await Promise.all([waves, ...deliveries].map((loop) => loop.stop()));
      await delivery.settled();
    },
  };
}
