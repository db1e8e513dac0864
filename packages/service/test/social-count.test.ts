import { expect, test } from "vitest";
import { recordSavesReader } from "../src/features/insights/record-saves-reader.ts";
import type { OutboxEvent } from "../src/platform/outbox/events.ts";
import { atOnce } from "./fixtures/crowd.ts";
import { look } from "./fixtures/database.ts";
import { drainOutbox } from "./fixtures/drain-outbox.ts";
import { anItem, listCalls, served } from "./fixtures/list-calls.ts";
import { aMigratedDatabase } from "./fixtures/migrated-database.ts";
import { type Answer, aService, aStore, type TestStore } from "./fixtures/service.ts";

/** A separate database, because the reader reads the outbox of all stores. */
async function aCountingService(settings = {}) {
  const url = await aMigratedDatabase();
  const service = aService({ env: { DATABASE_URL: url } });
  const store = await aStore(service, { settings });
  const { db } = service.deps;

  /** Runs the reader until it has read the last event. */
  const catchUp = () => drainOutbox(db, recordSavesReader);
  const count = async (empi: number) => {
    await catchUp();
    const { body } = await store.browser("/api/v3/product/wishlist/social-count", { empi: `${empi}` });
    return (body as { data: { count: number } }).data.count;
  };
  /** The products whose stored counts differ from the lists. */
  const findWrong = async () => {
    await catchUp();
    return look<{ product: string }>(
      `with counted as (
         select coalesce(v.product_id, i.details -> 'clientProduct' ->> 'productId', v.platform_id) as product_id, l.shopper_id, count(*) as times
         from items i join lists l on l.store_id = i.store_id and l.id = i.list_id join variants v on v.store_id = i.store_id and v.id = i.variant_id
         where i.store_id = $1 group by 1, 2
       ), times as (
         select coalesce(s.product_id, t.product_id) as product
         from (select product_id, shopper_id, sum(times) as times from saves where store_id = $1 group by 1, 2) s
         full join counted t using (product_id, shopper_id)
         where coalesce(s.times, 0) <> coalesce(t.times, 0)
       ), people as (
         select coalesce(p.product_id, t.product_id) as product
         from (select * from product_saves where store_id = $1) p
         full join (select product_id, count(*) as people from counted group by 1) t using (product_id)
         where coalesce(p.people, 0) <> coalesce(t.people, 0)
       ) select product from times union select product from people`,
      [store.id],
      url,
    );
  };
  return { db, store, url, count, findWrong };
}

async function aShopper(store: TestStore) {
  const person = await store.anAccount();
  const calls = listCalls(store, person);
  return { ...person, ...calls, lid: await calls.aList() };
}
const ok = (answers: readonly Answer[]) => answers.forEach(served);

test("a product that 32 people save several times counts 32, and fewer as they remove it", async () => {
  const { store, count, findWrong } = await aCountingService();
  const people = await atOnce(32, () => aShopper(store));
  // Two variants of one product, several times, on two lists.
  for (let round = 0; round < 3; round += 1) {
    ok(
      await atOnce(
        32,
        (n) => people[n]?.add(people[n].lid, [anItem(1, { empi: 7 }), anItem(2, { empi: 7 })]) as Promise<Answer>,
      ),
    );
  }
  const second = await atOnce(8, (n) => people[n]?.aList("Second") as Promise<string>);
  ok(await atOnce(8, (n) => people[n]?.add(second[n] ?? "", [anItem(1, { empi: 7 })]) as Promise<Answer>));
  expect(await count(7)).toBe(32);
  expect(await findWrong()).toEqual([]);

  ok(await atOnce(16, (n) => people[n]?.remove(people[n].lid, [1, 2]) as Promise<Answer>));
  expect(await count(7)).toBe(24); // eight of them have it on a second list
  ok(await atOnce(8, (n) => people[n]?.call("delete-list", { lid: second[n] ?? "" }) as Promise<Answer>));
  expect(await count(7)).toBe(16);
  ok(
    await atOnce(4, (n) => people[31 - n]?.call("delete-list", { lid: people[31 - n]?.lid ?? "" }) as Promise<Answer>),
  );
  expect(await count(7)).toBe(12);
  expect(await count(12345)).toBe(0);
  expect(await findWrong()).toEqual([]);
});

test("after parallel adds and removals, the count equals the lists", async () => {
  const { store, findWrong } = await aCountingService();
  const people = await atOnce(8, () => aShopper(store));
  ok(
    await atOnce(96, (n) => {
      const { add, remove, lid } = people[n % 8] as Awaited<ReturnType<typeof aShopper>>;
      return n % 3 === 2
        ? remove(lid, [n % 4])
        : add(lid, [anItem(n % 4, { empi: 7 }), anItem((n % 3) + 1, { empi: 7 })]);
    }),
  );
  expect(await findWrong()).toEqual([]);
});

