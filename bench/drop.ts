import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { createDelivery } from "../packages/service/src/features/alerts/delivery/deliver-chunk.ts";
import { insertPlans, type NewPlan } from "../packages/service/src/features/alerts/planning/sql.ts";
import { runDueWaves } from "../packages/service/src/features/alerts/plans/run-waves.ts";
import type { StoreId, VariantId } from "../packages/service/src/platform/ids.ts";
import { FILL_LINE } from "./fill-line.ts";
import { LANES } from "./lanes.ts";
import { createNullSender } from "./null-sender.ts";
import type { BenchContext } from "./path.ts";
import { psql } from "./psql.ts";
import type { Line } from "./report.ts";
import { seedWaiting } from "./seed-waiting.ts";
import { createStore, migrate, openDeps } from "./service.ts";

const PEOPLE = { full: 5_000_000, short: 200_000 };
const PART = { full: 200_000, short: 20_000 };
const OTHERS = 100;
const LOOK_MS = 100;
const BARS = { firstSeconds: 5, statementMs: 2_000, othersSeconds: 30, grownMb: 100 };
const SEED = "8f2c1a90-0000-4000-8000-000000000000"; // a draw that begins in the middle of the ranks
const POLICY = { audience: "all", perUnit: 1, waveSize: 100, waitSeconds: 0 } as const;

/** One drop with millions of people in line: how long the first one waits, the slowest statement, the memory, and how long
 *  100 people of another store wait meanwhile. The other orders and a price drop are stopped after a part. */
export async function* measureDrop(context: BenchContext): AsyncIterable<Line> {
  const size = context.isShort ? "short" : "full";
  const url = await context.postgres.createDatabase("drop");
  await migrate(url);
  const [big, small] = [await createStore(url, "Big"), await createStore(url, "Small")];
  const variantId = `${await seedWaiting(url, big.id, PEOPLE[size])}` as VariantId;
  const others = { storeId: small.id, variantId: `${await seedWaiting(url, small.id, OTHERS)}` as VariantId };
  const drop = (name: string, plan: Partial<NewPlan>, stopAfter: number) =>
    runDrop(url, { name, storeId: big.id, variantId, others, plan, stopAfter });

  yield await drop("newest", { policy: { ...POLICY, order: "newest" } }, PART[size]);
  yield await drop("drawn", { policy: { ...POLICY, order: "drawn" } }, PART[size]);
  await toPriceWatchers(url, big.id);
  const price = { currency: "EUR", from: 120, to: 100 };
  yield await drop("price", { topic: "pricedrop", policy: { ...POLICY, order: "oldest", price } }, PART[size]);
  await psql(url, "truncate waiting", FILL_LINE, "vacuum (analyze) waiting");
  yield await drop("oldest", { policy: { ...POLICY, order: "oldest" } }, PEOPLE[size]);
}

/** Every second person wants a lower price than the drop has. */
const toPriceWatchers = (url: string, storeId: StoreId) =>
  psql(
    url,
    `update waiting set topic = 'pricedrop', currency = 'EUR', price_max = case when subscription_id % 2 = 0 then 110 else 90 end
     where store_id = ${storeId}`,
    "vacuum (analyze) waiting",
  );

type Drop = {
  readonly name: string;
  readonly storeId: StoreId;
  readonly variantId: VariantId;
  readonly others: { readonly storeId: StoreId; readonly variantId: VariantId };
  readonly plan: Partial<NewPlan>;
  readonly stopAfter: number;
};

