import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { AckPolicy, jetstream, jetstreamManager, RetentionPolicy } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { Logger, makeWorkerUtils, run, runMigrations } from "graphile-worker";
import { PgBoss } from "pg-boss";
import { startNats } from "../../engines/nats.ts";
import { coalesce } from "../../packages/service/src/platform/db/coalesce.ts";
import type { SubscriptionId } from "../../packages/service/src/platform/ids.ts";
import { LANES } from "../lanes.ts";
import { psql } from "../psql.ts";
import type { FanOut, FanOutRun } from "./prepare.ts";

const BATCH = 500;

/** The people, divided into jobs: one job for each person, or for 500 of them. */
const jobsOf = ({ ids }: FanOut, perJob: number): SubscriptionId[][] =>
  Array.from({ length: Math.ceil(ids.length / perJob) }, (_, n) => ids.slice(n * perJob, (n + 1) * perJob));

/** pg-boss: three lanes fetch jobs for 500 people at a time, and write the same rows as the service. */
export async function runPgBoss(fan: FanOut, perJob: 1 | typeof BATCH): Promise<FanOutRun> {
  await fan.restore();
  const plan = await fan.makePlan();
  await psql(fan.url, "drop schema if exists pgboss cascade");
  const boss = new PgBoss({ connectionString: fan.url, supervise: false, schedule: false });
  boss.on("error", () => undefined);
  await boss.start();
  await boss.createQueue("alerts");
  const jobs = jobsOf(fan, perJob);
  const batchSize = BATCH / perJob;
  const lane = async () => {
    for (;;) {
      const fetched = await boss.fetch<{ ids: SubscriptionId[] }>("alerts", { batchSize });
      if (fetched.length === 0) return;
      await fan.write(
        plan,
        fetched.flatMap((job) => job.data.ids),
      );
      await boss.complete(
        "alerts",
        fetched.map((job) => job.id),
      );
    }
  };
  const result = await fan.timed(async () => {
    for (let at = 0; at < jobs.length; at += BATCH)
      await boss.insert(
        "alerts",
        jobs.slice(at, at + BATCH).map((ids) => ({ data: { ids } })),
      );
    await Promise.all(Array.from({ length: LANES }, lane));
  });
  await boss.stop({ graceful: false });
  return result;
}

/** graphile-worker with a local queue. With one job a person, the writes of 500 jobs are combined. */
export async function runGraphileWorker(fan: FanOut, perJob: 1 | typeof BATCH): Promise<FanOutRun> {
  await fan.restore();
  const plan = await fan.makePlan();
  await psql(fan.url, "drop schema if exists graphile_worker cascade");
  await runMigrations({ connectionString: fan.url });
  const utils = await makeWorkerUtils({ connectionString: fan.url });
  const writeSome = coalesce<readonly SubscriptionId[], undefined>(
    async (some) => {
      await fan.write(plan, some.flat());
      return some.map(() => ({ value: undefined }));
    },
    { inFlight: LANES, max: BATCH / perJob },
  );
  const jobs = jobsOf(fan, perJob);
  let done = 0;
  const { promise: all, resolve } = Promise.withResolvers<void>();
  const result = await fan.timed(async () => {
    for (let at = 0; at < jobs.length; at += BATCH)
      await utils.addJobs(jobs.slice(at, at + BATCH).map((ids) => ({ identifier: "alerts", payload: { ids } })));
    const concurrentJobs = perJob === 1 ? BATCH : LANES;
    const runner = await run({
      preset: { worker: { concurrentJobs, localQueue: { size: concurrentJobs }, completeJobBatchDelay: 0 } },
      connectionString: fan.url,
      logger: new Logger(() => () => undefined),
      noHandleSignals: true,
      taskList: {
        alerts: async (payload) => {
          await writeSome((payload as { ids: SubscriptionId[] }).ids);
          done += 1;
          if (done === jobs.length) resolve();
        },
      },
    });
    await all;
    await runner.stop();
  });
  await utils.release();
  return result;
}

/** JetStream: one message for 500 people, on the disk before it is acknowledged. */
export async function runJetStream(fan: FanOut, folder: string): Promise<FanOutRun> {
  await fan.restore();
  const plan = await fan.makePlan();
  const dir = join(folder, `nats-${performance.now()}`);
  await mkdir(dir, { recursive: true });
  const nats = await startNats({ dir, syncAlways: true });
  const connection = await connect({ servers: nats.url });
  const manager = await jetstreamManager(connection);
  await manager.streams.add({ name: "alerts", subjects: ["alerts"], retention: RetentionPolicy.Workqueue });
  await manager.consumers.add("alerts", { durable_name: "lanes", ack_policy: AckPolicy.Explicit });
  const js = jetstream(connection);
  const consumer = await js.consumers.get("alerts", "lanes");
  const jobs = jobsOf(fan, BATCH);
  let done = 0;
  const lane = async () => {
    while (done < jobs.length) {
      const message = await consumer.next({ expires: 1_000 });
      if (!message) continue;
      await fan.write(plan, message.json<SubscriptionId[]>());
      await message.ackAck();
      done += 1;
    }
  };
  const result = await fan.timed(async () => {
    for (const ids of jobs) await js.publish("alerts", JSON.stringify(ids));
    await Promise.all(Array.from({ length: LANES }, lane));
  });
  await connection.close();
  await nats.stop();
  return result;
}
