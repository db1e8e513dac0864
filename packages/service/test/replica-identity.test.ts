import { expect, test } from "vitest";
import { look } from "./fixtures/database.ts";

const WITHOUT_STORE = `
  select c.relname as name from pg_class c
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relreplident <> 'f'
    and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'store_id' and not a.attisdropped)
    and not exists (
      select from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attname = 'store_id' and a.attnum = any(i.indkey)
      where i.indrelid = c.oid and case c.relreplident when 'd' then i.indisprimary else i.indisreplident end
    )
  order by 1`;

test("the replica identity of every table has the store, so that one store can be replicated; events are read before a move", async () => {
  const found = await look<{ name: string }>(WITHOUT_STORE);
  expect(found.map(({ name }) => name).filter((name) => !/^outbox_\d$/.test(name))).toEqual([]);
});
