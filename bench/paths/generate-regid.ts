import { REGISTER_ONE } from "../../packages/service/src/features/shoppers/sql.ts";
import { withCpu } from "../cpu.ts";
import type { BenchContext, Path } from "../path.ts";
import { runPgbench, timePgbench, toScript, writeScript } from "../pgbench.ts";
import { withoutIndexes } from "../psql.ts";
import { countShoppers, emailOf, seedForBare, seedForService, vacuumShoppers } from "../seed-shoppers.ts";
import { createStore, migrate, readStore, startService } from "../service.ts";
import { type HttpSample, runWrk, toLua } from "../wrk.ts";

const SHOPPERS = 1_000_000;
const SHOPPERS_SHORT = 100_000;
/** One call in ten is for a new shopper. */
const NEW_IN = 10;

/** Registers accounts: nine known for each new one. */
export const generateRegid: Path = {
  name: "generate-regid",
  processes: 2,
  bars: { 32: 0.6, 128: 1 },
  async prepare(context) {
    const { service, bare, finish } = await prepareShoppers(context, {
      database: "generate_regid",
      shoppers: context.isShort ? SHOPPERS_SHORT : SHOPPERS,
    });
    return { service, bare, finish };
  },
};

/** Creates a database with two stores of `shoppers` accounts: one for the service, one for the bare statement. */
export async function prepareShoppers(context: BenchContext, options: { database: string; shoppers: number }) {
  const { postgres, folder, processes } = context;
  const { database, shoppers } = options;
  const databaseUrl = await postgres.createDatabase(database);
  await migrate(databaseUrl);
  const served = await createStore(databaseUrl, "Served");
  const bareStore = await createStore(databaseUrl, "Bare");
  const store = await readStore(databaseUrl, served.pid);
  await withoutIndexes(databaseUrl, "shoppers", () =>
    Promise.all([seedForService(databaseUrl, store, shoppers), seedForBare(databaseUrl, bareStore.id, shoppers)]),
  );
  await vacuumShoppers(databaseUrl);

  const lua = await writeScript(folder, `${database}.lua`, registrations(served.authorization, shoppers));
  const sql = await writeScript(folder, `${database}.sql`, STATEMENT);
  const api = await startService({ databaseUrl, role: "api", folder, processes });
  const pids = { service: api.pid, postgres: postgres.pid };
  const variables = { store_id: bareStore.id, shoppers };
  const done = { service: { calls: 0, uncertain: 0 }, bare: { calls: 0, uncertain: 0 } };

  return {
    async service(clients: number, seconds: number): Promise<HttpSample> {
      const sample = await withCpu(pids, () => runWrk({ api, script: lua, clients, seconds }));
      done.service.calls += sample.calls;
      done.service.uncertain += sample.uncertain;
      return sample;
    },
    async bare(clients: number, seconds: number) {
      const sample = await runPgbench({ url: databaseUrl, script: sql, variables, clients, seconds });
      done.bare.calls += sample.calls;
      return sample;
    },
    async timeBare(clients: number, seconds: number) {
      const { calls, medianMs } = await timePgbench({ url: databaseUrl, script: sql, variables, clients, seconds });
      done.bare.calls += calls;
      return medianMs;
    },
    async finish() {
      await api.stop();
      checkNewShoppers("service", (await countShoppers(databaseUrl, served.id)) - shoppers, done.service);
      checkNewShoppers("bare", (await countShoppers(databaseUrl, bareStore.id)) - shoppers, done.bare);
    },
  };
}

const [name = "", host = ""] = emailOf(0).split("0@");

/** The known shoppers are the multiples of `stride`. */
export const registrations = (authorization: string, shoppers: number, stride = 1) =>
  toLua(`
  local name
  if random(${NEW_IN}) == 1 then name = "new-" .. fresh() else name = "${name}" .. random(${shoppers}) * ${stride} end
  return wrk.format("POST", "/storeadmin/v3/user/generate-regid",
    { ["authorization"] = "${authorization}", ["content-type"] = "application/x-www-form-urlencoded" },
    "useragenttype=bench&useremail=" .. name .. "%40${host}")`);

const STATEMENT = toScript(
  REGISTER_ONE,
  [":store_id::integer", "md5(:n::text)::uuid", "('shopper-' || :n::text || '@example.com')"],
  [
    `\\set n case when random(1, ${NEW_IN}) = 1 then random(1000000000, 9000000000000000000) else random(1, :shoppers) end`,
  ],
);

/** Both sides must have stored their new shoppers, or they were not timed for the same work. Each call draws at random
 *  whether its shopper is new, so the count is binomial; chance leaves six standard deviations once in 500 million. */
function checkNewShoppers(side: string, made: number, { calls, uncertain }: { calls: number; uncertain: number }) {
  const share = 1 / NEW_IN;
  const chance = 6 * Math.sqrt((calls + uncertain) * share * (1 - share));
  if (made < calls * share - chance || made > (calls + uncertain) * share + chance)
    throw new Error(`The ${side} side stored ${made} new shoppers in ${calls} calls; expected one in ${NEW_IN}`);
}
