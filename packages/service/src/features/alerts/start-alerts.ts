import { startLoop } from "../../platform/loop.ts";
import type { WakeUps } from "../../platform/wake-ups.ts";
import { announceDueRestocks } from "../catalog/stock/announce-due-restocks.ts";
import { type DeliveryDeps, deliverNextChunk } from "./delivery/deliver-chunk.ts";
import { expireDueOffers } from "./offers/expire-due-offers.ts";
import { runDueWaves } from "./plans/run-waves.ts";

/** Two chunks at a time: while one loop records its deliveries, the other calls the provider. */
const DELIVERY_LOOPS = 2;

/** Starts the worker's loops. One loop announces due restocks, ends due offers and starts due waves; the others deliver
 *  chunks. So a long delivery of one store delays no wave of another store. */
export function startAlerts(deps: DeliveryDeps, { wakeUps, pollMs }: { wakeUps: WakeUps; pollMs: number }) {
  const options = { wakeUps, pollMs, log: deps.log };
  const deliveries = Array.from({ length: DELIVERY_LOOPS }, () =>
    startLoop(() => deliverNextChunk(deps), { ...options, failure: "Could not deliver alerts" }),
  );
  const waves = startLoop(
    async () => {
      await announceDueRestocks(deps.db);
      await expireDueOffers(deps.db);
      await runDueWaves(deps.db);
      for (const loop of deliveries) loop.wake();
      return false;
    },
    { ...options, failure: "Could not start waves" },
  );
  return {
    wake: waves.wake,
    async stop() {
      await Promise.all([waves, ...deliveries].map((loop) => loop.stop()));
    },
  };
}
