import { setTimeout as pause } from "node:timers/promises";
import { checkRollups } from "../../packages/service/src/features/insights/recount/check-rollups.ts";
import { ROLL_UP_SUBJECTS } from "../../packages/service/src/features/insights/rollups/count-events.ts";
import { ROLL_UP } from "../../packages/service/src/features/insights/rollups/counters.ts";
import { EMAIL } from "../../packages/service/src/features/subscriptions/address.ts";
import { signUpMany } from "../../packages/service/src/features/subscriptions/sign-up/sql.ts";
import type { VariantId } from "../../packages/service/src/platform/ids.ts";
import { unreadBy } from "../../packages/service/src/platform/outbox/unread.ts";
import type { BenchContext } from "../path.ts";
import { psql } from "../psql.ts";
import type { Line } from "../report.ts";
import { createStore, migrate, openDeps, startService } from "../service.ts";
import { seedStore } from "./seed-store.ts";

const EVENTS_PER_SECOND = 2_000;
const SECONDS = { full: 60, short: 5 };
const TICK_MS = 100;
const BARS = { lagSeconds: 5, catchUpSeconds: 10 };
const CATCH_UP_MS = 300_000;
/** With the worker stopped, waiting longer changes nothing. */
const CONTROL_CATCH_UP_MS = 2_000;

/** Half of the events are sign-ups, half are saved items, in one store. */
const PER_TICK = (EVENTS_PER_SECOND * TICK_MS) / 1000 / 2;

/** 2,000 events a second in one store, with a worker that runs all readers: how far the roll-ups fall behind, how long they need
 *  to catch up, and whether they equal a full count afterwards. The control has no worker, and must not be ok. */
export async function* measureRollUps(context: BenchContext): AsyncIterable<Line> {
  const url = await context.postgres.createDatabase("roll_ups");
  await migrate(url);
  const store = await createStore(url, "Roll-ups");
  const deps = await openDeps(url);
  const { firstId, variants, lists } = await seedStore(
    url,
    store,
    deps.hashAddress,
    context.isShort ? "small" : "large",
  );
  const worker = await startService({ databaseUrl: url, role: "worker", folder: context.folder });
  let people = 0;
  let saved = 0;
  const variantOf = (n: number) => `${firstId + BigInt((n * 7_919) % variants)}` as VariantId;

  const signUp = () =>
    signUpMany(
      deps.db.hot,
      Array.from({ length: PER_TICK }, () => {
        people += 1;
        const value = `newcomer-${people}@example.com`;
        return {
          storeId: store.id,
          medium: EMAIL,
          value,
          addressHash: deps.hashAddress({ medium: EMAIL, value }, store.id),
          onMailingList: null,
          locale: null,
          currency: null,
          timeZone: null,
          shopperId: null,
          proof: "shop" as const,
          source: "store-server",
          consentText: "",
          ipHash: null,
          confirmation: null,
          consentedAt: null,
          wanted: [
            {
              variantId: variantOf(people),
              topic: "backinstock",
              quantity: 1,
              extras: null,
              target: null,
              clientProduct: null,
            },
          ],
        };
      }),
    );
  /** Each puts another variant on another list. */
  const save = () => {
    saved += PER_TICK;
    return psql(
      url,
      `with added as (
         insert into items (list_id, variant_id, store_id)
         select ${firstId} + 1 + n % ${lists}, ${firstId} + (n::bigint * 104729 + n / ${lists}) % ${variants}, ${store.id}
         from generate_series(${saved - PER_TICK}, ${saved - 1}) as n
         on conflict do nothing returning list_id, variant_id
       )
       insert into outbox (store_id, subject, payload)
       select ${store.id}, 'item.added', jsonb_build_object('listId', list_id::text, 'shopperId', list_id::text,
         'variantIds', jsonb_build_array(variant_id::text), 'productIds', jsonb_build_array('p'))
       from added`,
    );
  };
  /** How many events the roll-ups have not counted, also of those that are in no batch yet, and how old the oldest is. A full
   *  count leaves these out, so it says nothing while there are any. */
  const findUnread = () =>
    deps.db.asWorker(async (tx) => {
      const [row] = await tx<{ count: number; age: number }>`
        select count(*)::int as count, coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::float8 as age
        from ${unreadBy(ROLL_UP)} as unread where subject = any(${[...ROLL_UP_SUBJECTS]}::text[])`;
      if (!row) throw new Error("The database counted nothing");
      return row;
    });
  const countEvents = async () => Number(await psql(url, "select count(*) from outbox"));

  const measure = async (seconds: number, catchUpMs: number) => {
    const before = await countEvents();
    const from = performance.now();
    const end = from + seconds * 1000;
    let looked = from;
    let lagMax = 0;
    for (let next = from; performance.now() < end; next += TICK_MS) {
      await Promise.all([signUp(), save()]);
      if (performance.now() - looked > 1_000) {
        looked = performance.now();
        lagMax = Math.max(lagMax, (await findUnread()).age);
      }
      await pause(Math.max(0, next + TICK_MS - performance.now()));
    }
    const perSecond = ((await countEvents()) - before) / ((performance.now() - from) / 1000);
    const stopped = performance.now();
    let unread = await findUnread();
    while (unread.count > 0 && performance.now() - stopped < catchUpMs) {
      await pause(TICK_MS);
      unread = await findUnread();
    }
    const catchUp = (performance.now() - stopped) / 1000;
    const { differences } = await checkRollups(deps.db);
    return {
      perSecond,
      seconds,
      lagMax,
      catchUp,
      unread: unread.count,
      differences: differences.length,
      ok:
        perSecond >= EVENTS_PER_SECOND * 0.95 &&
        lagMax <= BARS.lagSeconds &&
        catchUp <= BARS.catchUpSeconds &&
        unread.count === 0 &&
        differences.length === 0,
    };
  };

  try {
    yield { path: "roll-ups", ...(await measure(context.isShort ? SECONDS.short : SECONDS.full, CATCH_UP_MS)) };
    await worker.stop();
    const { ok, ...measured } = await measure(SECONDS.short, CONTROL_CATCH_UP_MS);
    yield { path: "roll-ups, control without a worker", ...measured, ok: !ok && measured.unread > 0 };
  } finally {
    await worker.stop();
    await deps.close();
  }
}
