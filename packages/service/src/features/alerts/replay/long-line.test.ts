import { expect, test } from "vitest";
import { alertCall, anAlertShop, stock } from "../../../../test/fixtures/alert-shop.ts";
import type { TestStore } from "../../../../test/fixtures/service.ts";
import { subscribeAs } from "../../../../test/fixtures/subscription-calls.ts";
import { findPast } from "../../subscriptions/line/past.ts";
import type { Plan } from "../plans/plan.ts";
import { PEOPLE_MAX } from "./load-restock.ts";

const isFull = process.env["KEEPSAKE_TESTS"] === "full";
const PEOPLE = isFull ? PEOPLE_MAX : 3_000;

const shop = await anAlertShop();

/** Adds people to the line of variant 1, as if they had signed up in the last days. */
async function addPeople(store: TestStore, from: number, count: number) {
  await shop.ask(
    `with contact as (
       insert into contacts (id, store_id, medium, value, address_hash)
       select new_id($1), $1, 1, 'n' || nth || '@example.com', md5(nth::text)::uuid from generate_series($2::int, $2 + $3::int - 1) as nth
       returning id
     ), joined as (
       insert into subscriptions (id, store_id, variant_id, contact_id, state, topic, quantity, signed_up_at)
       select new_id($1), $1, (select variant_id from subscriptions where store_id = $1 limit 1), id, 1, 'backinstock', 1 + id % 2,
         now() - random() * interval '3 days'
       from contact returning id, signed_up_at, quantity
     )
     insert into ledger (store_id, subscription_id, state, reason, quantity, at)
     select $1, id, 1, 'signed up', quantity, signed_up_at + interval '1 millisecond' from joined`,
    [store.id, from, count],
  );
}

type Restock = { exact: boolean | null; note: string | null; people: { really: number; replayed: number } | null };
const replay = async (store: TestStore, policy: object) => {
  const begun = performance.now();
  const { restocks } = (await alertCall(store, "replay", { policy })) as unknown as { restocks: Restock[] };
  return { restock: restocks[0], ms: Math.round(performance.now() - begun) };
};

test(`a line of ${PEOPLE.toLocaleString("en")} people is replayed`, async () => {
  const store = await shop.aStore({ alerts: { audience: "all" } });
  await subscribeAs(store, "first@example.com");
  await addPeople(store, 1, PEOPLE - 1);
  await stock(store, 500);
  await shop.work();
  const same = await replay(store, { audience: "all" });
  expect(same.restock).toMatchObject({ exact: true, people: { really: PEOPLE, replayed: PEOPLE } });
  const perUnit = await replay(store, { audience: "per-unit", perUnit: 1, waitSeconds: 1 });
  expect(perUnit.restock).toMatchObject({ exact: true, people: { really: PEOPLE } });
  console.log(`${PEOPLE} people: ${same.ms} ms with the same policy, ${perUnit.ms} ms with another`);
});

test("a line that is longer than the limit is not read", async () => {
  const store = await shop.aStore({ alerts: { audience: "all" } });
  await subscribeAs(store, "first@example.com");
  await addPeople(store, 1, 2);
  const [line] = await shop.ask<Pick<Plan, "variantId" | "topic">>(
    `select variant_id as "variantId", topic from subscriptions where store_id = $1 limit 1`,
    [store.id],
  );
  const find = (limit: number) => store.inStore(async (tx) => line && findPast(tx, line, limit));
  expect((await find(3))?.members).toHaveLength(3);
  expect(await find(2)).toBeUndefined();
});

test.runIf(isFull)(
  `a restock of a line of more than ${PEOPLE_MAX.toLocaleString("en")} people is not replayed`,
  async () => {
    const store = await shop.aStore({ alerts: { audience: "all" } });
    await subscribeAs(store, "first@example.com");
    await stock(store, 1);
    await shop.work();
    await addPeople(store, 1, PEOPLE_MAX);
    const { restock } = await replay(store, { audience: "all" });
    expect(restock).toMatchObject({
      exact: null,
      people: null,
      note: expect.stringContaining("More than 50,000 people"),
    });
  },
);
