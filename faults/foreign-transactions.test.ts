import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { waitFor } from "../engines/wait-for.ts";
import { connect, startEventLoad } from "./event-load.ts";
import { FULL, openLab, report } from "./lab.ts";

/** How long the other transaction is open. */
const SECONDS = Number(process.env["KEEPSAKE_FAULT_SECONDS"] ?? (FULL ? 600 : 6));
const SETTLE_MS = 2_000;
const START_MS = 60_000;
const P99_BAR_MS = 1_000;
const ROW_MS = 10;
/** The events of the last second may still be on their way. */
const READ_SHARE_MIN = 1 - P99_BAR_MS / 1_000 / SECONDS;

const OPEN_WRITERS = `select count(*) from pg_stat_activity where backend_xid is not null and datname = current_database()`;

async function aCluster() {
  const lab = await openLab({ postgres: true });
  onTestFinished(lab.close);
  const stream = await startEventLoad(lab);
  expect(await waitFor(() => stream.counts().received > 0, START_MS)).toBe(true);
  return { lab, stream, stalls: lab.watchStalls() };
}

type Cluster = Awaited<ReturnType<typeof aCluster>>;

/** Measures the events that are written while a transaction with this condition is open. */
async function measureWhile({ stream, stalls }: Cluster, name: string, isOpen: () => Promise<boolean>) {
  expect(await waitFor(isOpen, START_MS)).toBe(true);
  await pause(SETTLE_MS); // until all events from before have been read
  const before = stream.counts();
  const delays = stream.measure();
  await pause(SECONDS * 1_000);
  const after = stream.counts();
  const figures = {
    seconds: SECONDS,
    written: after.written - before.written,
    received: after.received - before.received,
    receivedOldWay: after.seenOldWay - before.seenOldWay,
    ...delays(),
    stalledMs: stalls.totalMs(),
  };
  expect(await isOpen()).toBe(true);
  report(name, figures);
  // A pause of the whole machine also delays events, and lets the old reader come late to events from before.
  const isStalled = stalls.totalMs() > 0;
  expect(isStalled || figures.p99 <= P99_BAR_MS).toBe(true);
  expect(isStalled || figures.received >= figures.written * READ_SHARE_MIN).toBe(true);
  // The control: readers of earlier versions wait until the transaction ends.
  expect(isStalled || figures.receivedOldWay === 0).toBe(true);
}

test("events arrive within a second while another database of the cluster runs a long COPY", async () => {
  const cluster = await aCluster();
  const url = await cluster.lab.engines.postgres.createDatabase("other_shop");
  const [importer, observer] = [await connect(url), await connect(url)];
  await importer.query("create table imported (n bigint)");
  // COPY reads 64 kB at a time from a program, so the first rows come at once.
  const program = `seq 30000; i=0; while [ $i -lt ${(SECONDS + 60) * 10} ]; do echo $i; i=$((i+1)); sleep 0.1; done`;
  const copying = importer.query(`copy imported from program '${program}'`).catch(() => undefined);
  const isOpen = async () => (await observer.query<{ count: string }>(OPEN_WRITERS)).rows[0]?.count !== "0";
  await measureWhile(cluster, "long copy", isOpen);
  await observer.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where backend_xid is not null and datname = current_database()",
  );
  await copying;
  await observer.end();
  const { written, received } = await cluster.stream.stop();
  expect(received).toBe(written);
});

test("events arrive within a second during the initial copy of a logical replication", async () => {
  const cluster = await aCluster();
  const { postgres } = cluster.lab.engines;
  const [source, target] = [await postgres.createDatabase("source"), await postgres.createDatabase("target")];
  const [publisher, subscriber] = [await connect(source), await connect(target)];
  const rows = Math.ceil(((SECONDS + 60) * 1_000) / ROW_MS);
  await publisher.query("create table goods (n int primary key)");
  await publisher.query(`insert into goods select generate_series(1, ${rows})`);
  await publisher.query("create publication goods for table goods");
  await publisher.query("select pg_create_logical_replication_slot('goods', 'pgoutput')");
  await subscriber.query("create table goods (n int primary key)");
  await subscriber.query(`create function take_time() returns trigger language plpgsql as
    $$ begin perform pg_sleep(${ROW_MS / 1_000}); return new; end $$`);
  await subscriber.query("create trigger slow before insert on goods for each row execute function take_time()");
  await subscriber.query("alter table goods enable always trigger slow");
  // In one cluster, a subscription that creates its slot would wait for itself.
  await subscriber.query(
    `create subscription goods connection '${source}' publication goods with (create_slot = false, slot_name = goods)`,
  );
  const isOpen = async () => (await subscriber.query<{ count: string }>(OPEN_WRITERS)).rows[0]?.count !== "0";
  await measureWhile(cluster, "initial copy", isOpen);
  await subscriber.query("alter subscription goods disable");
  await subscriber.query("alter subscription goods set (slot_name = none)");
  await subscriber.query("drop subscription goods");
  await Promise.all([publisher.end(), subscriber.end()]);
  const { written, received } = await cluster.stream.stop();
  expect(received).toBe(written);
});
