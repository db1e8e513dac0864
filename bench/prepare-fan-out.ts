import { setTimeout as pause } from "node:timers/promises";
import { Logger, makeWorkerUtils, run, runMigrations } from "graphile-worker";
import { PgBoss } from "pg-boss";
import { deliverNextChunk } from "../packages/service/src/features/alerts/delivery/deliver-chunk.ts";
import { storeDeliveries } from "../packages/service/src/features/alerts/delivery/sql.ts";
import { insertPlans } from "../packages/service/src/features/alerts/planning/sql.ts";
import { runDueWaves } from "../packages/service/src/features/alerts/plans/run-waves.ts";
import { createVariantCache } from "../packages/service/src/features/catalog/variants/variant-cache.ts";
import { recordOutcomes } from "../packages/service/src/features/subscriptions/line/record-outcomes.ts";
import { coalesce } from "../packages/service/src/platform/db/coalesce.ts";
import type { PlanId, SubscriptionId, VariantId } from "../packages/service/src/platform/ids.ts";
import type { Sender } from "../packages/service/src/platform/messaging/sender.ts";
import type { BenchContext } from "./path.ts";
import { psql } from "./psql.ts";
import { seedWaiting } from "./seed-waiting.ts";
import { createStore, migrate, openDeps } from "./service.ts";

const BATCH = 500;
export const LANES = 2;
const POLL_MS = 200;
const DONE = "2";

/** Sends nothing, so that the bench measures everything but the sending. */
const NULL_SENDER: Sender = { inFlight: BATCH, mayRepeat: true, send: async () => ({ state: "sent" }) };

type FanOutRun = { readonly seconds: number; readonly peakMb: number };

/** Creates a database with `people` waiting for one variant, and returns the contenders: each records one restock for all
 *  of them. */
