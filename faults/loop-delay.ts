import { writeFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";

// Loaded into a service with `node --import`. /metrics knows the 99th percentile, the matrix asks for the 99.9th.
// SIGWINCH writes what was measured and begins anew: it is a signal that the service itself has no use for.

export type LoopDelay = { readonly p999Ms: number; readonly maxMs: number; readonly samples: number };

const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
process.on("SIGWINCH", () => {
  const measured: LoopDelay = {
    p999Ms: delay.percentile(99.9) / 1e6,
    maxMs: delay.max / 1e6,
    samples: delay.count,
  };
  writeFileSync(process.env["LOOP_DELAY_FILE"] ?? "", JSON.stringify(measured));
  delay.reset();
});
