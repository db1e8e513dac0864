import { beforeAll, expect, test } from "vitest";
import { atOnce } from "./fixtures/crowd.ts";
import { anItem, listCalls, served } from "./fixtures/list-calls.ts";
import { countDeadlocks, findBroken } from "./fixtures/list-invariants.ts";
import { aService, aStore, asStore } from "./fixtures/service.ts";

const service = aService();
const other = aService();
const LANES = 20;
const ROUNDS = process.env["KEEPSAKE_TESTS"] === "full" ? 50 : 15;

let deadlocks = 0;
beforeAll(async () => {
  deadlocks = await countDeadlocks();
});

test("when adds race a merge, every item that was accepted is on the account afterwards, once", async () => {
  const store = await aStore(service);
  const elsewhere = asStore(other, store);
  let acknowledged = 0;
  await atOnce(LANES, async (lane) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const guest = await store.aGuest();
      const calls = [listCalls(store, guest), listCalls(elsewhere, guest)] as const;
      const lid = await calls[0].aList();
      const account = await store.anAccount();
      const own = listCalls(store, account);
      // Half of the rounds unite two lists with the same name; in the others the list changes its owner.
      if (round % 2 === 0) served(await own.add(await own.aList(), [anItem(1, { qty: 5 }), anItem(500)]));
      if (round % 3 === 0) served(await calls[0].add(lid, [anItem(1), anItem(2)]));

      const keyed = { headers: { "idempotency-key": `lane ${lane} round ${round}` } };
      const adds = [
        () => calls[0].add(lid, [anItem(10)]),
        () => calls[1].add(lid, [anItem(11), anItem(12)]),
        () => calls[0].change(lid, { d: [{ epi: 900 }], a: [anItem(13)] }),
        () => calls[1].add(lid, [anItem(14)], keyed),
        () => calls[0].add(lid, [anItem(1, { note: "again" })]),
      ];
      const merge = () => store.sync({ regid: guest.regid, useremail: account.useremail });
      const order = [...adds.slice(0, round % 6), merge, ...adds.slice(round % 6)];
      const answers = await Promise.all(order.map((send) => send()));
      expect(answers.map(({ status, text }) => (status === 200 ? "" : text)).filter(Boolean)).toEqual([]);

      const lists = await listCalls(elsewhere, account).fetchLists();
      const epis = lists.flatMap(({ listcontents }) => listcontents.map(({ epi }) => Number(epi)));
      const expected = new Set([1, 10, 11, 12, 13, 14]);
      if (round % 2 === 0) expected.add(500);
      if (round % 3 === 0) expected.add(2);
      expect(lists.length).toBe(1);
      expect(epis.toSorted((a, b) => a - b)).toEqual([...expected].toSorted((a, b) => a - b));
      acknowledged += 6;
    }
  });
  expect(acknowledged).toBe(LANES * ROUNDS * 6);
  expect(await findBroken(store.id)).toEqual([]);
});

test("no test of this file caused a deadlock", async () => {
  expect(await countDeadlocks()).toBe(deadlocks);
});
