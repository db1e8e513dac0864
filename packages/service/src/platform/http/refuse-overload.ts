import { monitorEventLoopDelay } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import type { FastifyInstance } from "fastify";
import type { Log } from "../log.ts";
import { answerOverload } from "./failure.ts";

const SAMPLE_MS = 500;
const RESOLUTION_MS = 10;
const DELAY_MAX_MS = 200;
/** A process that stood still once, for example because its machine was paused, is not overloaded. */
const LATE_SAMPLES = 2;
const HEAP_MAX = Math.floor(getHeapStatistics().heap_size_limit * 0.8);

/** Refuses requests while the event loop is late or the memory nearly used up, before any work is done for them. */
export function refuseOverload(http: FastifyInstance, log: Log) {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let lateSamples = 0;
  let problem: { readonly pressure: string; readonly value: number } | undefined;
  function sample() {
    const delay = delays.count === 0 ? Number.POSITIVE_INFINITY : delays.mean / 1e6 - RESOLUTION_MS;
    delays.reset();
    lateSamples = delay > DELAY_MAX_MS ? lateSamples + 1 : 0;
    const { heapUsed } = process.memoryUsage();
    if (lateSamples >= LATE_SAMPLES) problem = { pressure: "eventLoopDelay", value: delay };
    else problem = heapUsed > HEAP_MAX ? { pressure: "heapUsedBytes", value: heapUsed } : undefined;
  }

  let timer: NodeJS.Timeout | undefined;
  // Loading the program blocks the event loop, so the samples begin when it is ready.
  http.addHook("onReady", async () => {
    delays.enable();
    timer = setInterval(sample, SAMPLE_MS).unref();
  });
  http.addHook("onClose", async () => {
    clearInterval(timer);
    delays.disable();
  });
  http.addHook("onRequest", (request, reply, done) => {
    const { url, config } = request.routeOptions;
    if (!problem || url === "/livez" || config.isLight) return done();
    log.warn(problem, "Too busy: a request was refused");
    answerOverload(request, reply);
  });
}
