import { randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { waitFor } from "../engines/wait-for.ts";
import { FULL, openLab, report, signal } from "./lab.ts";
import { load, tally } from "./load.ts";
import type { LoopDelay } from "./loop-delay.ts";
import { createGrammar, mutate, type Random, type Request, render, seeded } from "./malformed.ts";

const REQUESTS = FULL ? 1_000_000 : 50_000;
const WARM_UP = 10_000;
const CONTROL = 300;
const CONNECTIONS = 32;
const ANSWER_MS = 15_000;
const DELAY_MS = 100;
const GROWTH_MB = 50;
// As in a small container. With gigabytes at hand V8 lets its heap grow before it looks for anything to free.
const SMALL_HEAP = "--max-old-space-size=128 --max-semi-space-size=8";

test("E1 malformed: nothing that can be sent makes the service fail, stall, grow or restart", async () => {
  const seed = Number(process.env["KEEPSAKE_FAULTS_SEED"] ?? randomInt(2 ** 31));
  report("E1", { seed, replay: `KEEPSAKE_FAULTS_SEED=${seed}` });
  const lab = await openLab({ postgres: true });
  onTestFinished(lab.close);
  const delayFile = join(lab.folder, "loop-delay.json");
  const [store, api] = await Promise.all([
    lab.aStore(),
    lab.start("api", {
      NODE_OPTIONS: `${SMALL_HEAP} --import ${new URL("./loop-delay.ts", import.meta.url).href}`,
      LOOP_DELAY_FILE: delayFile,
      KEEPSAKE_LOG_LEVEL: "warn",
    }),
  ]);
  const { pid } = api;
  const random = seeded(seed);
  const next = createGrammar(random, store);

  async function attack(requests: number) {
    const statuses: Record<string, number> = {};
    const failed: string[] = [];
    const note = (status: string, bytes: Buffer) => {
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status.startsWith("5")) failed.push(`${status} ${bytes.toString("latin1").slice(0, 600)}`);
    };
    // An address that guesses keys is soon refused for that alone; so each connection has one of its own.
    const agents = Array.from({ length: CONNECTIONS / 2 }, () => newAgent(random));
    const seconds = await load({ loops: CONNECTIONS, calls: requests }, async (n) => {
      const lane = n % CONNECTIONS;
      const sent = next();
      if (lane >= agents.length) {
        const spoiled = mutate(random, render(sent, false));
        for (const status of await sendBytes(api.port, spoiled, newAddress(random))) note(status, spoiled);
        return;
      }
      if (random.chance(0.01)) agents[lane] = newAgent(random, agents[lane]);
      note(await sendRequest(api.port, sent, agents[lane]), render(sent, true));
    });
    for (const agent of agents) agent.destroy();
    return { statuses, failed, seconds };
  }
  /** The delay of the service's event loop since the last time it was asked for. */
  async function measureDelay(): Promise<LoopDelay> {
    const before = await readFile(delayFile, "utf8").catch(() => "");
    signal(api.pid, "SIGWINCH");
    let text = before;
    await waitFor(
      async () => (text = await readFile(delayFile, "utf8").catch(() => before)) !== before && text.endsWith("}"),
      5_000,
    );
    return JSON.parse(text) as LoopDelay;
  }
  const memoryMb = async () =>
    Number(/VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

  const warm = await attack(WARM_UP);
  await measureDelay();
  const memory = { before: await memoryMb(), after: 0 };
  const { statuses, failed, seconds } = await attack(REQUESTS - WARM_UP);
  const delay = await measureDelay();
  memory.after = await memoryMb();
  const livesOn = api.pid === pid;
  // Why a call failed is in the log: a fault of the service reads differently from a machine that is too busy.
  const logged = tally([...(await api.log()).matchAll(/"msg":"([^"]*)"/g)].map(([, text = ""]) => text));
  await lab.engines.postgres.kill();
  const control = await attack(CONTROL);
  report("E1", {
    statuses,
    perSecond: (REQUESTS - WARM_UP) / seconds,
    delay,
    memory,
    control: control.statuses,
    logged,
  });

  expect([...warm.failed, ...failed]).toEqual([]);
  expect(livesOn).toBe(true);
  expect(delay.p999Ms).toBeLessThanOrEqual(DELAY_MS);
  expect(memory.after - memory.before).toBeLessThanOrEqual(GROWTH_MB);
  expect(Object.keys(statuses).some((status) => status.startsWith("4"))).toBe(true);
  // Without a database the same requests must show failures, or the count above sees none at all.
  expect(control.failed.length).toBeGreaterThan(0);
});

const newAddress = ({ below }: Random) => `127.${below(250)}.${below(250)}.${1 + below(250)}`;

function newAgent(random: Random, old?: Agent) {
  old?.destroy();
  return new Agent({ keepAlive: true, maxSockets: 1, localAddress: newAddress(random) });
}

/** A request that Node's own client agrees to send. */
function sendRequest(
  port: number,
  { method, path, headers, body }: Request,
  agent: Agent | undefined,
): Promise<string> {
  return new Promise((resolve) => {
    try {
      const outgoing = request(
        { host: "127.0.0.1", port, method, path, headers, agent, timeout: ANSWER_MS },
        (incoming) => {
          incoming.resume();
          incoming.on("close", () => resolve(String(incoming.statusCode)));
        },
      );
      outgoing.on("timeout", () => outgoing.destroy());
      outgoing.on("error", () => resolve("closed"));
      outgoing.end(body);
    } catch {
      resolve("unsendable");
    }
  });
}

/** Bytes on a connection of their own; the statuses of whatever answers come. */
function sendBytes(port: number, bytes: Buffer, localAddress: string): Promise<string[]> {
  return new Promise((resolve) => {
    let heard = "";
    const socket = connect({ port, host: "127.0.0.1", localAddress, timeout: ANSWER_MS });
    socket.on("data", (chunk) => (heard += chunk.toString("latin1")));
    socket.on("error", () => {});
    socket.on("timeout", () => {
      heard += "HTTP/1.1 stuck";
      socket.destroy();
    });
    socket.on("close", () => resolve([...heard.matchAll(/HTTP\/1\.1 (\w+)/g)].map(([, status = ""]) => status)));
    socket.end(bytes);
  });
}
