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
  const lag: { report?: (set: (reader: string, seconds: number) => void) => void } = {};
  new Gauge({
    name: "keepsake_outbox_lag_seconds",
    help: "How long the oldest event has waited that a reader has not handled",
    labelNames: ["reader"],
    registers,
    collect() {
      lag.report?.((reader, seconds) => this.set({ reader }, seconds));
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
      help: "Rate-limit decisions of one process alone, because Redis or the parent did not answer",
      registers,
    }),
    secretKeysInBrowsers: new Counter({
      name: "keepsake_secret_key_in_browser_total",
      help: "Requests to /storeadmin that came from a browser",
      registers,
    }),
    relayed: new Counter({
      name: "keepsake_outbox_relayed_total",
      help: "Events that a reader has handled",
      labelNames: ["reader"],
      registers,
    }),
    parked: new Gauge({
      name: "keepsake_outbox_parked",
      help: "Events that are parked now",
      labelNames: ["reader"],
      registers,
    }),
    oldestSnapshot: new Gauge({
      name: "keepsake_oldest_snapshot_seconds",
      help: "How long the oldest snapshot of the database has been held by a transaction",
      registers,
    }),
    deadRows: new Gauge({
      name: "keepsake_dead_rows",
      help: "Dead rows that are not removed yet, of tables where they cost time",
      labelNames: ["table"],
      registers,
    }),
    erasuresLate: new Gauge({
      name: "keepsake_erasures_late",
      help: "Erasures of people that have not ended ten minutes after they were asked for",
      registers,
    }),
    webhookTries: new Counter({
      name: "keepsake_webhook_tries_total",
      help: "Tries to deliver a webhook: delivered, failed, or given up after the last try",
      labelNames: ["outcome"],
      registers,
    }),
    webhookDelay: new Histogram({
      name: "keepsake_webhook_delay_seconds",
      help: "Time from queueing a webhook until its receiver accepted it, of those accepted at the first try",
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60, 300],
      registers,
    }),
    webhooksDisabled: new Counter({
      name: "keepsake_webhooks_disabled_total",
      help: "Webhook endpoints that were disabled because they could not be reached",
      registers,
    }),
    webhooksInFlight: new Gauge({
      name: "keepsake_webhooks_in_flight",
      help: "Webhook endpoints that something is being sent to",
      registers,
    }),
    webhooksLate: new Gauge({
      name: "keepsake_webhooks_late_seconds",
      help: "How long the webhook endpoint that has waited longest for its turn has waited, of those that work",
      registers,
    }),
    marketingRequests: new Counter({
      name: "keepsake_marketing_requests_total",
      help: "Requests to marketing tools: accepted, refused, failed, or throttled",
      labelNames: ["tool", "outcome"],
      registers,
    }),
    marketingLate: new Gauge({
      name: "keepsake_marketing_late_seconds",
      help: "How long the marketing tool that has waited longest for its turn has waited, of those that work",
      registers,
    }),
    /** Reports, whenever the metrics are read, how long the oldest event has waited for each reader. */
    observeLag(report: (set: (reader: string, seconds: number) => void) => void) {
      lag.report = report;
    },
  };
}
