import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { PostgresSettings } from "../engines/postgres.ts";
import { waitFor } from "../engines/wait-for.ts";
import { FULL, freeze, openLab, report, signal } from "./lab.ts";
import { aClient, type Call, load, sendUntilAnswered, tally } from "./load.ts";
import { guestCall, MERGED_GUESTS, mergeCall, regidOf } from "./shopper.ts";

const KILLS = FULL ? 5 : 2;
// Longer than the 5.5 s after which the service gives up on a hung statement.
const FROZEN_MS = 7_000;
const PER_SECOND = 300;
const UNSAFE: PostgresSettings = { synchronous_commit: "off", wal_buffers: "64MB" };

test("when PostgreSQL is killed or hangs under load, calls get 503 at worst and no acknowledged write is lost", async () => {
  const { statuses, acked, missing, doubled, unknown, gapMs } = await killUnderLoad({ kills: KILLS, isFrozen: true });
  report("killed PostgreSQL", { statuses, acked, unknown, missing, doubled, gapMs });

  expect(acked).toBeGreaterThan(PER_SECOND);
  expect(statuses["503"]).toBeGreaterThan(0);
  expect(Object.keys(statuses).filter((status) => !["200", "429", "503"].includes(status))).toEqual([]);
  expect({ missing, doubled }).toEqual({ missing: 0, doubled: 0 });
});

test("control: acknowledged writes are lost when PostgreSQL does not wait for its log", async () => {
  const { acked, missing } = await killUnderLoad({ kills: 1, isFrozen: false, isUnsafe: true });
  report("killed PostgreSQL, control", { acked, missing });

  expect(missing).toBeGreaterThan(0);
});

async function killUnderLoad(options: { kills: number; isFrozen: boolean; isUnsafe?: boolean }) {
  const lab = await openLab({ postgres: options.isUnsafe ? UNSAFE : { fsync: true } });
  onTestFinished(lab.close);
  const [store, api] = await Promise.all([lab.aStore(), lab.start("all")]);
  const { postgres } = lab.engines;
  const { pid } = api;
  const client = aClient(api.port, { headers: { authorization: store.basic } });
  onTestFinished(client.close);

  const statuses: number[] = [];
  const acked: Call[] = [];
  const unknown: Call[] = [];
  let lastAckAt = performance.now();
  let gapMs = 0;
  let isOver = false;
  const loading = load({ loops: 32, perSecond: PER_SECOND, until: () => isOver }, async () => {
    const guest = await client.send(guestCall());
    statuses.push(guest.status);
    if (guest.status !== 200) return;
    const merge = mergeCall(guest);
    const answer = await client.send(merge);
    statuses.push(answer.status);
    if (answer.status !== 200) return void unknown.push(merge);
    acked.push(merge);
    gapMs = Math.max(gapMs, performance.now() - lastAckAt);
    lastAckAt = performance.now();
  });
  const serve = async (more: number) => {
    const enough = acked.length + more;
    if (!(await waitFor(() => acked.length >= enough, 120_000))) throw new Error("The service does not serve calls");
  };

  // Normally only a few kilobytes are unwritten when the server dies; without its WAL writer it is more.
  if (options.isUnsafe) await stopWalWriter(lab.select);
  for (let kill = 0; kill < options.kills; kill++) {
    await serve(PER_SECOND);
    await postgres.kill();
    await postgres.start();
  }
  await serve(PER_SECOND);
  if (options.isFrozen) {
    const thaw = await freeze(postgres);
    onTestFinished(thaw);
    await pause(FROZEN_MS);
    thaw();
    await serve(PER_SECOND);
  }
  isOver = true;
  await loading;
  expect(api.pid).toBe(pid);

  // A caller without an answer repeats the call with its key; the write then exists once, whether or not it did before.
  for (const merge of unknown) expect((await sendUntilAnswered(client, merge)).status).toBe(200);
  const events = new Map((await lab.select(MERGED_GUESTS)).map(([regid = "", count]) => [regid, count]));
  const missing = [...acked, ...unknown].filter((merge) => !events.has(regidOf(merge))).length;
  const doubled = [...events.values()].filter((count) => count !== "1").length;
  return { statuses: tally(statuses), acked: acked.length, unknown: unknown.length, missing, doubled, gapMs };
}

async function stopWalWriter(select: (sql: string) => Promise<string[][]>) {
  // Only the writes under load may be lost. Without its store the service would refuse every later call.
  await select("checkpoint");
  const [[pid] = []] = await select("select pid from pg_stat_activity where backend_type = 'walwriter'");
  signal(Number(pid), "SIGSTOP");
}