export async function prepareFanOut({ postgres }: BenchContext, database: string, people: number) {
  const url = await postgres.createDatabase(database);
  await migrate(url);
  const { id } = await createStore(url, "Fan-out");
  const first = await seedWaiting(url, id, people);
  const variantId = `${first}` as VariantId;
  const deps = await openDeps(url);
  const { db } = deps;
  const delivering = {
    ...deps,
    variants: createVariantCache(db.hot, deps.clock),
    senders: { email: NULL_SENDER },
  };
  let number = 0;

  /** Resets the database to the state before the restock. */
  async function restore() {
    await psql(
      url,
      "truncate deliveries, ledger, waves, chunks, outbox, plans",
      `update subscriptions set state = 1 where state <> 1`,
      "vacuum (analyze) subscriptions",
      "checkpoint",
    );
    number += 1;
    await psql(url, `update stock set restocks = ${number}`);
  }
  const makePlan = () =>
    db.inStore(id, async (tx) => {
      const policy = { audience: "all", order: "oldest", perUnit: 1, waveSize: 100, waitSeconds: 0 } as const;
      const [plan] = await insertPlans(tx, [
        { variantId, topic: "backinstock", number, seed: "", policy, state: "open" },
      ]);
      if (!plan) throw new Error("The plan was not stored");
      return plan.id;
    });
  const write = (planId: PlanId, ids: readonly SubscriptionId[]) =>
    db.inStore(id, async (tx) => {
      await storeDeliveries(
        tx,
        planId,
        ids.map((one) => ({ id: one, state: "sent" })),
      );
      await recordOutcomes(
        tx,
        ids.map((one) => ({ id: one, planId, state: "notified", reason: "sent" })),
      );
    });
  const ids = Array.from({ length: people }, (_, n) => `${first + BigInt(n + 1)}` as SubscriptionId);

  async function timed(work: () => Promise<unknown>): Promise<FanOutRun> {
    const watch = watchMemory();
    const from = performance.now();
    await work();
    const seconds = (performance.now() - from) / 1_000;
    const peakMb = watch.stop();
    const [sent, recorded] = (
      await psql(
        url,
        "select (select count(*) from deliveries where state = 1) || ',' || (select count(*) from ledger)",
      )
    ).split(",");
    if (Number(sent) !== people || Number(recorded) !== people)
      throw new Error(`Of ${people} alerts ${sent} were sent and ${recorded} recorded in the ledger`);
    return { seconds, peakMb };
  }

  return {
    async keepsake() {
      await restore();
      await makePlan();
      let isPlanned = false;
      const waves = async () => {
        while (!isPlanned) {
          await runDueWaves(db);
          isPlanned = (await psql(url, "select state from plans")) === DONE;
          if (!isPlanned) await pause(POLL_MS);
        }
      };
      const lane = async () => {
        for (;;) {
          if (await deliverNextChunk(delivering)) continue;
          if (isPlanned) return;
          await pause(POLL_MS / 10);
        }
      };
      return timed(() => Promise.all([waves(), ...Array.from({ length: LANES }, lane)]));
    },
    async bare() {
      await restore();
      const planId = await makePlan();
      return timed(() =>
        psql(
          url,
          `with sent as (
             insert into deliveries (plan_id, subscription_id, store_id, state)
             select ${planId}, id, store_id, 1 from subscriptions
             where store_id = ${id} and variant_id = ${first} and topic = 'backinstock' and state = 1
             on conflict do nothing returning subscription_id
           ), recorded as (
             insert into ledger (store_id, subscription_id, plan_id, state, reason)
             select ${id}, subscription_id, ${planId}, 3, 'sent' from sent
           ) update subscriptions s set state = 3 from sent where s.store_id = ${id} and s.id = sent.subscription_id`,
        ),
      );
    },
    async boss() {
      await restore();
      const planId = await makePlan();
      await psql(url, "drop schema if exists pgboss cascade");
      const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false });
      boss.on("error", () => undefined);
      await boss.start();
      await boss.createQueue("alerts");
      const lane = async () => {
        for (;;) {
          const jobs = await boss.fetch<{ id: SubscriptionId }>("alerts", { batchSize: BATCH });
          if (jobs.length === 0) return;
          await write(
            planId,
            jobs.map((job) => job.data.id),
          );
          await boss.complete(
            "alerts",
            jobs.map((job) => job.id),
          );
        }
      };
      const result = await timed(async () => {
        for (let at = 0; at < people; at += BATCH) {
          await boss.insert(
            "alerts",
            ids.slice(at, at + BATCH).map((one) => ({ data: { id: one } })),
          );
        }
        await Promise.all(Array.from({ length: LANES }, lane));
      });
      await boss.stop({ graceful: false });
      return result;
    },
    async graphile() {
      await restore();
      const planId = await makePlan();
      await psql(url, "drop schema if exists graphile_worker cascade");
      await runMigrations({ connectionString: url });
      const utils = await makeWorkerUtils({ connectionString: url });
      const writeOne = coalesce<SubscriptionId, undefined>(
        async (some) => {
          await write(planId, some);
          return some.map(() => ({ value: undefined }));
        },
        { inFlight: LANES, max: BATCH },
      );
      let done = 0;
      const { promise: all, resolve } = Promise.withResolvers<void>();
      const result = await timed(async () => {
        for (let at = 0; at < people; at += BATCH) {
          await utils.addJobs(ids.slice(at, at + BATCH).map((one) => ({ identifier: "alerts", payload: { id: one } })));
        }
        const runner = await run({
          preset: { worker: { concurrentJobs: BATCH, localQueue: { size: BATCH }, completeJobBatchDelay: 0 } },
          connectionString: url,
          logger: new Logger(() => () => undefined),
          noHandleSignals: true,
          taskList: {
            alerts: async (payload) => {
              await writeOne((payload as { id: SubscriptionId }).id);
              done += 1;
              if (done === people) resolve();
            },
          },
        });
        await all;
        await runner.stop();
      });
      await utils.release();
      return result;
    },
    close: () => deps.close(),
  };
}

/** Measures how much the memory of this process grows at most, in megabytes. */
function watchMemory() {
  const before = process.memoryUsage.rss();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 50);
  return {
    stop() {
      clearInterval(timer);
      return (peak - before) / 1e6;
    },
  };
}
