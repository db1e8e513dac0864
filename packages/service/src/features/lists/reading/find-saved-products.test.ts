import { expect, test } from "vitest";
import { atOnce } from "../../../../test/fixtures/crowd.ts";
import { aService, aStore } from "../../../../test/fixtures/service.ts";
import { anItem, good, listsOf } from "../../../../test/fixtures/shopper-lists.ts";

const service = aService();

async function aShopper() {
  const store = await aStore(service);
  const account = await store.anAccount();
  return { store, account, lists: listsOf(store, account) };
}

test("contains returns the saved ids with their lists, in the order of the request", async () => {
  const { lists } = await aShopper();
  const [one, other] = [await lists.create("One"), await lists.create("Other")];
  await lists.add(one, anItem(1), anItem(2));
  await lists.add(other, anItem(2));
  expect(good(await lists.post("contains", { epis: "[3,2,1]" }))).toEqual({
    data: [
      { epi: 2, lids: [one, other].toSorted() },
      { epi: 1, lids: [one] },
    ],
  });
  expect(good(await lists.post("contains", { empis: "100001,100009" }))).toEqual({
    data: [{ empi: "100001", lids: [one] }],
  });
  good(await lists.change(one, { d: [{ epi: 1 }] }));
  expect(good(await lists.post("contains", { epis: "1" }))).toEqual({ data: [] });
});

test("contains: a guest without lists has nothing saved", async () => {
  const { store } = await aShopper();
  expect(good(await listsOf(store, await store.aGuest()).post("contains", { epis: "1" }))).toEqual({ data: [] });
});

test("contains: a matching ETag gets 304 until something changes", async () => {
  const { lists } = await aShopper();
  const lid = await lists.create();
  await lists.add(lid, anItem(1));
  const ask = (etag = "") =>
    lists.post("contains", { epis: "1,2" }, etag ? { headers: { "if-none-match": etag } } : {});
  const first = await ask();
  const etag = JSON.parse(JSON.stringify(first.headers.etag)) as string;
  const same = await ask(etag);
  expect([same.status, same.text, same.headers.etag]).toEqual([304, "", first.headers.etag]);
  await lists.add(lid, anItem(2));
  const after = await ask(etag);
  expect(after.status).toBe(200);
  expect(after.headers.etag).not.toBe(first.headers.etag);
});

test("contains finds items of a list that are older than its preview", async () => {
  const { lists } = await aShopper();
  const [long, short] = [await lists.create("Long"), await lists.create("Short")];
  for (let from = 1; from <= 60; from += 20) {
    await lists.add(long, ...Array.from({ length: 20 }, (_, index) => anItem(from + index)));
  }
  await lists.add(short, anItem(1), anItem(60));
  const both = [long, short].toSorted();
  expect(good(await lists.post("contains", { epis: "[1,2,60,61]" }))).toEqual({
    data: [
      { epi: 1, lids: both },
      { epi: 2, lids: [long] },
      { epi: 60, lids: both },
    ],
  });
  expect(good(await lists.post("contains", { empis: "[100001,100030]" }))).toEqual({
    data: [
      { empi: 100001, lids: both },
      { empi: 100030, lids: [long] },
    ],
  });
});

test("contains: a product id that only the client sent is found, and two variants of the product count once", async () => {
  const { lists } = await aShopper();
  const lid = await lists.create();
  await lists.add(lid, { ...anItem(1), empi: 7 }, { ...anItem(2), empi: 7 });
  expect(good(await lists.post("contains", { empis: "7,1" }))).toEqual({ data: [{ empi: "7", lids: [lid] }] });
});

test("contains ignores archived lists", async () => {
  const { lists } = await aShopper();
  const lid = await lists.create();
  await lists.add(lid, anItem(1));
  good(await lists.post("update", { lid, st: "0" }));
  expect(good(await lists.post("contains", { epis: "1" }))).toEqual({ data: [] });
});

test("contains accepts 1 to 250 ids and nothing that is not an id", async () => {
  const { lists } = await aShopper();
  const ids = (count: number) => JSON.stringify(Array.from({ length: count }, (_, index) => index + 1));
  expect((await lists.post("contains", { epis: ids(250) })).status).toBe(200);
  for (const epis of [ids(251), "[]", "", "[1.5]", "[-1]", "[{}]", "[[1]]", "[true]", "x".repeat(65)]) {
    expect((await lists.post("contains", { epis })).status, `for ${epis.slice(0, 20)}`).toBe(400);
  }
  expect((await lists.post("contains")).status).toBe(400);
});

test("contains: many shoppers in parallel each get their own saved products", async () => {
  const store = await aStore(service);
  const people = await atOnce(10, async (index) => {
    const lists = listsOf(store, await store.anAccount());
    const lid = await lists.create();
    await lists.add(lid, anItem(index + 1));
    return { lists, lid };
  });
  const answers = await atOnce(60, async (index) => {
    const by =
      index % 2
        ? { epis: "1,2,3,4,5,6,7,8,9,10" }
        : { empis: "100001,100002,100003,100004,100005,100006,100007,100008,100009,100010" };
    return good((await people[index % 10]?.lists.post("contains", by)) ?? fail());
  });
  answers.forEach((answer, index) => {
    const { lid } = people[index % 10] ?? fail();
    const id = (index % 10) + 1;
    expect(answer.data).toEqual(
      index % 2 ? [{ epi: String(id), lids: [lid] }] : [{ empi: String(100_000 + id), lids: [lid] }],
    );
  });
});
const fail = (): never => {
  throw new Error("No such person");
};
