import { expect, test } from "vitest";
import { look } from "./fixtures/database.ts";
import { aService, aStore } from "./fixtures/service.ts";

const service = aService();

const TABLES_WITH_KEY = `
  select conrelid::regclass::text as name from pg_constraint
  where contype = 'f' and confrelid = 'stores'::regclass and conparentid = 0 order by 1`;

test("only tables with a few rows for each store have a foreign key to stores, because each insert locks the store's row", async () => {
  const found = await look<{ name: string }>(TABLES_WITH_KEY);
  expect(found.map(({ name }) => name)).toEqual([
    "api_keys",
    "brakes",
    "confirmation_counts",
    "templates",
    "variant_counts",
  ]);
});

test.each(["delete from stores where id = $1", "update stores set id = id + 1 where id = $1"])(
  "a store cannot be lost: %s",
  async (text) => {
    const store = await aStore(service);
    await look("delete from api_keys where store_id = $1", [store.id]);
    await expect(look(text, [store.id])).rejects.toMatchObject({ code: "23503" });
  },
);
