import { FILL_LINE } from "./fill-line.ts";
import { psql } from "./psql.ts";
import { firstIdOf } from "./seed-shoppers.ts";

const IDS_PER_STORE = 1_000_000n;

/** Creates `count` variants with the platform ids 1, 2, 3 and so on, and a price for each. With `topic`, one shopper waits
 *  for each of them. Returns the first id: the ids of the nth variant, contact and subscription are that plus n. */
export async function seedCatalogue(
  url: string,
  storeId: number,
  { count, price, topic }: { count: number; price: number; topic?: string },
): Promise<bigint> {
  const first = firstIdOf(storeId) + BigInt(storeId % 16) * IDS_PER_STORE; // two stores of a shard share its ids
  const each = `from generate_series(1, ${count}) as n`;
  const waiting = [
    `insert into contacts (id, store_id, medium, value, address_hash)
     select ${first} + n, ${storeId}, 1, 'person-' || n || '@example.com', md5(n::text)::uuid ${each}`,
    `insert into subscriptions (id, store_id, variant_id, contact_id, state, topic)
     select ${first} + n, ${storeId}, ${first} + n, ${first} + n, 1, '${topic}' ${each}`,
    FILL_LINE,
  ];
  await psql(
    url,
    "set session_replication_role = replica",
    `insert into variants (id, store_id, platform_id, product_id, product)
     select ${first} + n, ${storeId}, n::text, n::text, '{"title":"Jacket","url":"https://shop.example/jacket","price":${price},"currency":"EUR"}' ${each}`,
    `insert into prices (variant_id, store_id, currency, price, seen_at)
     select ${first} + n, ${storeId}, 'EUR', ${price}, now() - interval '1 day' ${each}`,
    ...(topic ? waiting : []),
    "vacuum (analyze) variants, prices, contacts, subscriptions",
  );
  return first;
}