async function runDrop(url: string, { name, storeId, variantId, others, plan, stopAfter }: Drop): Promise<Line> {
  const deps = await openDeps(url);
  const stopping = new AbortController();
  let sent = 0;
  let firstAt = 0;
  const from = performance.now();
  const counting = {
    ...createNullSender(),
    async send() {
      firstAt ||= performance.now();
      sent += 1;
      return { state: "sent" as const };
    },
  };
  const { deliverNextChunk } = createDelivery({ ...deps, senders: { email: counting }, stopping: stopping.signal });
  const watch = await watchStatements(url);
  const memoryBefore = process.memoryUsage.rss();
  await makePlan(deps, storeId, { variantId, ...plan });
  const othersBegun = performance.now();
  await makePlan(deps, others.storeId, { variantId: others.variantId });

  const isOver = () => stopping.signal.aborted;
  const waves = async () => {
    while (!isOver()) if (!(await runDueWaves(deps))) await pause(LOOK_MS);
  };
  const lane = async () => {
    while (!isOver()) if (!(await deliverNextChunk())) await pause(LOOK_MS);
  };
  let othersSeconds = 0;
  let grownMb = 0;
  const look = async () => {
    while (!isOver()) {
      await pause(LOOK_MS);
      grownMb = Math.max(grownMb, (process.memoryUsage.rss() - memoryBefore) / 1e6);
      if (othersSeconds === 0 && (await countWaiting(watch.client, others.storeId)) === 0)
        othersSeconds = (performance.now() - othersBegun) / 1_000;
      if (sent >= stopAfter + OTHERS || (sent >= stopAfter && othersSeconds > 0)) stopping.abort();
    }
  };
  await Promise.all([waves(), ...Array.from({ length: LANES }, lane), look()]);
  const seconds = (performance.now() - from) / 1_000;
  const statementMs = await watch.stop();
  await deps.close();
  await restoreOthers(url, others.storeId);
  const firstSeconds = (firstAt - from) / 1_000;
  return {
    path: "drop",
    order: name,
    people: stopAfter,
    service: sent / seconds,
    firstSeconds,
    statementMs,
    othersSeconds,
    grownMb,
    ok:
      firstSeconds <= BARS.firstSeconds &&
      statementMs <= BARS.statementMs &&
      othersSeconds <= BARS.othersSeconds &&
      grownMb <= BARS.grownMb,
  };
}

let plans = 0;
async function makePlan(deps: Awaited<ReturnType<typeof openDeps>>, storeId: StoreId, plan: Partial<NewPlan>) {
  plans += 1;
  const whole: NewPlan = {
    variantId: "0" as VariantId,
    topic: "backinstock",
    cause: "merchant", // its number need not be that of a restock
    number: plans,
    seed: SEED,
    state: "open",
    keepDays: 400,
    policy: { ...POLICY, order: "oldest" },
    ...plan,
  };
  const made = await deps.db.inStore(storeId, (tx) => insertPlans(tx, [whole]));
  if (made.length === 0) throw new Error("The plan was not stored");
}

const countWaiting = async (client: Client, storeId: StoreId) =>
  Number((await client.query("select count(*) from waiting where store_id = $1", [storeId])).rows[0]?.count);

/** The people of the other store wait again. */
const restoreOthers = (url: string, storeId: StoreId) =>
  psql(
    url,
    `insert into waiting (variant_id, subscription_id, place, store_id, rank, quantity, topic)
     select variant_id, id, line_place(signed_up_at), store_id, line_rank(id), quantity, topic from subscriptions where store_id = ${storeId}
     on conflict do nothing`,
  );

/** Watches how long the statements of the service take. Returns the longest, in milliseconds. */
async function watchStatements(url: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  let longest = 0;
  let isStopped = false;
  const watching = (async () => {
    while (!isStopped) {
      const { rows } = await client.query<{ ms: number | null }>(
        `select max(extract(epoch from clock_timestamp() - query_start) * 1000)::float8 as ms from pg_stat_activity
         where state = 'active' and application_name like 'keepsake%' and pid <> pg_backend_pid()`,
      );
      longest = Math.max(longest, rows[0]?.ms ?? 0);
      await pause(LOOK_MS / 4);
    }
  })();
  return {
    client,
    async stop() {
      isStopped = true;
      await watching;
      await client.end();
      return longest;
    },
  };
}
