import { FILL_LINE } from "./fill-line.ts";
import { psql } from "./psql.ts";
import { firstIdOf } from "./seed-shoppers.ts";

/** Creates a variant in stock and `people` subscriptions to it. Returns the variant's id; the ids of the nth person are
 *  that plus n. */
export async function seedWaiting(url: string, storeId: number, people: number): Promise<bigint> {
  const first = firstIdOf(storeId);
  await psql(
    url,
    "set session_replication_role = replica",
    `insert into variants (id, store_id, platform_id, product_id, product) values (${first}, ${storeId}, '1', '1',
       '{"title":"Jacket","url":"https://shop.example/jacket","price":120,"currency":"EUR"}')`,
    `insert into stock (store_id, variant_id, quantity, arrived, restocks, is_in) values (${storeId}, ${first}, ${people}, ${people}, 1, true)`,
    `insert into contacts (id, store_id, medium, value, address_hash)
     select ${first} + n, ${storeId}, 1, 'person-' || n || '@example.com', md5(n::text)::uuid from generate_series(1, ${people}) as n`,
    `insert into subscriptions (id, store_id, variant_id, contact_id, state, topic, signed_up_at)
     select ${first} + n, ${storeId}, ${first}, ${first} + n, 1, 'backinstock', '2026-01-01'::timestamptz + n * interval '1 second'
     from generate_series(1, ${people}) as n`,
    FILL_LINE,
    "vacuum (analyze, freeze) variants, contacts, subscriptions, waiting",
  );
  return first;
}
