import { setTimeout as pause } from "node:timers/promises";
import { Logger, makeWorkerUtils, run, runMigrations } from "graphile-worker";
import { PgBoss } from "pg-boss";
import { deliverNextChunk } from "../packages/service/src/features/alerts/delivery/deliver-chunk.ts";
import { storeDeliveries } from "../packages/service/src/features/alerts/delivery/sql.ts";
import { runDueWaves } from "../packages/service/src/features/alerts/plans/run-waves.ts";
import { insertPlan } from "../packages/service/src/features/alerts/plans/sql.ts";
import { createVariantCache } from "../packages/service/src/features/catalog/variants/variant-cache.ts";
import { recordOutcomes } from "../packages/service/src/features/subscriptions/line/recipients.ts";
import { coalesce } from "../packages/service/src/platform/db/coalesce.ts";
import type { PlanId, StoreId, SubscriptionId, VariantId } from "../packages/service/src/platform/ids.ts";
import type { Sender } from "../packages/service/src/platform/messaging/sender.ts";
import type { Ground } from "./path.ts";
import { psql } from "./psql.ts";
import type { Line } from "./report.ts";
import { seedWaiting } from "./seed-waiting.ts";
import { createStore, migrate, openParts } from "./service.ts";
import { sideBySide, spreadOf } from "./side-by-side.ts";

const PEOPLE = { full: 200_000, short: 20_000 };
const MANY = 1_000_000;
const BATCH = 500;
const LANES = 2;
const LOOK_MS = 200;
const DONE = "2";
const BARS = { libraries: 5, bare: 0.5 };

/** Hands nothing to nobody: what is measured is all the rest. */
const NULL_SENDER: Sender = { inFlight: BATCH, mayRepeat: true, send: async () => ({ state: "sent" }) };

type Told = { readonly seconds: number; readonly peakMb: number };

/** One restock for very many who wait, everything written down: our engine, two queue libraries that do the same work, and
 *  one bare statement that writes the same rows. */
export async function* measureFanOut(ground: Ground, { reps }: { reps: number }): AsyncIterable<Line> {
  const people = ground.isShort ? PEOPLE.short : PEOPLE.full;
  const fan = await prepareFanOut(ground, "fan_out", people);
  const contenders = { keepsake: fan.keepsake, bare: fan.bare, boss: fan.boss, graphile: fan.graphile };
  await sideBySide(contenders, 1);
  const { rounds, busy } = await sideBySide(contenders, reps);
  await fan.close();
  const perSecond = (name: keyof typeof contenders) => spreadOf(rounds, (round) => people / round[name].seconds).median;
  const ratio = spreadOf(
    rounds,
    ({ keepsake, boss, graphile }) => Math.min(boss.seconds, graphile.seconds) / keepsake.seconds,
  );
  const ofBare = spreadOf(rounds, ({ keepsake, bare }) => bare.seconds / keepsake.seconds);
  yield {
    path: "fan-out",
    people,
    clients: LANES,
    reps,
    ratio: ratio.median,
    ratioMin: ratio.min,
    ratioMax: ratio.max,
    ofBare: ofBare.median,
    ofBareMin: ofBare.min,
    ofBareMax: ofBare.max,
    service: perSecond("keepsake"),
    bare: perSecond("bare"),
    pgBoss: perSecond("boss"),
    graphileWorker: perSecond("graphile"),
    bar: BARS.libraries,
    barOfBare: BARS.bare,
    ok: ratio.median >= BARS.libraries && ofBare.median >= BARS.bare,
    busy,
  };
  if (!ground.isShort) yield await measureMany(ground);
}

/** A million, once: the ratio to the bare statement holds and memory stays flat. */
async function measureMany(ground: Ground): Promise<Line> {
  const fan = await prepareFanOut(ground, "fan_out_million", MANY);
  const bare = await fan.bare();
  const keepsake = await fan.keepsake();
  await fan.close();
  return {
    path: "fan-out",
    people: MANY,
    ofBare: bare.seconds / keepsake.seconds,
    service: MANY / keepsake.seconds,
    bare: MANY / bare.seconds,
    peakMb: keepsake.peakMb,
    bar: BARS.bare,
    ok: bare.seconds / keepsake.seconds >= BARS.bare,
  };
}

