import { setTimeout as pause } from "node:timers/promises";
import { createDelivery } from "../../packages/service/src/features/alerts/delivery/deliver-chunk.ts";
import { storeBatch } from "../../packages/service/src/features/alerts/delivery/sql.ts";
import { insertPlans } from "../../packages/service/src/features/alerts/planning/sql.ts";
import { PLAN_STATES } from "../../packages/service/src/features/alerts/plans/plan.ts";
import { runDueWaves } from "../../packages/service/src/features/alerts/plans/run-waves.ts";
import { leaveLine } from "../../packages/service/src/features/subscriptions/line/leave-line.ts";
import type { ContactId, PlanId, SubscriptionId, VariantId } from "../../packages/service/src/platform/ids.ts";
import { postgresUs } from "../cpu.ts";
import { FILL_LINE } from "../fill-line.ts";
import { LANES } from "../lanes.ts";
import { createNullSender } from "../null-sender.ts";
import type { BenchContext } from "../path.ts";
import { psql } from "../psql.ts";
import { seedWaiting } from "../seed-waiting.ts";
import { createStore, migrate, openDeps } from "../service.ts";

const POLL_MS = 200;

export type FanOutRun = {
  readonly seconds: number;
  readonly peakMb: number;
  readonly walBytes: number;
  /** CPU time for each person, in microseconds. */
  readonly nodeUs: number;
  readonly postgresUs: number;
};

/** Creates a database with `people` waiting for one variant, and returns what the contenders need: each records one restock
 *  for all of them. */
