import { Client } from "pg";
import { waitFor } from "../../engines/wait-for.ts";
import { planAlertsReader } from "../../packages/service/src/features/alerts/planning/plan-alerts-reader.ts";
import { prunePlans } from "../../packages/service/src/features/alerts/retention/prune-plans.ts";
import { recordSavesReader } from "../../packages/service/src/features/insights/record-saves-reader.ts";
import { copyListReader } from "../../packages/service/src/features/lists/copying/copy-list-reader.ts";
import { endWatchesReader } from "../../packages/service/src/features/subscriptions/watches/end-watches-reader.ts";
import { pruneIdempotencyKeys } from "../../packages/service/src/platform/db/idempotency.ts";
import type { PlanId } from "../../packages/service/src/platform/ids.ts";
import { createPruneOutbox } from "../../packages/service/src/platform/outbox/prune.ts";
import { startRelay } from "../../packages/service/src/platform/outbox/relay.ts";
import type { BenchContext } from "../path.ts";
import { signUps } from "../paths/subscribe.ts";
import { additions } from "../paths/update-ctx.ts";
import { writeScript } from "../pgbench.ts";
import { psql } from "../psql.ts";
import { openRestocks, type Restocks } from "../restock.ts";
import { VARIANTS } from "../seed-lists.ts";
import { startService } from "../service.ts";
import { runWrk } from "../wrk.ts";
import { leave, signUp } from "./change-line.ts";
import { addItems, changeItems } from "./change-lists.ts";
import type { Shop } from "./seed.ts";

const WEEKS = 52;
const WEEKS_PER_MONTH = 4;
const KEEP_WEEKS = 13;
const CLIENTS = 8;
const READ_MS = 300_000;

/** What happens in a week. */
export type Week = {
  readonly added: number;
  readonly removed: number;
  readonly updated: number;
  readonly signUps: number;
  readonly left: number;
  readonly restocks: number;
  /** In so many weeks, the API gets calls for a second of each kind. */
  readonly callsEvery: number;
};

/** A year of a shop, week by week. */
export async function liveAYear(context: BenchContext, shop: Shop, week: Week): Promise<void> {
  const { url, store } = shop;
  const api = await startService({ databaseUrl: url, role: "api", folder: context.folder });
  const lua = {
    add: await writeScript(context.folder, "year-add.lua", additions(shop.allShoppers)),
    subscribe: await writeScript(context.folder, "year-subscribe.lua", signUps(shop.authorization)),
  };
  const restocks = await openRestocks(url);
  const { deps } = restocks;
  const readers = [recordSavesReader, copyListReader(deps), planAlertsReader(deps), endWatchesReader(deps)];
  const relay = startRelay({ ...deps, readers, pollMs: deps.config.pollMs });
  const clients = await Promise.all([connect(url), connect(url)]);
  const [lists, line] = clients;
  const plans: PlanId[][] = [];

  for (let number = 0; number < WEEKS; number += 1) {
    await moveClock(url, number);
    const popular = Math.floor(number / WEEKS_PER_MONTH);
    await Promise.all([
      addItems(deps.db, shop, week.added),
      changeItems(lists, shop, "remove", week.removed).then(() => changeItems(lists, shop, "update", week.updated)),
      signUp(deps, shop, popular, week.signUps).then(() => leave(line, shop, week.left)),
    ]);
    const variants = Array.from({ length: week.restocks }, (_, index) => (number + index * WEEKS) % VARIANTS);
    if (number % WEEKS_PER_MONTH === WEEKS_PER_MONTH - 1) variants.push(popular);
    plans.push(await restock(restocks, shop, [...new Set(variants)]));
    if (number % week.callsEvery === 0)
      for (const script of [lua.add, lua.subscribe]) await runWrk({ api, script, clients: CLIENTS, seconds: 1 });
    const areRead = await waitFor(() => hasReadAll(line), READ_MS);
    if (!areRead) throw new Error("The readers did not follow the events of a week");
    await age(line, plans[number - KEEP_WEEKS] ?? []);
    for (const prune of [createPruneOutbox(readers.map(({ name }) => name)), prunePlans, pruneIdempotencyKeys])
      await prune(deps.db);
  }

  await relay.stop();
  await Promise.all(clients.map((client) => client.end()));
  await restocks.close();
  await api.stop();
  const left = await psql(url, `select count(*) from plans where store_id = ${store.id}`);
  if (Number(left) > KEEP_WEEKS * (week.restocks + 1))
    throw new Error(`${left} plans are left: retention did not work`);
}