async function prepareFanOut({ postgres }: Ground, database: string, people: number) {
  const url = await postgres.createDatabase(database);
  await migrate(url);
  const { id } = await createStore(url, "Fan-out");
  const storeId = id as StoreId;
  const first = await seedWaiting(url, id, people);
  const variantId = `${first}` as VariantId;
  const parts = openParts(url);
  const { db } = parts;
  const delivering = {
    ...parts,
    variants: createVariantCache(db.hot, parts.clock),
    senders: { email: NULL_SENDER },
  };
  let number = 0;

  /** As it was before anybody was told. */
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
    db.inStore(storeId, async (tx) => {
      const policy = { audience: "all", order: "oldest", perUnit: 1, waveSize: 100, waitSeconds: 0 } as const;
      const [plan] = await insertPlan(tx, { variantId, topic: "backinstock", number, seed: "", policy, state: "open" });
      if (!plan) throw new Error("Nobody waits");
      return plan.id;
    });
  const write = (planId: PlanId, ids: readonly SubscriptionId[]) =>
    db.inStore(storeId, async (tx) => {
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

  async function timed(work: () => Promise<unknown>): Promise<Told> {
    const watch = watchMemory();
    const from = performance.now();
    await work();
    const seconds = (performance.now() - from) / 1_000;
    const peakMb = watch.stop();
    const [told, noted] = (
      await psql(
        url,
        "select (select count(*) from deliveries where state = 1) || ',' || (select count(*) from ledger)",
      )
    ).split(",");
    if (Number(told) !== people || Number(noted) !== people)
      throw new Error(`${told} of ${people} told, ${noted} noted`);
    return { seconds, peakMb };
  }

  return {
    async keepsake() {
      await restore();
      await makePlan();
      let isCut = false;
      const waves = async () => {
        while (!isCut) {
          await runDueWaves(db);
          isCut = (await psql(url, "select state from plans")) === DONE;
          if (!isCut) await pause(LOOK_MS);
        }
      };
      const lane = async () => {
        for (;;) {
          if (await deliverNextChunk(delivering)) continue;
          if (isCut) return;
          await pause(LOOK_MS / 10);
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
          `with told as (
             insert into deliveries (plan_id, subscription_id, store_id, state)
             select ${planId}, id, store_id, 1 from subscriptions
             where store_id = ${id} and variant_id = ${first} and topic = 'backinstock' and state = 1
             on conflict do nothing returning subscription_id
           ), noted as (
             insert into ledger (store_id, subscription_id, plan_id, state, reason)
             select ${id}, subscription_id, ${planId}, 3, 'sent' from told
           ) update subscriptions s set state = 3 from told where s.store_id = ${id} and s.id = told.subscription_id`,
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
      await boss.createQueue("tell");
      const lane = async () => {
        for (;;) {
          const jobs = await boss.fetch<{ id: SubscriptionId }>("tell", { batchSize: BATCH });
          if (jobs.length === 0) return;
          await write(
            planId,
            jobs.map((job) => job.data.id),
          );
          await boss.complete(
            "tell",
            jobs.map((job) => job.id),
          );
        }
      };
      const told = await timed(async () => {
        for (let at = 0; at < people; at += BATCH) {
          await boss.insert(
            "tell",
            ids.slice(at, at + BATCH).map((one) => ({ data: { id: one } })),
          );
        }
        await Promise.all(Array.from({ length: LANES }, lane));
      });
      await boss.stop({ graceful: false });
      return told;
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
      const told = await timed(async () => {
        for (let at = 0; at < people; at += BATCH) {
          await utils.addJobs(ids.slice(at, at + BATCH).map((one) => ({ identifier: "tell", payload: { id: one } })));
        }
        const runner = await run({
          preset: { worker: { concurrentJobs: BATCH, localQueue: { size: BATCH }, completeJobBatchDelay: 0 } },
          connectionString: url,
          logger: new Logger(() => () => undefined),
          noHandleSignals: true,
          taskList: {
            tell: async (payload) => {
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
      return told;
    },
    close: () => parts.close(),
  };
}

/** The largest this process was, in megabytes, over what it was at the start. */
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
