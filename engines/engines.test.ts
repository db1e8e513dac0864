import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ask } from "./ask.ts";
import { getFreePort } from "./get-free-port.ts";
import { POSTGRES_BIN } from "./install.ts";
import { startNatsCluster } from "./nats.ts";
import { sendSignal } from "./processes.ts";
import { startRedis } from "./redis.ts";
import { startEngines } from "./start.ts";
import { waitFor } from "./wait-for.ts";

const run = promisify(execFile);
const RUN = join(import.meta.dirname, "run.ts");
const SLOW = { timeout: 240_000 };
const WAIT_MS = 60_000;
const ALL = { postgres: true, nats: true, redis: true } as const;

let scratch: string;
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), "engines-test-"));
  await run("chmod", ["755", scratch]);
  vi.stubEnv("KEEPSAKE_SCRATCH", scratch);
});
afterEach(() => rm(scratch, { recursive: true }));

const select = async (url: string, sql: string) =>
  (await run(join(POSTGRES_BIN, "psql"), ["-XAtc", sql, url])).stdout.trim();
const ping = async (port: number) => (await ask(port, "PING\r\n", /\+PONG/)) !== null;
const hasJetStream = async (port: number) => (await ask(port, "", /^INFO .*"jetstream":true/)) !== null;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("the engines answer, restart after kill -9 with their port and data, and leave nothing behind", SLOW, async () => {
  const { postgres, nats, redis, stop } = await startEngines({ ...ALL, postgres: { work_mem: "5MB" } });
  const engines = [postgres, nats, redis];
  const pids = engines.map((engine) => engine.pid ?? 0);
  const shop = await postgres.createDatabase("shop");
  await select(shop, "create table items as select 7 as quantity");
  expect(await select(shop, "select current_setting('work_mem') || ' ' || current_setting('fsync')")).toBe("5MB on");
  expect(await hasJetStream(nats.port)).toBe(true);
  expect(await ping(redis.port)).toBe(true);

  // A busy backend does not notice that its postmaster is gone, so it must be killed, too.
  const busy = spawn(join(POSTGRES_BIN, "psql"), ["-Xc", "select count(*) from generate_series(1, 1e9)", shop]);
  const backends = "select count(*) from pg_stat_activity where state = 'active' and pid <> pg_backend_pid()";
  expect(await waitFor(async () => (await select(shop, backends)) === "1", WAIT_MS)).toBe(true);
  await Promise.all([...engines.map((engine) => engine.kill()), once(busy, "exit")]);
  expect(pids.some(isAlive)).toBe(false);
  expect(engines.map((engine) => engine.pid)).toEqual([undefined, undefined, undefined]);
  await nats.wipe();

  await Promise.all(engines.map((engine) => engine.start()));
  expect(await select(shop, "select quantity from items")).toBe("7");
  expect(await hasJetStream(nats.port)).toBe(true);
  expect(await ping(redis.port)).toBe(true);
  await expect(nats.wipe()).rejects.toThrow("Stop NATS");

  pids.push(...engines.map((engine) => engine.pid ?? 0));
  await stop();
  expect(pids.some(isAlive)).toBe(false);
  expect(await readdir(scratch)).toEqual([]);
});

test("an engine takes another port when its port is in use, even by an engine of the same kind", SLOW, async () => {
  const { redis, stop } = await startEngines({ redis: true });
  const ports = [redis.port, await getFreePort()];
  const pickPort = async () => ports.shift() ?? 0;

  const second = await startRedis({ dir: scratch, pickPort });
  expect(second.port).not.toBe(redis.port);
  await expect(startRedis({ dir: scratch })).rejects.toThrow("is in use");

  await Promise.all([second.stop(), stop()]);
});

test(
  "the engines end with the process that started them, or at the next start when that process was killed",
  SLOW,
  async () => {
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      const owner = spawn(process.execPath, [RUN], { stdio: ["ignore", "pipe", "inherit"] });
      let urls = "";
      owner.stdout.on("data", (text) => {
        urls += text;
      });
      expect(await waitFor(() => urls.includes("REDIS_URL='"), WAIT_MS)).toBe(true);
      const port = Number(/redis:.*:(\d+)/.exec(urls)?.[1]);
      expect(await ping(port)).toBe(true);

      owner.kill(signal);
      await once(owner, "exit");
      expect(await ping(port)).toBe(signal === "SIGKILL");
      const next = await startEngines({ nats: true });
      expect(await ping(port)).toBe(false);
      await next.stop();
      expect(await readdir(scratch)).toEqual([]);
    }
  },
);

test("a cluster of three NATS servers goes on without one, which may come back without its data", SLOW, async () => {
  const cluster = await startNatsCluster({ dir: join(scratch, "cluster"), nodes: 3, syncAlways: true });
  expect(await Promise.all(cluster.nodes.map(({ port }) => hasJetStream(port)))).toEqual([true, true, true]);
  const [first] = cluster.nodes;
  await first?.kill();
  expect(await waitFor(cluster.isReady, WAIT_MS)).toBe(true);
  await first?.wipe();
  await first?.start();
  expect(await waitFor(cluster.isReady, WAIT_MS)).toBe(true);
  await cluster.stop();
});

test("NATS without JetStream says so", SLOW, async () => {
  const { nats, stop } = await startEngines({ nats: { jetStream: false } });
  expect(await hasJetStream(nats.port)).toBe(false);
  await stop();
});

test("run.ts exits with the exit code of its command", SLOW, async () => {
  const command = 'test -n "$DATABASE_URL" && test -n "$NATS_URL" && test -n "$REDIS_URL" && exit 7';
  const code = await run(process.execPath, [RUN, "sh", "-c", command]).catch((error) => error.code);
  expect(code).toBe(7);
  expect(await readdir(scratch)).toEqual([]);
});

test("sendSignal refuses a pid that no engine can have", () => {
  for (const pid of [0, 1, 299, -5, Number.NaN]) {
    expect(() => sendSignal({ pid, startTicks: 0 }, "SIGKILL")).toThrow("Refusing");
  }
});
