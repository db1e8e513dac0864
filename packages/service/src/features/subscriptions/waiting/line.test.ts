import { expect, test } from "vitest";
import { look } from "../../../../test/fixtures/database.ts";
import { anEmail, aService, aStore, type Params, type TestStore } from "../../../../test/fixtures/service.ts";
import { good } from "../../../../test/fixtures/shopper-lists.ts";
import { aProduct, subscribeAs } from "../../../../test/fixtures/subscription-calls.ts";
import type { VariantId } from "../../../platform/ids.ts";
import { readLine } from "./read-line.ts";

const service = aService();

type Item = { number: number; person: string; address: string; quantity: number; priceMax: string | null };
async function lineOf(store: TestStore, query: Params = {}, key?: string) {
  const options = { method: "GET" as const, query: { epi: "1", ...query }, ...(key ? { key } : {}) };
  return good(await store.admin("/storeadmin/v3/lines", undefined, options)) as {
    items: Item[];
    next: string | null;
  };
}

async function aLine(count: number) {
  const store = await aStore(service, { scopes: ["admin"] });
  const emails = Array.from({ length: count }, () => anEmail());
  for (const [index, email] of emails.entries())
    good(await subscribeAs(store, email, [aProduct(1, { qty: index + 1 })]));
  return { store, emails };
}

test("the line is in order, each page goes on where the one before ended, and the numbers too", async () => {
  const { store, emails } = await aLine(5);
  const first = await lineOf(store, { limit: "3" });
  expect(first.items.map(({ number, address, quantity }) => [number, address, quantity])).toEqual(
    emails.slice(0, 3).map((email, index) => [index + 1, email, index + 1]),
  );
  const second = await lineOf(store, { limit: "3", cursor: first.next ?? "" });
  expect(second.items.map(({ number, address }) => [number, address])).toEqual([
    [4, emails[3]],
    [5, emails[4]],
  ]);
  expect(second.next).toBeNull();
  const newest = await lineOf(store, { order: "newest", limit: "2" });
  expect(newest.items.map(({ address }) => address)).toEqual([emails[4], emails[3]]);
  const older = await lineOf(store, { order: "newest", limit: "9", cursor: newest.next ?? "" });
  expect(older.items.map(({ address }) => address)).toEqual([emails[2], emails[1], emails[0]]);
});

test("addresses are masked, in JSON and in CSV, unless the key may see them", async () => {
  const { store, emails } = await aLine(2);
  const masked = await store.aKey(["people:read"]);
  const full = await store.aKey(["people:read", "people:addresses"]);
  const seenBy = async (key: string, accept: string) =>
    (
      await store.admin("/storeadmin/v3/lines", undefined, {
        method: "GET",
        query: { epi: "1" },
        key,
        headers: { accept },
      })
    ).text;
  for (const accept of ["application/json", "text/csv"]) {
    for (const email of emails) {
      expect(await seenBy(masked.key, accept)).not.toContain(email);
      expect(await seenBy(full.key, accept)).toContain(email); // control
    }
    expect(await seenBy(masked.key, accept)).toContain("s…@example.com");
  }
});

test("each call that shows whole addresses is in the audit log with its rows, and no other call is", async () => {
  const { store, emails } = await aLine(3);
  const masked = await store.aKey(["people:read"]);
  const full = await store.aKey(["people:read", "people:addresses"]);
  const first = await lineOf(store, { limit: "2" }, full.key);
  await lineOf(store, { limit: "2", cursor: first.next ?? "" }, full.key);
  await lineOf(store, { topic: "comingsoon" }, full.key); // nobody waits
  await lineOf(store, {}, masked.key);
  const headers = { accept: "text/csv" };
  await store.admin("/storeadmin/v3/lines", undefined, { method: "GET", query: { epi: "1" }, key: full.key, headers });
  const { body, text } = await store.admin("/storeadmin/v3/audit", undefined, { method: "GET" });
  const line = { variantId: expect.any(String) as unknown, topic: "backinstock" };
  expect((body["items"] as object[]).toReversed()).toMatchObject([
    { action: "people.shown", actor: { id: full.id }, details: { ...line, read: "lines", rows: 2 } },
    { action: "people.shown", actor: { id: full.id }, details: { ...line, read: "lines", rows: 1 } },
    { action: "people.exported", actor: { id: full.id }, details: line },
  ]);
  for (const email of emails) expect(text).not.toContain(email);
});

test.each(["oldest", "newest"] as const)("who joined after a moment is not even read, the %s first", async (order) => {
  const { store } = await aLine(20);
  const { db } = service.deps;
  const [first] = await look<{ variantId: VariantId; place: string }>(
    'select variant_id as "variantId", place from waiting where store_id = $1 order by place limit 1',
    [store.id],
  );
  if (!first) throw new Error("Nobody waits");
  const read = (end: { joinedUntil?: string }) =>
    db.inStore(store.id, async (tx) => {
      const line = { variantId: first.variantId, topic: "backinstock", order, ...end };
      const countFetched = async () => {
        const [row] = await tx<{ n: number }>`
            select idx_tup_fetch::int as n from pg_stat_xact_user_tables where relname = 'waiting'`;
        return row?.n ?? 0;
      };
      const before = await countFetched(); // of earlier transactions of the connection
      const { rows } = await readLine(tx, line, { cursor: undefined, limit: 50 }, { showsAddresses: false });
      return { people: rows.length, fetched: (await countFetched()) - before };
    });
  expect(await read({ joinedUntil: first.place })).toEqual({ people: 1, fetched: 1 });
  expect(await read({})).toEqual({ people: 20, fetched: 20 }); // control
});

test("a line that nobody waits in is empty, and a variant that nobody knows is not found", async () => {
  const { store } = await aLine(1);
  expect((await lineOf(store, { topic: "comingsoon" })).items).toEqual([]);
  const unknown = await store.admin("/storeadmin/v3/lines", undefined, { method: "GET", query: { epi: "no" } });
  expect([unknown.status, unknown.body["type"]]).toEqual([404, "unknown-variant"]);
});
