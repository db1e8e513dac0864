import { Client } from "pg";
import type { StoreId } from "../packages/service/src/platform/ids.ts";
import type { BenchContext } from "./path.ts";
import { psql } from "./psql.ts";
import { waitForQuiet } from "./quiet.ts";
import type { Line } from "./report.ts";
import { openRestocks, type Restocks } from "./restock.ts";
import { seedWaiting } from "./seed-waiting.ts";
import { createStore, migrate } from "./service.ts";
import { spreadOf } from "./side-by-side.ts";

const PEOPLE = { full: 200_000, short: 20_000 };
const HELD_SECONDS = { full: 600, short: 20 };
/** Fan-outs of each kind before the snapshot and after it, and how many of the last ones are compared with them. */
const ROUNDS = { full: 4, short: 3 };
const BAR = 0.8;
const SIGN_UPS_AT_ONCE = 100;
/** Apart enough for the ids of the people of each product. */
const IDS_PER_PRODUCT = 1_000_000n;

type Round = { readonly new: number; readonly same: number };

/** How much slower fan-outs get while another transaction, such as a backup, holds a snapshot, so that no dead row can be
 *  removed. In each round one fan-out is for a new product, and one for a product whose people signed up again. */
export async function* measureSnapshot({ postgres, isShort }: BenchContext): AsyncIterable<Line> {
  const size = isShort ? "short" : "full";
  const people = PEOPLE[size];
  const url = await postgres.createDatabase("snapshot");
  await migrate(url);
  const { id } = await createStore(url, "Snapshot");
  const first = await seedWaiting(url, id, people);
  const restocks = await openRestocks(url);
  const line = { url, storeId: id, first, people };
  let products = 0n;
  const round = async (): Promise<Round> => {
    products += 1n;
    const product = first + products * IDS_PER_PRODUCT;
    await addProduct(line, product);
    const fresh = people / (await restocks.restock(id, [product], people)).seconds;
    await signUpAgain(line);
    return { new: fresh, same: people / (await restocks.restock(id, [first], people)).seconds };
  };

  await restocks.restock(id, [first], people);
  const busy = await waitForQuiet();
  const playRounds = async () => {
    const measured: Round[] = [];
    while (measured.length < ROUNDS[size]) measured.push(await round());
    return measured;
  };
  const before = await playRounds();
  const release = await holdSnapshot(url);
  const endsAt = performance.now() + HELD_SECONDS[size] * 1_000;
  const held: Round[] = [];
  while (performance.now() < endsAt || held.length < ROUNDS[size]) held.push(await round());
  const dead = await countDead(restocks);
  await release();
  await psql(url, "vacuum"); // autovacuum would do it within a minute
  // The tables have grown meanwhile, so fan-outs after the snapshot count as well.
  const after = await playRounds();
  await restocks.close();

  for (const product of ["new", "same"] as const) {
    const rate = (rounds: readonly Round[]) => spreadOf(rounds, (it) => it[product]).median;
    const last = rate(held.slice(-ROUNDS[size]));
    const ratio = last / rate([...before, ...after]);
    yield {
      path: "snapshot",
      product,
      people,
      ratio,
      before: rate(before),
      first: rate(held.slice(0, ROUNDS[size])),
      last,
      after: rate(after),
      rounds: held.length,
      ...dead,
      bar: BAR,
      ok: ratio >= BAR,
      busy,
    };
  }
}

type SeededLine = {
  readonly url: string;
  readonly storeId: StoreId;
  readonly first: bigint;
  readonly people: number;
};

/** A transaction that reads, as a backup does. Returns a function that ends it. */
async function holdSnapshot(url: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("begin isolation level repeatable read read only");
  await client.query("select count(*) from stores");
  return async () => {
    await client.query("commit");
    await client.end();
  };
}

/** Creates a product in stock, for which the same people wait. */
const addProduct = ({ url, storeId, first, people }: SeededLine, product: bigint) =>
  psql(
    url,
    "set session_replication_role = replica",
    `insert into variants (id, store_id, platform_id, product_id, product)
     select ${product}, store_id, '${product}', '${product}', product from variants where store_id = ${storeId} and id = ${first}`,
    `insert into stock (store_id, variant_id, quantity, arrived, restocks, is_in) values (${storeId}, ${product}, ${people}, ${people}, 1, true)`,
    "set session_replication_role = origin", // the trigger puts the people into the line
    `insert into subscriptions (id, store_id, variant_id, contact_id, state, topic)
     select ${product} + n, ${storeId}, ${product}, ${first} + n, 1, 'backinstock' from generate_series(1, ${people}) as n`,
    "checkpoint",
  );

/** The people who were notified of the first product sign up for it again, as many at once as the service combines. */
const signUpAgain = ({ url, storeId, first, people }: SeededLine) =>
  psql(
    url,
    `do $$ begin
       for n in 1 .. ${people} by ${SIGN_UPS_AT_ONCE} loop
         update subscriptions set signed_up_at = clock_timestamp()
         where store_id = ${storeId} and id between ${first} + n and ${first} + n + ${SIGN_UPS_AT_ONCE - 1};
         commit;
       end loop;
     end $$`,
    "checkpoint",
  );

const TABLES = ["waiting", "chunks", "plans"] as const;

async function countDead({ deps }: Restocks) {
  const rows = await deps.db.worker<{ name: string; dead: number }>`
    select relname as name, n_dead_tup::float8 as dead from pg_stat_user_tables where relname = any(${TABLES}::text[])`;
  return Object.fromEntries(rows.map(({ name, dead }) => [`dead_${name}`, dead]));
}
