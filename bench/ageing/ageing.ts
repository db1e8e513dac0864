import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { POSTGRES_BIN } from "../../engines/install.ts";
import type { BenchContext } from "../path.ts";
import { checks } from "../paths/contains.ts";
import { fetches } from "../paths/fetch-lists.ts";
import { registrations } from "../paths/generate-regid.ts";
import { signUps } from "../paths/subscribe.ts";
import { additions } from "../paths/update-ctx.ts";
import { writeScript } from "../pgbench.ts";
import { psql } from "../psql.ts";
import type { Line } from "../report.ts";
import { openRestocks } from "../restock.ts";
import { VARIANTS } from "../seed-lists.ts";
import { startService } from "../service.ts";
import { sideBySide, spreadOf } from "../side-by-side.ts";
import { requireNoneRefused, runWrk } from "../wrk.ts";
import { type Shop, seedShop } from "./seed.ts";
import { compareSizes } from "./sizes.ts";
import { connect, findLines, liveAYear, type Week } from "./year.ts";

const SIZE = { items: 5_000_000, people: 1_000_000 };
const WEEK: Week = {
  added: 30_000,
  removed: 30_000,
  updated: 15_000,
  signUps: 15_000,
  left: 2_000,
  restocks: 190,
  callsEvery: 1,
};
const SHORT_DIVISOR = 50;
const CLIENTS = 8;
const BAR = 1.2;
/** Variants that are restocked at once to time the fan-out. */
const RESTOCKED = 100;
const COPY_MS = 1_200_000;
const VACUUM_MS = 120_000;
const LOOK_MS = 500;

/** Compares a database after a simulated year with a new one that has the same rows. */
export async function* measureAgeing(
  context: BenchContext,
  { reps, seconds }: { reps: number; seconds: number },
): AsyncIterable<Line> {
  const divisor = context.isShort ? SHORT_DIVISOR : 1;
  const size = { items: SIZE.items / divisor, people: SIZE.people / divisor };
  const aged = await seedShop(context, "aged", size);
  // A week of the simulation takes seconds, so autovacuum looks as often as it can. In life it looks once a minute.
  await setNaptime(aged.url, "'1s'");
  await liveAYear(context, aged, weekOf(divisor));
  await waitForVacuum(aged.url);
  const fresh = { ...aged, url: await copyDatabase(context, "aged", "fresh") };
  await setNaptime(aged.url, "default");

  yield* compareSizes(aged.url, fresh.url);
  const sides = { aged: await openSide(context, aged), fresh: await openSide(context, fresh) };
  for (const path of Object.keys(await writeScripts(context, aged)) as PathName[]) {
    const contenders = (length: number) => ({
      aged: () => sides.aged.time(path, length),
      fresh: () => sides.fresh.time(path, length),
    });
    await sideBySide(contenders(seconds), 1); // Warms up both sides.
    yield toLine(path, await sideBySide(contenders(seconds), reps), reps);
  }
  const restocks = { aged: () => sides.aged.restock(), fresh: () => sides.fresh.restock() };
  await sideBySide(restocks, 1);
  yield toLine("fan-out", await sideBySide(restocks, reps), reps);
  await sides.aged.close();
  await sides.fresh.close();
}

const weekOf = (divisor: number): Week => ({
  added: Math.round(WEEK.added / divisor),
  removed: Math.round(WEEK.removed / divisor),
  updated: Math.round(WEEK.updated / divisor),
  signUps: Math.round(WEEK.signUps / divisor),
  left: Math.round(WEEK.left / divisor),
  restocks: Math.ceil(WEEK.restocks / divisor),
  callsEvery: divisor > 1 ? 13 : 1,
});

type Rounds = Awaited<ReturnType<typeof sideBySide<"aged" | "fresh", number>>>;

/** `ratio` is how much longer a call, or the alert of one person, takes on the aged database. */
function toLine(call: string, { rounds, busy }: Rounds, reps: number): Line {
  const ratio = spreadOf(rounds, (round) => round.aged / round.fresh);
  return {
    path: "ageing",
    call,
    reps,
    ratio: ratio.median,
    ratioMin: ratio.min,
    ratioMax: ratio.max,
    agedMs: spreadOf(rounds, (round) => round.aged).median,
    freshMs: spreadOf(rounds, (round) => round.fresh).median,
    bar: BAR,
    ok: ratio.median <= BAR,
    busy,
  };
}

const writeScripts = async ({ folder }: BenchContext, { allShoppers, heavy, authorization }: Shop) => ({
  "fetch-lists": await writeScript(folder, "ageing-fetch.lua", fetches(heavy)),
  contains: await writeScript(folder, "ageing-contains.lua", checks(heavy)),
  "update-ctx": await writeScript(folder, "ageing-add.lua", additions(allShoppers)),
  subscribe: await writeScript(folder, "ageing-subscribe.lua", signUps(authorization)),
  "generate-regid": await writeScript(
    folder,
    "ageing-register.lua",
    registrations(authorization, allShoppers.count, allShoppers.stride),
  ),
});
type PathName = keyof Awaited<ReturnType<typeof writeScripts>>;

async function openSide(context: BenchContext, shop: Shop) {
  const scripts = await writeScripts(context, shop);
  const api = await startService({ databaseUrl: shop.url, role: "api", folder: context.folder });
  const restocks = await openRestocks(shop.url);
  const client = await connect(shop.url);
  let next = 0;
  return {
    time: async (path: PathName, seconds: number) =>
      (await requireNoneRefused(runWrk({ api, script: scripts[path], clients: CLIENTS, seconds }))).p50,
    /** Restocks the next variants, and returns the milliseconds for each person. */
    async restock() {
      const variants = Array.from({ length: RESTOCKED }, (_, index) => (next + index) % VARIANTS);
      next += RESTOCKED;
      const line = await findLines(
        client,
        shop,
        variants.map((variant) => shop.firstId + BigInt(variant)),
      );
      const { seconds } = await restocks.restock(shop.store.id, line.variantIds, line.people);
      return (seconds * 1_000) / line.people;
    },
    async close() {
      await client.end();
      await restocks.close();
      await api.stop();
    },
  };
}

const setNaptime = (url: string, value: string) =>
  psql(url, `alter system set autovacuum_naptime = ${value}`, "select pg_reload_conf()");

/** Waits until autovacuum has nothing to do, as in a quiet hour. */
async function waitForVacuum(url: string) {
  const end = performance.now() + VACUUM_MS;
  let quiet = 0;
  while (quiet < 4 && performance.now() < end) {
    await pause(LOOK_MS);
    const running = await psql(
      url,
      "select count(*) from pg_stat_activity where backend_type = 'autovacuum worker' and datname = current_database()",
    );
    quiet = running === "0" ? quiet + 1 : 0;
  }
}

/** Creates a database with the same rows, as a backup that is restored. */
async function copyDatabase({ postgres, folder }: BenchContext, from: string, to: string): Promise<string> {
  const url = await postgres.createDatabase(to);
  const dump = join(folder, "ageing.dump");
  const source = url.replace(/[^/]+$/, from);
  const run = (program: string, args: string[]) =>
    promisify(execFile)(join(POSTGRES_BIN, program), args, { timeout: COPY_MS });
  await run("pg_dump", ["-Fd", "-j2", "-Z0", "-f", dump, source]);
  await run("pg_restore", ["-j2", "-d", url, dump]);
  await psql(url, "vacuum (analyze)", "checkpoint");
  return url;
}
