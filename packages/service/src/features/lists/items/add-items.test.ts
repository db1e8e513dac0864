import { expect, test } from "vitest";
import { waitFor } from "../../../../../../engines/wait-for.ts";
import { atOnce, tally } from "../../../../test/fixtures/crowd.ts";
import { look } from "../../../../test/fixtures/database.ts";
import { findBroken } from "../../../../test/fixtures/list-invariants.ts";
import { lockList } from "../../../../test/fixtures/lock-list.ts";
import { aService, aStore, type TestStore } from "../../../../test/fixtures/service.ts";
import { anItem, listsOf } from "../../../../test/fixtures/shopper-lists.ts";

const service = aService();
const CROWD = 40;

/** A shopper with a list of one item, whom the service has just seen. */
async function aShopper(store: TestStore) {
  const lists = listsOf(store, await store.anAccount());
  const lid = await lists.create();
  await lists.add(lid, anItem(1));
  const add = () => lists.post("update-ctx", { lid, a: JSON.stringify([anItem(2)]) }, { retry: false });
  return { lists, lid, add };
}

/** A store whose products the service has seen, so that the calls of its shoppers reach the folded statement together. */
async function aStoreWithProducts() {
  const store = await aStore(service);
  const lists = listsOf(store, await store.anAccount());
  await lists.add(await lists.create(), anItem(1), anItem(2));
  return store;
}

test("40 shoppers add at once while the list of one is locked: 39 are served, and only that one waits and gets 503", async () => {
  const store = await aStoreWithProducts();
  const shoppers = await atOnce(CROWD, () => aShopper(store));
  const locked = shoppers[CROWD / 2];
  if (!locked) throw new Error("There is a crowd");
  const lock = await lockList(locked.lid);
  const answered: (typeof locked)[] = [];
  const answers = await atOnce(CROWD, async (index) => {
    const shopper = shoppers[index] ?? locked;
    const answer = await shopper.add();
    answered.push(shopper);
    return answer;
  });
  await lock.release();

  expect(tally(answers.map(({ status }) => status))).toEqual({ 200: CROWD - 1, 503: 1 });
  expect(answers[CROWD / 2]).toMatchObject({
    status: 503,
    body: { type: "unavailable" },
    headers: { "retry-after": "1" },
  });
  expect(answered.at(-1)).toBe(locked);
  expect(await locked.lists.contents(locked.lid)).toMatchObject([{ epi: 1 }]);
  expect((await locked.add()).status).toBe(200);
  expect(await findBroken(store.id)).toEqual([]);
});

test("an addition to a list that is unlocked in time is stored once, and no other shopper waits for it", async () => {
  const store = await aStoreWithProducts();
  const [locked, other] = [await aShopper(store), await aShopper(store)];
  await look("delete from outbox where store_id = $1", [store.id]);
  const lock = await lockList(locked.lid);
  const waiting = locked.add();
  expect((await other.add()).status).toBe(200);
  expect(await waitFor(lock.isAwaited, 60_000)).toBe(true);
  await lock.release();

  expect((await waiting).status).toBe(200);
  expect(await locked.lists.contents(locked.lid)).toMatchObject([{ epi: 2 }, { epi: 1 }]);
  expect(await findBroken(store.id)).toEqual([]);
  const events = await look("select subject from outbox where store_id = $1", [store.id]);
  expect(events).toEqual([{ subject: "item.added" }, { subject: "item.added" }]);
});
