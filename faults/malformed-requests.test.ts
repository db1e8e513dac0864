import { randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { waitFor } from "../engines/wait-for.ts";
import { createGrammar, mutate, type Random, type Request, render, seeded } from "./generate-malformed.ts";
import { FULL, openLab, report, signal } from "./lab.ts";
import { isOverloaded, load, tally } from "./load.ts";
import type { LoopDelay } from "./loop-delay.ts";

const REQUESTS = FULL ? 1_000_000 : 50_000;
const WARM_UP = 10_000;
// Enough that some reach the database: most are refused before it, or answered from a cache.
const CONTROL = 5_000;
const CONNECTIONS = 32;
const ANSWER_MS = 15_000;
/** The event loop of the service. A slow machine has some tenths of a second; a request that blocks it takes seconds. */
const DELAY_MS = 1_000;
const OVERLOADED = "503 overloaded";
/** An answer to HEAD: it has no body, so the reason is unknown. */
const BODILESS = "503 without a body";
const GROWTH_MB = 50;
// As in a small container: with gigabytes available, V8 lets the heap grow before it frees anything.
const SMALL_HEAP = "--max-old-space-size=128 --max-semi-space-size=8";

test("no malformed request makes the service fail, stall, grow or restart", async () => {
  const seed = Number(process.env["KEEPSAKE_FAULTS_SEED"] ?? randomInt(2 ** 31));
  report("malformed requests", { seed, replay: `KEEPSAKE_FAULTS_SEED=${seed}` });
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
      if (status.startsWith("5") && status !== OVERLOADED && status !== BODILESS)
        failed.push(`${status} ${bytes.toString("latin1").slice(0, 600)}`);
    };
    // The service blocks addresses that send wrong keys, so each connection has its own address.
    const agents = Array.from({ length: CONNECTIONS / 2 }, () => newAgent(random));
    const seconds = await load({ loops: CONNECTIONS, calls: requests }, async (n) => {
      const lane = n % CONNECTIONS;
      const sent = next();
      if (lane >= agents.length) {
        const damaged = mutate(random, render(sent, false));
        for (const status of await sendBytes(api.port, damaged, newAddress(random))) note(status, damaged);
        return;
      }
      if (random.chance(0.01)) agents[lane] = newAgent(random, agents[lane]);
      note(await sendRequest(api.port, sent, agents[lane]), render(sent, true));
    });
    for (const agent of agents) agent.destroy();
    return { statuses, failed, seconds };
  }
  /** The delay of the service's event loop since the last measurement. */
  async function measureDelay(): Promise<LoopDelay> {
    const before = await readFile(delayFile, "utf8").catch(() => "");
    signal(api.pid, "SIGWINCH");
    let text = before;
    await waitFor(
      async () => (text = await readFile(delayFile, "utf8").catch(() => before)) !== before && text.endsWith("}"),
      60_000,
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
  const isSameProcess = api.pid === pid;
  const log = await api.log();
  const logged = tally([...log.matchAll(/"msg":"([^"]*)"/g)].map(([, text = ""]) => text));
  // The service logs each request that it refuses because the machine is too slow for the load.
  const refused = log.split('"pressure":').length - 1;
  const overloaded = [warm.statuses, statuses]
    .flatMap((counts) => [counts[OVERLOADED], counts[BODILESS]])
    .reduce<number>((sum, count) => sum + (count ?? 0), 0);
  await lab.engines.postgres.kill();
  const control = await attack(CONTROL);
  report("malformed requests", {
    statuses,
    perSecond: (REQUESTS - WARM_UP) / seconds,
    delay,
    memory,
    control: control.statuses,
    logged,
  });

  expect([...warm.failed, ...failed]).toEqual([]);
  expect(overloaded).toBeLessThanOrEqual(refused);
  expect(isSameProcess).toBe(true);
  expect(delay.p999Ms).toBeLessThanOrEqual(DELAY_MS);
  expect(memory.after - memory.before).toBeLessThanOrEqual(GROWTH_MB);
  expect(Object.keys(statuses).some((status) => status.startsWith("4"))).toBe(true);
  // Control: without a database the same requests must show failures.
  expect(control.failed.length).toBeGreaterThan(0);
});

const newAddress = ({ below }: Random) => `127.${below(250)}.${below(250)}.${1 + below(250)}`;

function newAgent(random: Random, old?: Agent) {
  old?.destroy();
  return new Agent({ keepAlive: true, maxSockets: 1, localAddress: newAddress(random) });
}

/** Sends a request with Node's client, which refuses to send some of them. */
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
          let text = "";
          incoming.on("data", (chunk) => (text += chunk));
          incoming.on("close", () => {
            resolve(nameStatus(String(incoming.statusCode), text));
          });
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

/** Sends bytes on a new connection and returns the statuses of all answers. */
function sendBytes(port: number, bytes: Buffer, localAddress: string): Promise<string[]> {
  return new Promise((resolve) => {
    let received = "";
    const socket = connect({ port, host: "127.0.0.1", localAddress, timeout: ANSWER_MS });
    socket.on("data", (chunk) => (received += chunk.toString("latin1")));
    socket.on("error", () => {});
    socket.on("timeout", () => {
      received += "HTTP/1.1 stuck";
      socket.destroy();
    });
    socket.on("close", () => {
      const answers = received.split(/(?=HTTP\/1\.1 \w)/).filter((text) => text.startsWith("HTTP/1.1 "));
      resolve(
        answers.map((text) => nameStatus(/^HTTP\/1\.1 (\w+)/.exec(text)?.[1] ?? "?", text.split("\r\n\r\n", 2)[1])),
      );
    });
    socket.end(bytes);
  });
}

function nameStatus(status: string, body = "") {
  if (isOverloaded({ status: Number(status), text: body })) return OVERLOADED;
  return status === "503" && body === "" ? BODILESS : status;
}
