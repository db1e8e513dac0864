import type { Doorbell } from "../../platform/doorbell.ts";
import { startLoop } from "../../platform/loop.ts";
import { announceDueRestocks } from "../catalog/stock/announce-due-restocks.ts";
import { type Delivering, deliverNextChunk } from "./delivery/deliver-chunk.ts";
import { endOffers } from "./offers/end-offers.ts";
import { runDueWaves } from "./plans/run-waves.ts";

/** Two lanes: while one writes down, the other speaks to the provider. */
const LANES = 2;

/** The clockwork of alerts: rises that lasted, offers that are over, waves that are due, chunks that wait. A long wave of
 *  one store holds up no other: waves are begun while chunks are told. */
export function startAlerts(parts: Delivering, { doorbell, pollMs }: { doorbell: Doorbell; pollMs: number }) {
  const options = { doorbell, pollMs, log: parts.log };
  const lanes = Array.from({ length: LANES }, () =>
    startLoop(() => deliverNextChunk(parts), { ...options, failure: "Could not deliver alerts" }),
  );
  const waves = startLoop(
    async () => {
      await announceDueRestocks(parts.db);
      await endOffers(parts.db);
      await runDueWaves(parts.db);
      for (const lane of lanes) lane.wake();
      return false;
    },
    { ...options, failure: "Could not start waves" },
  );
  return {
    wake: waves.wake,
    async stop() {
      await Promise.all([waves, ...lanes].map((loop) => loop.stop()));
    },
  };
}
