import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics(sources: { poolWaiting: () => number }) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  new Gauge({
    name: "keepsake_db_waiting",
    help: "Calls waiting for a database connection",
    registers,
    collect() {
      this.set(sources.poolWaiting());
    },
  });
  return {
    registry,
    requests: new Histogram({
      name: "keepsake_http_request_seconds",
      help: "Time to answer a request, by route and status",
      labelNames: ["route", "status"],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    batches: new Histogram({
      name: "keepsake_folded_calls",
      help: "Calls folded into one statement",
      labelNames: ["verb"],
      buckets: [1, 2, 4, 8, 16, 32, 64, 128],
      registers,
    }),
    limiterFallbacks: new Counter({
      name: "keepsake_limiter_fallbacks_total",
      help: "Rate-limit decisions of one process alone, because Redis did not answer",
      registers,
    }),
    secretKeysInBrowsers: new Counter({
      name: "keepsake_secret_key_in_browser_total",
      help: "Requests to /storeadmin that came from a browser",
      registers,
    }),
    relayed: new Counter({
      name: "keepsake_outbox_relayed_total",
      help: "Outbox rows handed to a reader",
      labelNames: ["reader"],
      registers,
    }),
    setAside: new Counter({
      name: "keepsake_outbox_set_aside_total",
      help: "Outbox rows that a reader skipped after it failed on them every time",
      labelNames: ["reader"],
      registers,
    }),
    relayLagSeconds: new Gauge({
      name: "keepsake_outbox_lag_seconds",
      help: "Age of the newest outbox row at the time a reader handled it",
      labelNames: ["reader"],
      registers,
    }),
  };
}
