import { writeFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";

// Loaded into a service with `node --import`, because /metrics has only the 99th percentile. SIGWINCH, a signal that
// the service itself does not use, writes the figures to a file and resets them.

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