test("a guest merged into an account counts as one person with it, and as two after an undo", async () => {
  const { store, count, findWrong } = await aCountingService();
  const guest = await store.aGuest();
  const ofGuest = listCalls(store, guest);
  const own = await aShopper(store);
  const lid = await ofGuest.aList();
  const other = await ofGuest.aList("Only the guest's");
  ok([await own.add(own.lid, [anItem(1), anItem(2)])]);
  ok([await ofGuest.add(lid, [anItem(1), anItem(3)]), await ofGuest.add(other, [anItem(1), anItem(4)])]);
  expect([await count(1), await count(3), await count(4)]).toEqual([2, 1, 1]);

  served(await store.sync({ regid: guest.regid, useremail: own.useremail }));
  expect([await count(1), await count(2), await count(3), await count(4)]).toEqual([1, 1, 1, 1]);
  expect(await findWrong()).toEqual([]);

  served(await store.undoMerge({ regid: guest.regid }));
  expect([await count(1), await count(3), await count(4)]).toEqual([2, 1, 1]);
  expect(await findWrong()).toEqual([]);
});

test("an item that is later sent with another product id counts for the product it was saved as, until it is removed", async () => {
  const { store, count, findWrong } = await aCountingService();
  const own = await aShopper(store);
  served(await own.add(own.lid, [anItem(1, { empi: 7 }), anItem(2, { empi: 7 })]));
  served(await own.change(own.lid, { u: [{ epi: 1, empi: 8 }] }));
  served(await own.add(own.lid, [anItem(2, { empi: 9 })]));
  expect([await count(7), await count(8), await count(9)]).toEqual([1, 0, 0]);
  expect(await findWrong()).toEqual([]);

  const guest = await store.aGuest();
  const ofGuest = listCalls(store, guest);
  const lid = await ofGuest.aList();
  served(await ofGuest.add(lid, [anItem(1, { empi: 10, note: "newer" })]));
  served(await store.sync({ regid: guest.regid, useremail: own.useremail }));
  expect([await count(7), await count(10)]).toEqual([1, 0]);
  expect(await findWrong()).toEqual([]);
  served(await store.undoMerge({ regid: guest.regid }));
  expect([await count(7), await count(10)]).toEqual([1, 1]);
  expect(await findWrong()).toEqual([]);

  served(await own.remove(own.lid, [1, 2]));
  expect(await count(7)).toBe(0);
  expect(await findWrong()).toEqual([]);
});

test("a custom item that is later sent with a product id counts for no product", async () => {
  const { store, count, findWrong } = await aCountingService({ lists: { customItems: true } });
  const own = await aShopper(store);
  const added = served(await own.change(own.lid, { a: [{ title: "A bench", price: 5 }] })) as { a: { epi: string }[] };
  served(await own.change(own.lid, { u: [{ epi: added.a[0]?.epi, empi: 7 }] }));
  expect(await count(7)).toBe(0);
  expect(await findWrong()).toEqual([]);
});

test("an event that is delivered twice counts once, because the position is committed with the count", async () => {
  const { db, store, count } = await aCountingService();
  const own = await aShopper(store);
  served(await own.add(own.lid, [anItem(1)]));
  const seen: OutboxEvent[] = [];
  let isFirst = true;
  // The first delivery counts and then fails, as in a crash: it must leave nothing behind.
  const crashing = {
    ...recordSavesReader,
    async handleOnce(...[tx, events]: Parameters<typeof recordSavesReader.handleOnce>) {
      await recordSavesReader.handleOnce(tx, events);
      seen.push(...events);
      if (isFirst && events.some(({ subject }) => subject === "item.added")) {
        isFirst = false;
        throw new Error("crashed after counting");
      }
    },
  };
  await expect(drainOutbox(db, crashing)).rejects.toThrow("crashed after counting");
  await drainOutbox(db, crashing);
  expect(seen.filter(({ subject }) => subject === "item.added").length).toBe(2);
  expect(await count(1)).toBe(1);
});

test("control: an event that is counted in another transaction than its position counts twice", async () => {
  const { db, store, url } = await aCountingService();
  const own = await aShopper(store);
  served(await own.add(own.lid, [anItem(1)]));
  served(await own.call("create", { lname: "Another", fromlid: own.lid }));
  let seen = 0;
  const careless = {
    name: recordSavesReader.name,
    async handle(events: readonly OutboxEvent[]) {
      await db.asWorker((tx) => recordSavesReader.handleOnce(tx, events));
      seen += events.filter(({ subject }) => subject === "item.added").length;
    },
  };
  await drainOutbox(db, careless);
  await look("update outbox_positions set batch = 0 where reader = 'count-saves'", [], url);
  await drainOutbox(db, careless);
  expect(seen).toBe(4);
  const [row] = await look<{ times: number }>("select times from saves where store_id = $1", [store.id], url);
  expect(row?.times).toBe(4);
});
