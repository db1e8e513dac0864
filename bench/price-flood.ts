import { setTimeout as pause } from "node:timers/promises";
import { waitFor } from "../engines/wait-for.ts";
import type { Db } from "../packages/service/src/platform/db/db.ts";
import type { StoreId } from "../packages/service/src/platform/ids.ts";
import { partitionOf } from "../packages/service/src/platform/outbox/reader.ts";
import type { BenchContext } from "./path.ts";
import { psql } from "./psql.ts";
import { waitForQuiet } from "./quiet.ts";
import type { Line } from "./report.ts";
import { seedCatalogue } from "./seed-catalogue.ts";
import { createStore, migrate, openDeps, startService } from "./service.ts";

/** Every change lowers a price, so that each is an event. `rounds`: how often each variant becomes cheaper. */
const FLOOD = { full: { changes: 1_000_000, rounds: 10 }, short: { changes: 20_000, rounds: 4 } };
const CHANGES_PER_CALL = 500;
const CALLERS = 4;
const FIRST_PRICE = 1_000;

/** A store is restocked this often, with this many variants. */
const RESTOCK_EVERY_MS = 200;
const RESTOCKED_AT_ONCE = 1;
const RESTOCKABLE = { full: 10_000, short: 1_000 };
const POLL_MS = 5;
const RETRY_MS = 100;
const PLANNED_MS = 120_000;
const BAR_MS = 2_000;
const SHARDS = 4_096;
const SHARD_BITS = 19;

type TestStore = Awaited<ReturnType<typeof createStore>>;

/** One store lowers a million prices as fast as the API takes them. Meanwhile two other stores are restocked, one of them
 *  in the same partition of the events. Measures how long after the answer each restock is planned. There is no NATS: an
 *  API and a worker that only polls. */
export async function* measurePriceFlood({ postgres, folder, isShort }: BenchContext): AsyncIterable<Line> {
  const { changes, rounds } = isShort ? FLOOD.short : FLOOD.full;
  const databaseUrl = await postgres.createDatabase("price_flood");
  await migrate(databaseUrl);
  const { flooding, near, far } = await createStores(databaseUrl);
  await seedCatalogue(databaseUrl, flooding.id, { count: changes / rounds, price: FIRST_PRICE });
  const count = isShort ? RESTOCKABLE.short : RESTOCKABLE.full;
  const neighbours = await Promise.all(
    [near, far].map(async (store) => ({
      store,
      first: await seedCatalogue(databaseUrl, store.id, { count, price: FIRST_PRICE, topic: "backinstock" }),
    })),
  );
  const [api, worker] = await Promise.all(
    (["api", "worker"] as const).map((role) => startService({ databaseUrl, role, folder })),
  );
  if (!api || !worker) throw new Error("The service was not started");
  const deps = await openDeps(databaseUrl);

  const busy = await waitForQuiet();
  const end = new AbortController();
  const [flooded, ...times] = await Promise.all([
    flood(api.port, flooding, { changes, rounds }).finally(() => end.abort()),
    ...neighbours.map(({ store, first }) => restock({ port: api.port, db: deps.db, store, first }, end.signal)),
  ]);

  await deps.close();
  await Promise.all([api.stop(), worker.stop()]);
  const events = Number(await psql(databaseUrl, "select count(*) from outbox where subject = 'price.dropped'"));
  for (const [index, partition] of ["same", "other"].entries()) {
    const sorted = (times[index] ?? []).toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
    yield {
      path: "price-flood",
      partition,
      changes,
      events,
      perSecond: changes / flooded.seconds,
      refused: flooded.refused,
      restocks: sorted.length,
      p50: at(0.5),
      p99: at(0.99),
      max: at(1),
      bar: BAR_MS,
      ok: at(0.99) <= BAR_MS,
      busy,
    };
  }
}

