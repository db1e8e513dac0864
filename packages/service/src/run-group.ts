import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import closeWithGrace from "close-with-grace";
import fastify from "fastify";
import { Counter, Gauge, Registry } from "prom-client";
import type { Config } from "./config.ts";
import { systemClock } from "./platform/clock.ts";
import { unavailable } from "./platform/errors.ts";
import { listen } from "./platform/http/listen.ts";
import { createOps } from "./platform/http/ops.ts";
import { createWindows, WINDOWS_MAX } from "./platform/http/windows.ts";
import { createLog } from "./platform/log.ts";
import { createPlaces } from "./platform/places.ts";
import type { ToChild, ToParent } from "./platform/processes/calls.ts";
import { type Channel, createChannel } from "./platform/processes/channel.ts";
import { mergeMetrics } from "./platform/processes/merge-metrics.ts";
import { supervise } from "./platform/processes/supervise.ts";
import { requirePublicSettings } from "./role.ts";

const MEMBER = fileURLToPath(new URL("run-member.ts", import.meta.url));
const WORKER = "worker";
/** A process that answers later than this hangs, as far as the operator is concerned. */
const ANSWER_MS = 2_000;
/** For the parent itself, after its processes have ended. */
const LATE_MS = 2_000;

type Member = { readonly name: string; readonly channel: Channel<ToChild> };

/** Runs several API processes on one port, with `all` also one worker, until this process gets a signal. It starts a
 *  process again that ends, counts for all of them what a limit allows, and answers on the operators' port. */
export async function runGroup(config: Config, role: "api" | "all", processes: number) {
  requirePublicSettings(config, role);
  if (config.port === 0) throw new Error("With --processes, set KEEPSAKE_PORT to the port that the processes share.");
  const log = createLog(config.logLevel);
  for (const warning of config.warnings) log.warn(warning);

  const apiNames = Array.from({ length: processes }, (_, index) => `api-${index + 1}`);
  const names = role === "all" ? [...apiNames, WORKER] : apiNames;
  const channels = new Map<string, Channel<ToChild>>();
  /** The processes that serve now. */
  const members = new Map<string, Member>();
  const own = createOwnMetrics(names, (name) => members.has(name));
  const count = createWindows({ max: WINDOWS_MAX, clock: systemClock });
  const takePlaces = createPlaces();

  function start(name: string, onReady: () => void): ChildProcess {
    own.starts.inc({ process: name });
    const child = fork(MEMBER, [name === WORKER ? WORKER : "api", name, String(processes)]);
    const taken = new Map<number, () => void>();
    const free = (id: number) => {
      taken.get(id)?.();
      taken.delete(id);
    };
    const channel = createChannel<ToParent, ToChild>(child, {
      ready() {
        members.set(name, { name, channel });
        onReady();
      },
      count: (requests) => requests.map(([key, seconds, calls]) => count(key, seconds, calls)),
      take({ id, places }) {
        const freeThem = takePlaces(places);
        if (freeThem) taken.set(id, freeThem);
        return freeThem !== undefined;
      },
      free,
      wake(subject) {
        for (const other of members.values()) if (other.name !== name) other.channel.tell("wake", subject);
      },
    });
    channels.set(name, channel);
    child.once("exit", () => {
      members.delete(name);
      for (const id of taken.keys()) free(id);
    });
    return child;
  }

  let isServing = false;
  const ops = createOps({
    isStopping: () => !isServing,
    async ping() {
      const answers = apiNames.flatMap((name) => members.get(name)?.channel.ask("readiness", null, ANSWER_MS) ?? []);
      const ready = answers.map(async (answer) => {
        if (!(await answer)) throw unavailable("The database");
      });
      await Promise.any(ready).catch(({ errors }: AggregateError) => {
        throw errors[0] ?? unavailable("Every API process");
      });
    },
    async checkLife() {
      await Promise.all([...members.values()].map(({ channel }) => channel.ask("alive", null, ANSWER_MS)));
    },
    async metrics() {
      const texts = [...members.values()].map(({ channel }) => channel.ask("metrics", null, ANSWER_MS).catch(() => ""));
      return mergeMetrics(await Promise.all([own.registry.metrics(), ...texts]));
    },
  });
  if (!config.reusePort) await requireFreePort(config);
  const opsAddress = await listen(ops, { host: config.opsHost, port: config.opsPort, setting: "KEEPSAKE_OPS_PORT" });

  const supervisor = supervise(names, {
    start,
    askToStop: (name) => channels.get(name)?.tell("stop", null),
    log,
  });
  let failure: Error | undefined;
  const closing = closeWithGrace({ delay: config.graceMs + LATE_MS, logger: false }, async ({ signal, err }) => {
    if (err) log.fatal({ error: err }, "Keepsake stops because of an unexpected error");
    isServing = false;
    const killed = await supervisor.stop(config.graceMs);
    await ops.close();
    log.info({ signal, killed }, "Keepsake has stopped");
    if (failure || killed.length > 0) throw failure ?? new Error("Some processes did not end in time");
  });
  try {
    await supervisor.ready;
  } catch (error) {
    closing.uninstall();
    await supervisor.stop(config.graceMs);
    await ops.close();
    throw error;
  }
  isServing = true;
  log.info({ processes: names, ops: opsAddress }, "All processes are ready");
  void supervisor.givenUp.then((error) => {
    failure = error;
    log.fatal({ error }, "Keepsake stops because a process cannot be kept running");
    return closing.close();
  });
}

/** Fails when something listens on the port. The processes themselves would share it with another group. */
async function requireFreePort({ host, port }: Config) {
  const http = fastify();
  await listen(http, { host, port, setting: "KEEPSAKE_PORT" });
  await http.close();
}

function createOwnMetrics(names: readonly string[], isUp: (name: string) => boolean) {
  const registry = new Registry();
  new Gauge({
    name: "keepsake_process_up",
    help: "Whether a process of the group serves",
    labelNames: ["process"],
    registers: [registry],
    collect() {
      for (const name of names) this.set({ process: name }, isUp(name) ? 1 : 0);
    },
  });
  const starts = new Counter({
    name: "keepsake_process_starts_total",
    help: "How often a process of the group was started",
    labelNames: ["process"],
    registers: [registry],
  });
  return { registry, starts };
}
