import type { Store } from "../../packages/service/src/features/stores/store.ts";
import { FILL_LINE } from "../fill-line.ts";
import type { BenchContext } from "../path.ts";
import { psql } from "../psql.ts";
import { countItems, seedLists, VARIANTS } from "../seed-lists.ts";
import { createStore, migrate, readStore } from "../service.ts";

/** Fills a store with `items` on lists, and with `people` who each wait for one variant. */
export async function seedShop(context: BenchContext, database: string, size: { items: number; people: number }) {
  const url = await context.postgres.createDatabase(database);
  await migrate(url);
  const { id, pid, authorization } = await createStore(url, "Ageing");
  const store: Store = await readStore(url, pid);
  const shoppers = Math.round(size.items / (countItems(1_000) / 1_000));
  const lists = await seedLists(url, store, { shoppers, folder: context.folder, name: database });
  const first = lists.firstId;
  await psql(
    url,
    "set session_replication_role = replica",
    `insert into stock (store_id, variant_id, quantity, arrived, restocks, is_in)
     select ${id}, ${first} + v, 1000000, 1000000, 1, true from generate_series(0, ${VARIANTS - 1}) as v`,
    `insert into contacts (id, store_id, medium, value, address_hash)
     select ${first} + n, ${id}, 1, 'person-' || n || '@example.com', md5(n::text)::uuid from generate_series(1, ${size.people}) as n`,
    `insert into subscriptions (id, store_id, variant_id, contact_id, state, topic, signed_up_at)
     select ${first} + n, ${id}, ${first} + n % ${VARIANTS}, ${first} + n, 1, 'backinstock', now() - n * interval '1 second'
     from generate_series(1, ${size.people}) as n`,
    FILL_LINE,
    "vacuum (analyze) stock, contacts, subscriptions, waiting",
    "checkpoint",
  );
  return { url, store, authorization, shoppers, people: size.people, ...lists };
}
export type Shop = Awaited<ReturnType<typeof seedShop>>;