export async function connect(url: string) {
  const client = new Client({ connectionString: url });
  client.on("error", () => undefined); // a lost connection fails its next query
  await client.connect();
  return client;
}

/** The slots of events and deliveries follow the clock of the simulation: a week is a day for events, and a week for
 *  deliveries. */
const moveClock = (url: string, week: number) =>
  psql(
    url,
    `create or replace function outbox_slot(at timestamptz) returns smallint language sql immutable
     return (((at at time zone 'UTC')::date - date '1970-01-01' + ${week}) % 8)::smallint`,
    `create or replace function delivery_slot(plan_created_at timestamptz) returns smallint language sql immutable
     return ((extract(year from (plan_created_at + interval '${week} weeks') at time zone 'UTC') * 12
       + extract(month from (plan_created_at + interval '${week} weeks') at time zone 'UTC')) % 26)::smallint`,
  );

export const findLines = (client: Client, shop: Pick<Shop, "store">, variantIds: readonly bigint[]) =>
  client
    .query<{ id: string; people: number }>(
      `select variant_id as id, count(*)::int as people from waiting
       where store_id = $1 and variant_id = any($2::bigint[]) and topic = 'backinstock' group by 1`,
      [shop.store.id, variantIds.map(String)],
    )
    .then(({ rows }) => ({
      variantIds: rows.map(({ id }) => BigInt(id)),
      people: rows.reduce((sum, { people }) => sum + people, 0),
    }));

async function restock({ restock: run, deps }: Restocks, shop: Shop, variants: readonly number[]): Promise<PlanId[]> {
  const client = await connect(shop.url);
  const line = await findLines(
    client,
    shop,
    variants.map((variant) => shop.firstId + BigInt(variant)),
  );
  await client.end();
  if (line.people === 0) return [];
  deps.log.debug({ people: line.people }, "restock");
  return (await run(shop.store.id, line.variantIds, line.people)).plans;
}

const hasReadAll = async (client: Client) =>
  (
    await client.query<{ isRead: boolean }>(
      `select (select min(batch) from outbox_positions) >= (select max(batch) from outbox_batches)
         and not exists (select from outbox where xid >= (select pg_snapshot_xmax(snapshot) from outbox_batches order by batch desc limit 1)) as "isRead"`,
    )
  ).rows[0]?.isRead ?? false;

/** Makes the events of past weeks and the plans of a past week old enough to be deleted. Pruning looks at the newest event
 *  and batch of a slot only. */
async function age(client: Client, plans: readonly PlanId[]) {
  for (const table of ["outbox", "outbox_batches"] as const)
    await client.query(
      `update ${table} set created_at = now() - interval '7 days'
       where slot <> outbox_slot(now()) and created_at > now() - interval '3 days' and ${NEWEST[table]}`,
    );
  await client.query("update plans set keep_until = now() where id = any($1::bigint[])", [plans]);
}
const NEWEST = {
  outbox: `(slot, id) in (select n.slot, e.id from generate_series(0, 7) as n (slot)
    cross join lateral (select id from outbox o where o.slot = n.slot order by xid desc, id desc limit 1) as e)`,
  outbox_batches: `(slot, batch) in (select n.slot, e.batch from generate_series(0, 7) as n (slot)
    cross join lateral (select batch from outbox_batches b where b.slot = n.slot order by batch desc limit 1) as e)`,
};
