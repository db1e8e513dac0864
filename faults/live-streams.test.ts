import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { waitFor } from "../engines/wait-for.ts";
import { FULL, openLab, report, type Store } from "./lab.ts";
import { aShopper, items, listCall, type Shopper } from "./lists.ts";
import { type LiveStream, openStream } from "./live-stream-client.ts";
import { aRetryingClient, load, percentile, sendUntilAnswered, tally } from "./load.ts";

const STREAMS = FULL ? 10_000 : 500;
const STORES = FULL ? 10 : 1;
/** In the short form no shopper changes again before the poll has found the last change. */
const CHANGES_PER_SECOND = FULL ? 500 : 80;
const SECONDS = FULL ? 60 : 6;
/** In the short form a busy machine decides over the slowest changes. Polling needs 1.5 s for half of them. */
const SHARE = FULL ? 0.99 : 0.5;
const WITH_NATS_MS = 1_000;
const BY_POLLING_MS = 5_000;
const STATEMENTS_PER_SECOND_MAX = 5;
const IDLE_MS = FULL ? 30_000 : 5_000;
const SETTLE_MS = 30_000;

/** Like the other labs, and it counts statements. */
const POSTGRES = { fsync: false, shared_preload_libraries: "pg_stat_statements" };

type Device = { readonly store: Store; readonly shopper: Shopper; readonly stream: LiveStream; answeredAt: number[] };

const STATEMENTS = `select coalesce(sum(calls), 0) from pg_stat_statements join pg_roles r on r.oid = userid
  where rolname in ('keepsake_hot', 'keepsake_store', 'keepsake_worker')`;

/** Opens the streams over two processes, then changes lists, and measures from the answer of a change to the event on the
 *  shopper's other device. */
async function measure({ nats }: { nats: boolean }) {
  const lab = await openLab({ postgres: POSTGRES, nats }, { KEEPSAKE_TRUST_PROXY: "127.0.0.1" });
  onTestFinished(lab.close);
  const apis = await Promise.all([lab.start("api"), lab.start("api")]);
  const stores = await Promise.all(Array.from({ length: STORES }, () => lab.aStore()));
  const client = aRetryingClient(apis[0].port, { stalls: lab.watchStalls() });
  onTestFinished(client.close);

  /** The seconds of the load in which changes were made that took long. */
  const lateInSecond: number[] = [];
  let loadedAt = 0;
  const openingAt = performance.now();
  const latencies: number[] = [];
  const devices: Device[] = [];
  onTestFinished(() => {
    for (const { stream } of devices) stream.close();
  });
  await load({ loops: 32, calls: STREAMS }, async (n) => {
    const store = stores[n % stores.length] as Store;
    const shopper = await aShopper(client, store);
    const { text } = await sendUntilAnswered(client, listCall(store, shopper, "live-token"));
    const { token } = JSON.parse(text) as { token: string };
    const query = new URLSearchParams({ pid: store.pid, regid: shopper.regid, token });
    const address = {
      port: (apis[n % 2] as (typeof apis)[0]).port,
      path: `/api/v3/lists/live?${query.toString()}`,
      ip: `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`,
    };
    const answeredAt: number[] = [];
    const stream = await openStream(address, (at) => {
      for (const answered of answeredAt.splice(0)) {
        latencies.push(at - answered);
        if (at - answered > WITH_NATS_MS) lateInSecond.push(Math.floor((answered - loadedAt) / 1_000));
      }
    });
    devices.push({ store, shopper, stream, answeredAt });
  });

  const openedMs = Math.round(performance.now() - openingAt);

  // The lab itself and its watcher use other roles, and no worker is running yet.
  await lab.select("create extension pg_stat_statements");
  await pause(IDLE_MS / 4);
  const [[before] = []] = await lab.select(STATEMENTS);
  const idleAt = performance.now();
  await pause(IDLE_MS);
  const [[after] = []] = await lab.select(STATEMENTS);
  const idleSeconds = (performance.now() - idleAt) / 1_000;
  const statementsPerSecond = (Number(after) - Number(before)) / idleSeconds / apis.length;

  await lab.start("worker");
  const statuses: string[] = [];
  let changes = 0;
  loadedAt = performance.now();
  const seconds = await load({ loops: 64, perSecond: CHANGES_PER_SECOND, seconds: SECONDS }, async (n) => {
    const device = devices[n % devices.length] as Device;
    const begun = performance.now();
    const call = listCall(device.store, device.shopper, "update-ctx", { lid: device.shopper.lid, a: items(n + 1) });
    const { status, text } = await client.send(call, (apis[(n >> 1) % 2] as (typeof apis)[0]).port);
    statuses.push(status === 200 ? "200" : `${status} ${text}`);
    if (status !== 200) return;
    changes += 1;
    // The event may arrive before the answer.
    if (device.stream.lastChangedAt() > begun) latencies.push(0);
    else device.answeredAt.push(performance.now());
  });
  await waitFor(() => latencies.length >= changes, SETTLE_MS);
  const figures = {
    nats,
    streams: devices.length,
    openedMs,
    changes,
    perSecond: Math.round(changes / seconds),
    missed: changes - latencies.length,
    judgedMs: Math.round(percentile(latencies, SHARE)),
    p50: Math.round(percentile(latencies, 0.5)),
    p99: Math.round(percentile(latencies, 0.99)),
    max: Math.round(Math.max(...latencies)),
    statementsPerSecond,
    ...(nats ? { lateInSecond: tally(lateInSecond) } : {}),
    statuses: tally(statuses),
  };
  report("live streams", figures);
  return figures;
}

test("with NATS a change reaches the shopper's other device within a second", async () => {
  const { judgedMs, missed, statuses, statementsPerSecond } = await measure({ nats: true });
  expect(Object.keys(statuses)).toEqual(["200"]);
  expect(missed).toBe(0);
  expect(judgedMs).toBeLessThan(WITH_NATS_MS);
  expect(statementsPerSecond).toBeLessThan(STATEMENTS_PER_SECOND_MAX);
});

test("without NATS a change reaches the shopper's other device within five seconds", async () => {
  const { judgedMs, missed, statuses, statementsPerSecond } = await measure({ nats: false });
  expect(Object.keys(statuses)).toEqual(["200"]);
  expect(missed).toBe(0);
  expect(judgedMs).toBeLessThan(BY_POLLING_MS);
  expect(statementsPerSecond).toBeLessThan(STATEMENTS_PER_SECOND_MAX);
});