export async function prepareFanOut({ postgres }: BenchContext, database: string, people: number) {
  const url = await postgres.createDatabase(database);
  await migrate(url);
  const { id, authorization } = await createStore(url, "Fan-out", undefined, ["insights"]);
  const first = await seedWaiting(url, id, people);
  const variantId = `${first}` as VariantId;
  const line = { variantId, topic: "backinstock" };
  await createTablesOfBefore(url);
  const deps = await openDeps(url);
  const { db } = deps;
  const delivering = { ...deps, senders: { email: createNullSender() } };
  let number = 0;

  /** Resets the database to the state before the restock. */
  async function restore() {
    await psql(
      url,
      "truncate deliveries, ledger, waves, chunks, outbox, plans, waiting, deliveries_of_before, ledger_of_before",
      FILL_LINE,
      "update subscriptions_of_before set state = 1 where state <> 1",
      "vacuum (analyze) subscriptions_of_before, waiting",
      "checkpoint",
    );
    number += 1;
    await psql(url, `update stock set restocks = ${number}`);
  }
  const makePlan = () =>
    db.inStore(id, async (tx) => {
      const policy = { audience: "all", order: "oldest", perUnit: 1, waveSize: 100, waitSeconds: 0 } as const;
      const [plan] = await insertPlans(tx, [
        { ...line, cause: "event", number, seed: "", keepDays: 400, policy, state: "open" },
      ]);
      if (!plan) throw new Error("The plan was not stored");
      return { id: plan.id, slot: Number(await psql(url, "select slot from plans")) };
    });
  const isPlanDone = () =>
    db.inStore(id, async (tx) => (await tx`select from plans where state = ${PLAN_STATES.done}`).length > 0);
  const walBytes = async () => Number(await psql(url, "select pg_current_wal_lsn() - '0/0'::pg_lsn"));

  async function timed(work: () => Promise<unknown>): Promise<FanOutRun> {
    const walBefore = await walBytes();
    const watch = watchMemory();
    const cpu = process.cpuUsage();
    const postgresBefore = postgresUs(postgres.pid);
    const from = performance.now();
    await work();
    const seconds = (performance.now() - from) / 1_000;
    const peakMb = watch.stop();
    const { user, system } = process.cpuUsage(cpu);
    const perPerson = {
      nodeUs: (user + system) / people,
      postgresUs: (postgresUs(postgres.pid) - postgresBefore) / people,
    };
    const wal = ((await walBytes()) - walBefore) / people;
    const [sent, before] = (
      await psql(
        url,
        "select (select count(*) from deliveries where state = 1) || ',' || (select count(*) from deliveries_of_before where state = 1)",
      )
    ).split(",");
    if (Number(sent) + Number(before) !== people)
      throw new Error(`Of ${people} alerts ${sent} were recorded, and ${before} as before`);
    return { seconds, peakMb, walBytes: wal, ...perPerson };
  }

  return {
    url,
    authorization,
    people,
    ids: Array.from({ length: people }, (_, n) => `${first + BigInt(n + 1)}` as SubscriptionId),
    restore,
    makePlan,
    timed,
    /** Records alerts as the service does: a row each, an event, and the people leave the line. */
    write: (plan: { readonly id: PlanId; readonly slot: number }, ids: readonly SubscriptionId[]) =>
      db.inStore(id, async (tx) => {
        const recipients = ids.map((one) => ({
          id: one,
          contactId: "0" as ContactId,
          place: "0",
          quantity: 1,
          addressHash: "",
        }));
        await storeBatch(
          tx,
          { ...plan, ...line },
          recipients.map((recipient) => ({ recipient, state: "sent", reason: "sent" })),
          { chunk: { id: "0", lease: 0 }, people: { ids: [], joinedUntil: "0" }, units: 0 },
          { areNew: true },
        );
        await leaveLine(tx, ids);
      }),
    async keepsake() {
      await restore();
      await makePlan();
      let isPlanned = false;
      const waves = async () => {
        while (!isPlanned) {
          if (await runDueWaves(deps)) continue;
          isPlanned = await isPlanDone();
          if (!isPlanned) await pause(POLL_MS);
        }
      };
      const { deliverNextChunk } = createDelivery(delivering);
      const lane = async () => {
        for (;;) {
          if (await deliverNextChunk()) continue;
          if (isPlanned) return;
          await pause(POLL_MS / 10);
        }
      };
      return timed(() => Promise.all([waves(), ...Array.from({ length: LANES }, lane)]));
    },
    /** One statement that writes what the version before this shape wrote: a delivery, a ledger row and a changed
     *  subscription for each person. */
    async bare() {
      await restore();
      return timed(() =>
        psql(
          url,
          `with sent as (
             insert into deliveries_of_before (plan_id, subscription_id, store_id, state)
             select ${number}, id, store_id, 1 from subscriptions_of_before
             where store_id = ${id} and variant_id = ${first} and topic = 'backinstock' and state = 1
             on conflict do nothing returning subscription_id
           ), recorded as (
             insert into ledger_of_before (store_id, subscription_id, plan_id, state, reason)
             select ${id}, subscription_id, ${number}, 3, 'sent' from sent
           ) update subscriptions_of_before s set state = 3 from sent where s.store_id = ${id} and s.id = sent.subscription_id`,
        ),
      );
    },
    close: () => deps.close(),
  };
}

export type FanOut = Awaited<ReturnType<typeof prepareFanOut>>;

/** The tables of the version before the line had its own, with the indexes that they had. */
const createTablesOfBefore = (url: string) =>
  psql(
    url,
    "create table subscriptions_of_before (like subscriptions including all) with (fillfactor = 90)",
    "create index on subscriptions_of_before (store_id, variant_id, topic, signed_up_at, id) where state = 1",
    "insert into subscriptions_of_before select * from subscriptions",
    `create table deliveries_of_before (at timestamptz not null default clock_timestamp(), plan_id bigint not null, subscription_id bigint not null,
       store_id integer not null, state smallint not null, tries smallint not null default 1, primary key (plan_id, subscription_id))`,
    `create table ledger_of_before (at timestamptz not null default clock_timestamp(), subscription_id bigint not null, plan_id bigint,
       store_id integer not null, state smallint not null, reason text not null check (length(reason) <= 80))`,
    "create index on ledger_of_before (subscription_id, at)",
  );

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
