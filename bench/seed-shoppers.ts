import { accountRegid } from "../packages/service/src/features/shoppers/regid.ts";
import type { Store } from "../packages/service/src/features/stores/store.ts";
import { type Email, toEmail } from "../packages/service/src/platform/text/email.ts";
import { copyInto, psql } from "./psql.ts";

const ROWS_PER_CHUNK = 1_000;
const YEAR_SECONDS = 31_536_000;
/** The epoch of new_id(). */
const ID_EPOCH_SECONDS = 1_577_836_800;

/** The email of the nth account; the load generator uses the same names. */
export const emailOf = (n: number): Email => toEmail(`shopper-${n}@example.com`);

/** Creates accounts with the regids that the service computes. */
export async function seedForService(url: string, store: Store, count: number) {
  const firstId = firstIdOf(store.id);
  function* lines() {
    for (let from = 1; from <= count; from += ROWS_PER_CHUNK) {
      let chunk = "";
      for (let n = from; n < Math.min(from + ROWS_PER_CHUNK, count + 1); n += 1) {
        const email = emailOf(n);
        chunk += `${firstId + BigInt(n)}\t${store.id}\t${accountRegid(store, email)}\t${email}\n`;
      }
      yield chunk;
    }
  }
  await copyInto(url, "shoppers (id, store_id, regid, email)", lines());
}

/** Creates accounts with regids that pgbench can compute. */
export async function seedForBare(url: string, storeId: number, count: number) {
  await psql(
    url,
    "set session_replication_role = replica",
    `insert into shoppers (id, store_id, regid, email)
     select ${firstIdOf(storeId)} + n, ${storeId}, md5(n::text)::uuid, 'shopper-' || n || '@example.com'
     from generate_series(1, ${count}) as n`,
  );
}

/** Does what autovacuum and the checkpointer would otherwise do during a measurement. */
export async function vacuumShoppers(url: string) {
  await psql(url, "vacuum (analyze, freeze) shoppers", "checkpoint");
}

export const countShoppers = async (url: string, storeId: number) =>
  Number(await psql(url, `select count(*) from shoppers where store_id = ${storeId}`));

/** The first id of seeded rows, a year back, so that ids created during the run come after them. */
export function firstIdOf(storeId: number): bigint {
  const seconds = BigInt(Math.floor(Date.now() / 1000) - ID_EPOCH_SECONDS - YEAR_SECONDS);
  return (BigInt(storeId >> 19) << 51n) | (seconds << 19n);
}
