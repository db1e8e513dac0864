import { SIGN_UP } from "../../packages/service/src/features/subscriptions/sign-up/sql.ts";
import { withCpu } from "../cpu.ts";
import { FILL_LINE } from "../fill-line.ts";
import type { Path } from "../path.ts";
import { runPgbench, toScript, writeScript } from "../pgbench.ts";
import { psql } from "../psql.ts";
import { firstIdOf } from "../seed-shoppers.ts";
import { createStore, migrate, startService } from "../service.ts";
import { runWrk, toLua } from "../wrk.ts";

const VARIANTS = 10_000;
const SEEDED = 1_000_000;
const SEEDED_SHORT = 100_000;
/** The addresses are drawn from these; the seeded ones are known. */
const ADDRESSES = 10_000_000;
const FIRST_EPI = 41_000_000_000_000;

/** The shop's server signs a person up for one variant. Each side has its own store, with the same contents. */
export const subscribe: Path = {
  name: "subscribe",
  bars: { 32: 1.92, 128: 3.3 },
  async prepare({ postgres, folder, isShort, processes }) {
    const url = await postgres.createDatabase("subscribe");
    await migrate(url);
    const served = await createStore(url, "Served");
    const bare = await createStore(url, "Bare");
    const people = isShort ? SEEDED_SHORT : SEEDED;
    await seed(url, served.id, firstIdOf(served.id), people);
    const first = firstIdOf(bare.id);
    await seed(url, bare.id, first, people);
    await psql(url, "vacuum (analyze, freeze) variants, contacts, subscriptions, waiting", "checkpoint");
    const lua = await writeScript(folder, "subscribe.lua", signUps(served.authorization));
    const sql = await writeScript(folder, "subscribe.sql", statement(bare.id, first));
    const api = await startService({ databaseUrl: url, role: "api", folder, processes });
    const pids = { service: api.pid, postgres: postgres.pid };
    const count = async (storeId: number) =>
      Number(await psql(url, `select count(*) from ledger where store_id = ${storeId}`));
    return {
      service: (clients, seconds) => withCpu(pids, () => runWrk({ api, script: lua, clients, seconds })),
      bare: (clients, seconds) => runPgbench({ url, script: sql, variables: {}, clients, seconds }),
      async finish() {
        await api.stop();
        if ((await count(served.id)) === 0 || (await count(bare.id)) === 0)
          throw new Error("One side stored no sign-up");
      },
    };
  },
};

async function seed(url: string, storeId: number, first: bigint, people: number) {
  await psql(
    url,
    "set session_replication_role = replica",
    `insert into variants (id, store_id, platform_id, product_id, product)
     select ${first} + v, ${storeId}, (${FIRST_EPI} + v)::text, (${FIRST_EPI} + v / 4)::text,
       jsonb_build_object('title', 'Merino base layer ' || v, 'url', 'https://shop.example.com/products/' || v, 'price', 79.95)
     from generate_series(0, ${VARIANTS - 1}) as v`,
    `insert into contacts (id, store_id, medium, value, address_hash)
     select ${first} + n, ${storeId}, 1, 'person-' || n || '@example.com', md5(n::text)::uuid from generate_series(1, ${people}) as n`,
    `insert into subscriptions (id, store_id, variant_id, contact_id, state, topic, signed_up_at)
     select ${first} + n, ${storeId}, ${first} + n % ${VARIANTS}, ${first} + n, 1, 'backinstock', now() - n * interval '1 second'
     from generate_series(1, ${people}) as n`,
    FILL_LINE,
  );
}

export const signUps = (authorization: string) =>
  toLua(`
  local variant = random(${VARIANTS}) - 1
  local product = string.format("%%5B%%7B%%22epi%%22%%3A%.0f%%2C%%22empi%%22%%3A%.0f%%2C%%22du%%22%%3A%%22https%%3A%%2F%%2Fshop.example.com%%2Fproducts%%2Fmerino%%22%%7D%%5D",
    ${FIRST_EPI} + variant, ${FIRST_EPI} + math.floor(variant / 4))
  return wrk.format("POST", "/storeadmin/bispa/subscriptions/create",
    { ["authorization"] = "${authorization}", ["content-type"] = "application/x-www-form-urlencoded" },
    "medium=email&mediumvalue=person-" .. random(${ADDRESSES}) .. "%40example.com&topics=backinstock&products=" .. product)`);

const statement = (storeId: number, first: bigint) => {
  const none = (type: string) => `array[null::${type}]`;
  return toScript(
    SIGN_UP,
    [
      `array[${storeId}]`,
      "array[1]",
      "array['person-' || :n::text || '@example.com']",
      "array[md5(:n::text)::uuid]",
      none("boolean"),
      none("text"),
      none("text"),
      none("text"),
      none("bigint"),
      "array['shop']",
      "array['store-server']",
      "array['']",
      none("timestamptz"),
      "array[1]",
      `array[${first} + :v::bigint]`,
      "array['backinstock']",
      none("smallint"),
      none("text"),
      none("jsonb"),
      none("numeric"),
      none("uuid"),
      none("jsonb"),
    ],
    [`\\set n random(1, ${ADDRESSES})`, `\\set v random(0, ${VARIANTS - 1})`],
  );
};