/** `near` is in the partition of the flooding store, `far` in another one. */
async function createStores(databaseUrl: string) {
  const inShard = (name: string, shard: number) => createStore(databaseUrl, name, { first: shard, last: shard });
  const partition = ({ id }: { readonly id: number }) => partitionOf({ storeId: id as StoreId });
  const flooding = await inShard("Flood", 0);
  const shards = Array.from({ length: SHARDS - 1 }, (_, index) => index + 1);
  const nearShard = shards.find((shard) => partition({ id: (shard << SHARD_BITS) + 1 }) === partition(flooding));
  if (!nearShard) throw new Error("No shard begins with a store in the partition of the flooding store");
  const near = await inShard("Near", nearShard);
  const far = await inShard("Far", 0);
  if (partition(near) !== partition(flooding) || partition(far) === partition(flooding))
    throw new Error("The stores are not in the partitions that they should be in");
  return { flooding, near, far };
}

async function flood(port: number, store: TestStore, { changes, rounds }: { changes: number; rounds: number }) {
  const variants = changes / rounds;
  const calls = changes / CHANGES_PER_CALL;
  const startedAt = performance.now();
  let next = 0;
  let refused = 0;
  const caller = async () => {
    while (next < calls) {
      const from = next * CHANGES_PER_CALL;
      next += 1;
      const pr = FIRST_PRICE - 1 - Math.floor(from / variants);
      const body = Array.from({ length: CHANGES_PER_CALL }, (_, index) => ({
        epi: ((from + index) % variants) + 1,
        pr,
        currency: "EUR",
      }));
      while (!(await post(port, store, "catalog/upsert", { variants: body }))) {
        refused += 1;
        await pause(RETRY_MS);
      }
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return { seconds: (performance.now() - startedAt) / 1_000, refused };
}

/** Restocks variants until the signal. Returns how long after the answer each of them was planned, in milliseconds. */
async function restock(
  { port, db, store, first }: { port: number; db: Db; store: TestStore; first: bigint },
  signal: AbortSignal,
): Promise<number[]> {
  const times: number[] = [];
  const waiting = new Map<string, number>();
  const findPlanned = async () => {
    const planned =
      waiting.size === 0 ? [] : await db.worker.run<{ id: string }>(PLANNED, [store.id, [...waiting.keys()]]);
    const now = performance.now();
    for (const { id } of planned) {
      times.push(now - (waiting.get(id) ?? now));
      waiting.delete(id);
    }
  };
  let isReporting = true;
  const look = async () => {
    while (isReporting) {
      await findPlanned();
      await pause(POLL_MS);
    }
    const areAllPlanned = await waitFor(async () => {
      await findPlanned();
      return waiting.size === 0;
    }, PLANNED_MS);
    if (!areAllPlanned) throw new Error(`${waiting.size} restocks were not planned`);
  };
  const report = async () => {
    for (let from = 1; !signal.aborted; from += RESTOCKED_AT_ONCE) {
      const numbers = Array.from({ length: RESTOCKED_AT_ONCE }, (_, index) => from + index);
      const occurredAt = new Date().toISOString();
      const levels = numbers.map((epi) => ({ epi, quantity: 1, occurredAt }));
      const answer = await post(port, store, "inventory/set", { levels });
      const answeredAt = performance.now();
      if (answer && answer["changed"] !== levels.length) throw new Error("The variants to restock are used up");
      if (answer) for (const number of numbers) waiting.set(String(first + BigInt(number)), answeredAt);
      await pause(RESTOCK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
    isReporting = false;
  };
  await Promise.all([report(), look()]);
  return times;
}

const PLANNED = {
  name: "bench-planned",
  text: "select distinct variant_id as id from plans where store_id = $1 and variant_id = any($2::bigint[])",
};

/** Returns undefined when the service refuses with 503, because the machine or its disk is overloaded. */
async function post(port: number, { authorization }: TestStore, path: string, body: object) {
  const answer = await fetch(`http://127.0.0.1:${port}/storeadmin/v3/${path}`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (answer.status === 503) return undefined;
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}
