import { Counter, Gauge, Registry } from "prom-client";
import { expect, test } from "vitest";
import { mergeMetrics } from "./merge-metrics.ts";

async function metricsOf(process: string, extra?: string) {
  const registry = new Registry();
  registry.setDefaultLabels({ process });
  const registers = [registry];
  new Counter({ name: "calls_total", help: "Calls", labelNames: ["route"], registers }).inc({ route: "/a" }, 3);
  if (extra) new Gauge({ name: extra, help: "Only here", registers }).set(Number.NaN);
  return registry.metrics();
}

test("the values of all processes are below one name and type, and keep the label of their process", async () => {
  const merged = mergeMetrics([await metricsOf("api-1"), "", await metricsOf("api-2", "lag")]);
  expect(merged).toBe(`# HELP calls_total Calls
# TYPE calls_total counter
calls_total{route="/a",process="api-1"} 3
calls_total{route="/a",process="api-2"} 3

# HELP lag Only here
# TYPE lag gauge
lag{process="api-2"} Nan
`);
});
